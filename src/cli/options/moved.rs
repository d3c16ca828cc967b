//! The arguments of commands that moved.

use clap::Args;

/// The laboratory, which is the program peglab
#[derive(Args)]
#[command(disable_help_flag = true)]
pub struct MovedBoard {
    /// What was asked of it
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub words: Vec<String>,
}
