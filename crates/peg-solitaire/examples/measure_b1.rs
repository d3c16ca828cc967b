use peg_solitaire::board::Board;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::*;
use std::time::Instant;
use rayon::prelude::*;
fn cpu() -> f64 { let s = std::fs::read_to_string("/proc/self/stat").unwrap(); let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect(); f[11].parse::<f64>().unwrap()/100.0 + f[12].parse::<f64>().unwrap()/100.0 }
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let runs: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let board: Board = name.parse().unwrap();
    let start = board.central_vacancy();
    for bytes in [256usize << 20] {
        let mut best = 9e9f64;
        for _ in 0..runs { let t = Instant::now(); let mut map = memmap2::MmapMut::map_anon(bytes).unwrap(); let _ = map.advise(memmap2::Advice::HugePage); map.par_chunks_mut(2<<20).for_each(|c| c.fill(1)); best = best.min(t.elapsed().as_secs_f64()); }
        println!("touch 256 MiB {best:.4}");
    }
    let (mut b, mut bc, mut bt) = (9e9f64, 9e9f64, 9e9f64);
    let c0 = cpu();
    for _ in 0..runs {
        let t = Instant::now();
        let set = Reachable::solve_with(&board, start, Instructions::Best, Progress::NONE).unwrap();
        b = b.min(t.elapsed().as_secs_f64());
        let t2 = Instant::now();
        let n: u64 = set.count_by_pegs().iter().sum();
        bc = bc.min(t2.elapsed().as_secs_f64());
        bt = bt.min(t.elapsed().as_secs_f64());
        std::hint::black_box(n);
    }
    let c = (cpu() - c0)/runs as f64;
    println!("{name} set {b:.4} count {bc:.4} both {bt:.4}; cpu per run {c:.3}");
    if std::env::args().nth(3).is_some() {
        let set = Reachable::solve_with(&board, start, Instructions::Best, Progress::NONE).unwrap();
        for _ in 0..2 { let t = Instant::now(); let c0 = cpu(); let table = LastJumps::fill(&set, Instructions::Best).unwrap(); println!("array {:.4} cpu {:.3}", t.elapsed().as_secs_f64(), cpu()-c0);
        drop(table); }
    }
}
