//! A link is refused, or round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont_film::puzzle::Link;

fuzz_target!(|text: &str| {
    let Ok(link) = Link::parse(text) else { return };
    if let Ok(again) = link.to_text() {
        assert_eq!(Link::parse(&again).ok(), Some(link));
    }
});
