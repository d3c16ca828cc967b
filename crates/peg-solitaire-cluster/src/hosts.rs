//! The list of the processes that compute a set together: one address per line.

use std::fmt;
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

/// What is wrong with a list of hosts. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line has no port.
    #[error("line {line}: {found} has no port; write HOST:PORT, such as node1:7000")]
    NoPort { line: usize, found: String },
    /// What follows the colon is not a port.
    #[error("line {line}: {found} is not a port; ports are from 1 to 65535")]
    NotAPort { line: usize, found: String },
    /// A line contains spaces, or has no host.
    #[error("line {line}: {found:?} is not an address; write HOST:PORT, such as node1:7000")]
    NotAnAddress { line: usize, found: String },
    /// Two lines are the same.
    #[error("line {line}: {found} is already on line {first}; each process needs its own")]
    Twice { line: usize, first: usize, found: String },
    /// The list is too short or too long.
    #[error("the list must have from 2 to {MOST_HOSTS} hosts, one per line, not {found}")]
    Number { found: usize },
    /// A name can't be resolved.
    #[error("line {line}: the address of {found} can't be found: {why}")]
    Unknown { line: usize, found: String, why: String },
}

impl FromStr for Hosts {
    type Err = HostsError;

    fn from_str(text: &str) -> Result<Self, HostsError> {
        let (mut addresses, mut lines): (Vec<String>, Vec<usize>) = Default::default();
        for (line, found) in (1..).zip(text.lines().map(str::trim)) {
            if found.is_empty() || found.starts_with('#') {
                continue;
            }
            check(line, found)?;
            if let Some(first) = addresses.iter().position(|address| address == found) {
                let first = lines[first];
                return Err(HostsError::Twice { line, first, found: found.to_owned() });
            }
            addresses.push(found.to_owned());
            lines.push(line);
        }
        if !(2..=MOST_HOSTS).contains(&addresses.len()) {
            return Err(HostsError::Number { found: addresses.len() });
        }
        Ok(Self { addresses, lines })
    }
}

fn check(line: usize, found: &str) -> Result<(), HostsError> {
    let text = || found.to_owned();
    if found.contains(char::is_whitespace) {
        return Err(HostsError::NotAnAddress { line, found: text() });
    }
    let Some((host, port)) = found.rsplit_once(':') else {
        return Err(HostsError::NoPort { line, found: text() });
    };
    if host.is_empty() || (host.contains(':') && !(host.starts_with('[') && host.ends_with(']'))) {
        return Err(HostsError::NotAnAddress { line, found: text() });
    }
    match port.parse::<u16>() {
        Ok(1..) => Ok(()),
        _ => Err(HostsError::NotAPort { line, found: port.to_owned() }),
    }
}

impl Hosts {
    /// The addresses, as they are written.
    #[must_use]
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// The addresses as numbers, which asks the system for the names.
    ///
    /// # Errors
    /// When a name can't be resolved.
    pub(crate) fn resolved(&self) -> Result<Vec<Vec<SocketAddr>>, HostsError> {
        let resolve = |(address, &line): (&String, &usize)| {
            let unknown = |why| HostsError::Unknown { line, found: address.clone(), why };
            let found = address.to_socket_addrs().map_err(|error| unknown(error.to_string()))?;
            let found: Vec<SocketAddr> = found.collect();
            if found.is_empty() { Err(unknown("no address".to_owned())) } else { Ok(found) }
        };
        self.addresses.iter().zip(&self.lines).map(resolve).collect()
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.addresses.iter().try_for_each(|address| writeln!(f, "{address}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        text.parse::<Hosts>().unwrap_err().to_string()
    }

    #[test]
    fn addresses_are_in_the_order_of_the_lines() {
        let text = "\n# machines\r\n  a:1\n[::1]:7000\n10.0.0.1:65535 \n";
        let hosts: Hosts = text.parse().unwrap();
        assert_eq!(hosts.addresses(), ["a:1", "[::1]:7000", "10.0.0.1:65535"]);
        assert_eq!(hosts.to_string().parse::<Hosts>().unwrap().addresses(), hosts.addresses());
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert_eq!(refused("a:1\n\nb:0"), "line 3: 0 is not a port; ports are from 1 to 65535");
        assert_eq!(
            refused("a:70000\nb:1"),
            "line 1: 70000 is not a port; ports are from 1 to 65535"
        );
        assert_eq!(
            refused("a:1\na 1:7"),
            "line 2: \"a 1:7\" is not an address; write HOST:PORT, such as node1:7000"
        );
        for line in [":7", "::1:7", "[::1:7"] {
            assert!(refused(line).contains("is not an address"), "{line}");
        }
        assert_eq!(
            refused("# x\na:1\nb:1\na:1"),
            "line 4: a:1 is already on line 2; each process needs its own"
        );
        assert_eq!(refused("a:1\n"), "the list must have from 2 to 64 hosts, one per line, not 1");
        let many: String = (1..=65).map(|port| format!("a:{port}\n")).collect();
        assert_eq!(refused(&many), "the list must have from 2 to 64 hosts, one per line, not 65");
    }

    #[test]
    fn a_name_that_nobody_has_is_named() {
        let hosts: Hosts = "127.0.0.1:1\n\nnobody.invalid:7".parse().unwrap();
        let error = hosts.resolved().unwrap_err().to_string();
        let begin = "line 3: the address of nobody.invalid:7 can't be found: ";
        assert!(error.starts_with(begin), "{error}");
    }
}
