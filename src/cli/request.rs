//! What options ask for: their meaning where they meet, and which contradict each other. It
//! follows from the words alone, without a file, so that tests and other programs can ask, too.
//! Commands know requests, and no options.

mod board;
mod build;
mod film;
mod find;
mod font;
mod fonts;
mod goal;
mod look;
mod moved;
mod one_game;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;
mod subject;
mod timing;

pub use {
    board::*, build::*, film::*, find::*, font::*, fonts::*, goal::*, look::*, one_game::*,
    play::*, puzzle::*, render::*, sheet::*, solve::*, subject::*, timing::*,
};

#[cfg(test)]
mod tests {
    use clap::{Args, Command};

    use crate::cli::options::{
        Colours, FontArgs, PictureArgs, SizeArgs, StillArgs, ThresholdArgs, TimeArgs, option_of,
    };
    use peg_console::command_line::options_in;

    /// A value that each option takes.
    const VALUES: [(&str, &str); 17] = [
        ("--at", "end"),
        ("--storyboard", "6"),
        ("--theme", "wood"),
        ("--colour", "peg=#246"),
        ("--size", "800"),
        ("--for", "slack"),
        ("--order", "together"),
        ("--duration", "2"),
        ("--smooth", "25"),
        ("--hold", "1"),
        ("--loops", "1"),
        ("--font", "mine.toml"),
        ("--feature", "ss01"),
        ("--threshold", "50"),
        ("--grid", "2x2"),
        ("--inverse", ""),
        ("--zoom", ""),
    ];

    /// Each option of a group, alone on a command line, is the one that its request says was given.
    fn check<Group: Args>(given: impl Fn(Group) -> Option<&'static str>) {
        let given = |words: &[&str]| given(options_in(words).expect("options"));
        let group = Group::augment_args(Command::new(""));
        let names = group
            .get_arguments()
            .filter_map(|option| option.get_long())
            .map(|name| format!("--{name}"));
        let names: Vec<String> = names.collect();
        assert!(!names.is_empty());

        for name in &names {
            let value = VALUES.iter().find(|(known, _)| known == name);
            let (_, value) = value.unwrap_or_else(|| panic!("a value for {name}"));
            let word = if value.is_empty() {
                name.clone()
            } else {
                format!("{name}={value}")
            };
            assert_eq!(given(&[&word]), Some(&**name));
        }
        assert_eq!(given(&[]), None);
    }

    #[test]
    fn a_group_says_which_of_its_options_was_given() {
        check(|font: FontArgs| font.request().given());
        check(|picture: PictureArgs| picture.request().given());
        check(|threshold: ThresholdArgs| threshold.request().given());
        check(|size: SizeArgs| size.request().given());
        check(|time: TimeArgs| time.request().given());
        check(|look: Colours| look.request().given());
        check(|stills: StillArgs| stills.still().map(option_of));
    }
}
