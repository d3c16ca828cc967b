//! Storyboards: their words lie over nothing else.

use super::theme::{THEMES, Theme};
use super::{Scene, View};
use crate::drawing::boxes::mistakes;
use crate::timeline::{Missing, Setting, Timeline, Timing};
use pegfont_type::font::Font;

#[test]
fn the_words_of_storyboards_lie_over_nothing_and_stay_in_the_picture() {
    let font = Font::builtin().expect("it is whole");
    for (theme, _) in THEMES {
        for (text, boards) in [("A", 3), ("PEG", 6), ("M", usize::MAX), ("Ada", 2)] {
            for captions in [false, true] {
                let setting = Setting::new(font, text, 16, Missing::Refuse).expect("it is there");
                let strip = setting.storyboard(boards, None).expect("it is short");
                let view = View {
                    captions,
                    ..View::new(Theme::builtin(theme).expect("it is built in"))
                };
                let timeline = Timeline::new(strip, Timing::default()).expect("it has time");
                let drawing = Scene::finished(timeline, view)
                    .drawing()
                    .expect("it is drawn");
                let wrong = mistakes(&drawing);
                assert!(wrong.is_empty(), "{theme}, {text}, {boards}: {wrong:?}");
            }
        }
    }
}
