//! `pegfont completions`: shell completions, which offer themes and boards by name. Bash offers files where no name fits.

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;

use crate::cli::args::PLACES;
use peg_solitaire::board::BOARD_NAMES;
use pegfont_film::render::theme::THEMES;

/// Print shell completions
///
/// Bash:  pegfont completions bash > ~/.local/share/bash-completion/completions/pegfont
/// Fish:  pegfont completions fish > ~/.config/fish/completions/pegfont.fish
/// Zsh:   pegfont completions zsh > DIR/_pegfont, with a DIR of your $fpath
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<()> {
        let mut program = crate::cli::command();
        // The arguments of the commands are not there before.
        program.build();
        let mut script = Vec::new();
        // The generator panics where it can't write, so it writes into memory.
        clap_complete::generate(self.shell, &mut offering(program), "pegfont", &mut script);
        say_as_is!("{}", String::from_utf8_lossy(&script));
        Ok(())
    }
}

/// A command that offers names. Only for the completions: it would refuse files.
fn offering(command: Command) -> Command {
    // Those of families, such as `WxH`, are no names.
    let boards = BOARD_NAMES.iter().map(|it| it.0).filter(|it| *it == it.to_lowercase());
    let offered = |argument: Arg| {
        let names: Vec<&str> = match argument.get_id().as_str() {
            "theme" => THEMES.iter().map(|theme| theme.0).collect(),
            "place" => PLACES.to_vec(),
            "board" => boards.clone().collect(),
            _ => return argument,
        };
        argument.value_parser(PossibleValuesParser::new(names))
    };
    command.mut_args(offered).mut_subcommands(offering)
}
