//! `pegfont solve -o NAME.set --hosts FILE --process N`: one of several processes that compute a set on disk, on many machines.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};

use super::slices::{Asked, remedy, say_resumed};
use crate::cli::input::read_text;
use crate::cli::progress::watched;
use peg_solitaire::memory::bytes;
use peg_solitaire_cluster::{Hosts, Team, TeamError, needs_of_each};

/// Reads the list of hosts, and listens as one of them.
pub(super) fn team(hosts: &Path, process: usize, wait: Duration) -> Result<Team> {
    let name = || hosts.display().to_string();
    let text = read_text(hosts)?;
    let list: Hosts = text.parse().with_context(name)?;
    let last = list.addresses().len() - 1;
    Team::listen(list, process, wait).map_err(|error| match error {
        TeamError::Number { process, .. } => {
            anyhow!(
                "{} has {} hosts: --process is from 0 to {last}, not {process}",
                name(),
                last + 1
            )
        }
        TeamError::Hosts(error) => anyhow!("{}: {error}", name()),
        error => {
            anyhow!("{error}; is line {process} of {}, counted from 0, this machine's?", name())
        }
    })
}

/// Computes the share of this process.
pub(super) fn compute(asked: &Asked<'_>, team: &Team) -> Result<()> {
    let Asked { board, start, folder, .. } = *asked;
    let (process, processes) = (team.process(), team.processes());
    let new = || {
        peg_solitaire_cluster::plan(board, start, None, processes)
            .map_err(|error| team_remedy(error, folder))
    };
    let plan = asked.plan(new)?;
    let needs = needs_of_each(&plan, processes);
    let share = format!("process {process} of 0 to {}: up to ", processes - 1);
    let memory = asked.begin(&plan, &needs, &share)?;
    let shared = watched("solving", |progress| team.complete(&plan, folder, memory, progress));
    let shared = shared.map_err(|error| team_remedy(error, folder))?;
    say_resumed(shared.resumed, shared.slices);
    note!(
        "process {process} has finished: {} of {} slices are its own; it sent {}",
        shared.slices,
        needs.slices,
        bytes(shared.sent_bytes)
    );
    note!(
        "copy the slices of all processes into one folder; `pegfont solve --reachable {}` then prints the counts",
        folder.display()
    );
    Ok(())
}

/// Says what can be done.
fn team_remedy(error: TeamError, folder: &Path) -> anyhow::Error {
    let advice = match error {
        TeamError::Slices(error) => return remedy(error, folder),
        TeamError::Lost { .. } | TeamError::Missing { .. } => {
            "finished slices stay; run the same command on all machines again to continue"
        }
        TeamError::Absent { .. } => "start all processes within this time, or raise --wait",
        TeamError::Parts { .. } => "give another folder",
        _ => return error.into(),
    };
    anyhow!("{error}; {advice}")
}
