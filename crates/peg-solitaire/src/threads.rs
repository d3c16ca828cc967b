//! Work in pieces, on all threads of the current pool where there are threads.

/// Does something with each piece of a list, of so many elements or fewer, and its number. `room` makes what a thread needs for it; a
/// thread takes at least `together` pieces at a time. Fails with the error of a piece that fails.
pub(crate) fn each_piece<T: Send, R, E: Send>(
    list: &mut [T],
    size: usize,
    together: usize,
    room: impl Fn() -> R + Send + Sync,
    work: impl Fn(&mut R, usize, &mut [T]) -> Result<(), E> + Send + Sync,
) -> Result<(), E> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        let pieces = list.par_chunks_mut(size).enumerate().with_min_len(together);
        pieces.try_for_each_init(room, |room, (number, piece)| work(room, number, piece))
    }
    #[cfg(not(feature = "parallel"))]
    {
        let (mut room, _) = (room(), together);
        list.chunks_mut(size)
            .enumerate()
            .try_for_each(|(number, piece)| work(&mut room, number, piece))
    }
}

/// The results of pieces of work with these numbers, in order.
pub(crate) fn results<T: Send>(pieces: usize, work: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        (0..pieces).into_par_iter().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    (0..pieces).map(work).collect()
}
