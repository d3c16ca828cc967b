//! How bands share the height of a page: each says how much it needs, how much it may have, and its
//! share of what is left.

/// The least space between two bands: 12 mm on paper that is 297 mm high.
const LEAST_GAP: f32 = 4.04;

/// A part of a page from its left to its right edge. Its heights are in hundredths of the page.
pub(super) struct Band<P> {
    pub part: P,
    /// How much of the height that nobody needs it takes, relative to the others.
    pub share: f32,
    pub least: f32,
    pub greatest: f32,
}

/// Where a band is, from the upper margin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct BandPlace {
    pub top: f32,
    pub height: f32,
}

/// The places of bands in a room. They fill it: what no band may have goes between them.
pub(super) fn share_out<P>(bands: &[Band<P>], room: f32) -> Vec<BandPlace> {
    let gaps = bands.len().saturating_sub(1) as f32;
    let heights = heights(bands, room - gaps * LEAST_GAP);
    let spare = (room - heights.iter().sum::<f32>()) / gaps.max(1.0);

    let mut places = Vec::new();
    let mut top = 0.0;
    for height in heights {
        places.push(BandPlace { top, height });
        top += height + spare;
    }
    places
}

/// The heights of bands that share a room.
fn heights<P>(bands: &[Band<P>], room: f32) -> Vec<f32> {
    let mut heights: Vec<f32> = bands.iter().map(|band| band.least).collect();
    let needed: f32 = heights.iter().sum();
    if needed >= room {
        // Too little for all: each gives up as much of its height.
        return heights
            .iter()
            .map(|height| height * room / needed)
            .collect();
    }

    // What a band leaves over is shared by the others again.
    let mut left = room - needed;
    while left > 0.001 {
        let mut shares = 0.0;
        for (band, height) in bands.iter().zip(&heights) {
            if *height < band.greatest {
                shares += band.share;
            }
        }
        if shares <= 0.0 {
            break;
        }

        let portion = left / shares;
        for (band, height) in bands.iter().zip(&mut heights) {
            if *height < band.greatest {
                let grown = (*height + portion * band.share).min(band.greatest);
                left -= grown - *height;
                *height = grown;
            }
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::{Band, BandPlace, LEAST_GAP, share_out};

    fn band(share: f32, least: f32, greatest: f32) -> Band<()> {
        Band {
            part: (),
            share,
            least,
            greatest,
        }
    }

    fn end(place: BandPlace) -> f32 {
        place.top + place.height
    }

    #[test]
    fn bands_fill_their_room_and_no_band_is_higher_than_it_may_be() {
        let sets = [
            vec![band(1.0, 10.0, 20.0), band(3.0, 10.0, 80.0)],
            vec![
                band(1.0, 10.0, 12.0),
                band(1.0, 5.0, 6.0),
                band(0.0, 2.0, 2.0),
            ],
            vec![
                band(1.0, 40.0, 50.0),
                band(1.0, 40.0, 50.0),
                band(1.0, 40.0, 50.0),
            ],
        ];
        for bands in sets {
            let places = share_out(&bands, 89.0);
            assert_eq!(places[0].top, 0.0);
            assert!((end(places[places.len() - 1]) - 89.0).abs() < 0.01);
            for (band, place) in bands.iter().zip(&places) {
                assert!(place.height <= band.greatest + 0.01);
            }
            for pair in places.windows(2) {
                assert!(pair[1].top - end(pair[0]) >= LEAST_GAP - 0.01);
            }
        }
    }

    #[test]
    fn what_a_band_may_not_have_goes_to_the_others_by_their_shares() {
        let bands = [
            band(1.0, 0.0, 5.0),
            band(1.0, 0.0, 90.0),
            band(2.0, 0.0, 90.0),
        ];
        let places = share_out(&bands, 5.0 + 30.0 + 2.0 * LEAST_GAP);
        let heights: Vec<i32> = places.iter().map(|it| it.height.round() as i32).collect();
        assert_eq!(heights, [5, 10, 20]);
    }
}
