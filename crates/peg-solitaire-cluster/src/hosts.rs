//! The list of the processes that compute a set together: one address per line.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::str::FromStr;

use thiserror::Error;

/// The most processes. A set has as many parts, and each process needs one.
pub(crate) const MOST_HOSTS: usize = 64;

/// The addresses of the processes that compute a set together, by the number of the process.
///
/// ```
/// use peg_solitaire_cluster::Hosts;
/// let hosts: Hosts = "# two machines\nnode1:7000\nnode2:7000\n".parse()?;
/// assert_eq!(hosts.addresses(), ["node1:7000", "node2:7000"]);
/// let error = "node1:7000\nnode2".parse::<Hosts>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2: node2 has no port; write HOST:PORT, such as node1:7000");
/// # Ok::<(), peg_solitaire_cluster::HostsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hosts {
    addresses: Vec<String>,
    lines: Vec<usize>,
}

/// What is wrong with a list of hosts.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line is wrong. Lines count from 1.
    #[error("line {line}: {what}")]
    Line { line: usize, what: String },
    /// The list is too short or too long.
    #[error("the list must have from 2 to {MOST_HOSTS} hosts, one per line, not {found}")]
    Number { found: usize },
}

impl FromStr for Hosts {
    type Err = HostsError;

    fn from_str(text: &str) -> Result<Self, HostsError> {
        let mut hosts = Self { addresses: Vec::new(), lines: Vec::new() };
        for (line, found) in (1..).zip(text.lines().map(str::trim)) {
            if found.is_empty() || found.starts_with('#') {
                continue;
            }
            if let Some(what) = mistake(found) {
                return Err(HostsError::Line { line, what });
            }
            if let Some(first) = hosts.addresses.iter().position(|address| address == found) {
                let first = hosts.lines[first];
                let what =
                    format!("{found} is already on line {first}; each process needs its own");
                return Err(HostsError::Line { line, what });
            }
            hosts.addresses.push(found.to_owned());
            hosts.lines.push(line);
        }
        if !(2..=MOST_HOSTS).contains(&hosts.addresses.len()) {
            return Err(HostsError::Number { found: hosts.addresses.len() });
        }
        Ok(hosts)
    }
}

/// What is wrong with an address.
fn mistake(found: &str) -> Option<String> {
    let remedy = "write HOST:PORT, such as node1:7000";
    let no_address = || Some(format!("{found:?} is not an address; {remedy}"));
    if found.contains(char::is_whitespace) {
        return no_address();
    }
    let Some((host, port)) = found.rsplit_once(':') else {
        return Some(format!("{found} has no port; {remedy}"));
    };
    if host.is_empty() || (host.contains(':') && !(host.starts_with('[') && host.ends_with(']'))) {
        return no_address();
    }
    let is_port = matches!(port.parse::<u16>(), Ok(1..));
    (!is_port).then(|| format!("{port} is not a port; ports are from 1 to 65535"))
}

impl Hosts {
    /// The addresses, as they are written.
    #[must_use]
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// The addresses as numbers, which asks the system for the names.
    pub(crate) fn resolved(&self) -> Result<Vec<Vec<SocketAddr>>, HostsError> {
        let resolve = |(address, &line): (&String, &usize)| {
            let found = address.to_socket_addrs().map(Iterator::collect);
            let why = match found {
                Ok(found) if !Vec::is_empty(&found) => return Ok(found),
                Ok(_) => "no address".to_owned(),
                Err(error) => error.to_string(),
            };
            let what = format!("the address of {address} can't be found: {why}");
            Err(HostsError::Line { line, what })
        };
        self.addresses.iter().zip(&self.lines).map(resolve).collect()
    }
}
