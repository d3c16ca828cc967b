//! The arguments of a command as the user wrote them.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches, Id};

use pegfont_base::words::in_shell;

/// The arguments of a command that the user wrote, without those that have their default value. It
/// stands first among the options of a command: clap takes the values out as it fills the others.
#[derive(Clone, Debug, Default)]
pub struct AsWritten {
    arguments: Vec<Argument>,
}

#[derive(Clone, Debug)]
struct Argument {
    id: Id,
    values: Vec<String>,
}

impl AsWritten {
    /// The arguments as one writes them in a shell, `without` some: first those that have no name,
    /// then the options.
    pub fn in_shell<Group: Args>(&self, without: &[&str]) -> String {
        let group = Group::augment_args(Command::new(""));
        let mut unnamed = Vec::new();
        let mut options = Vec::new();

        for argument in &self.arguments {
            let known = group
                .get_arguments()
                .find(|known| *known.get_id() == argument.id);
            let Some(known) = known else { continue };
            if without.contains(&argument.id.as_str()) {
                continue;
            }

            let values = argument.values.iter();
            match known.get_long() {
                None => unnamed.extend(values.map(|value| in_shell(value))),
                Some(name) if !known.get_action().takes_values() => {
                    options.push(format!("--{name}"));
                }
                Some(name) => options.extend(values.map(|value| with_value(name, value))),
            }
        }

        unnamed.extend(options);
        unnamed.join(" ")
    }
}

/// An option with a value, which isn't taken for another option.
fn with_value(name: &str, value: &str) -> String {
    let word = in_shell(value);
    if value.starts_with('-') {
        format!("--{name}={word}")
    } else {
        format!("--{name} {word}")
    }
}

/// The options of a group that these words give, for tests that need no program. No name of a
/// command stands before the words.
///
/// # Errors
/// When clap refuses the words.
pub fn options_in<Group: Args>(words: &[&str]) -> Result<Group, clap::Error> {
    let command = Group::augment_args(Command::new("").no_binary_name(true));
    let matches = command.try_get_matches_from(words)?;
    Group::from_arg_matches(&matches)
}

impl FromArgMatches for AsWritten {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut arguments = Vec::new();
        for id in matches.ids() {
            if matches.value_source(id.as_str()) != Some(ValueSource::CommandLine) {
                continue;
            }
            let raw = matches.try_get_raw(id.as_str()).ok().flatten();
            let values = raw.into_iter().flatten();
            arguments.push(Argument {
                id: id.clone(),
                values: values
                    .map(|value| value.to_string_lossy().into_owned())
                    .collect(),
            });
        }
        Ok(Self { arguments })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for AsWritten {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}
