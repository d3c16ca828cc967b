//! What the control groups of Linux leave a process: each group, from that of the process up to the root, may have a limit.

use std::fs;
use std::path::Path;

/// A version of control groups: where its groups are, and what their files are called.
struct Version {
    folder: &'static str,
    limit: &'static str,
    used: &'static str,
    /// The key, in `memory.stat`, of the bytes of files that the system drops when memory runs short.
    droppable: &'static str,
}

/// The versions. Version 2 is elsewhere where both are in use.
const VERSIONS: [Version; 3] = [
    Version {
        folder: "sys/fs/cgroup",
        limit: "memory.max",
        used: "memory.current",
        droppable: "inactive_file",
    },
    Version {
        folder: "sys/fs/cgroup/unified",
        limit: "memory.max",
        used: "memory.current",
        droppable: "inactive_file",
    },
    Version {
        folder: "sys/fs/cgroup/memory",
        limit: "memory.limit_in_bytes",
        used: "memory.usage_in_bytes",
        droppable: "total_inactive_file",
    },
];

/// The least that the groups of this process leave it, in bytes, if any of them has a limit. `root` is the root of the file
/// system.
pub(super) fn available(root: &Path) -> Option<u64> {
    let own = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let versions = VERSIONS.iter().enumerate();
    let left = versions.filter_map(|(number, version)| {
        let of_first = number == VERSIONS.len() - 1;
        let folder = root.join(version.folder);
        let path = own.lines().find_map(|line| path_of(line, of_first)).unwrap_or("/");
        // The root is asked in any case: in a container, the path can be that of the machine outside.
        let group = folder.join(path.trim_start_matches('/'));
        let chain = group.ancestors().take_while(|group| group.starts_with(&folder));
        chain.chain([folder.as_path()]).filter_map(|group| version.left(group)).min()
    });
    left.min()
}

/// The path of the group, by a line of `/proc/self/cgroup`: `0::/path` in version 2, `9:memory:/path` in version 1.
fn path_of(line: &str, of_first: bool) -> Option<&str> {
    let (_, rest) = line.split_once(':')?;
    let (controllers, path) = rest.split_once(':')?;
    let wanted = match of_first {
        true => controllers.split(',').any(|one| one == "memory"),
        false => controllers.is_empty(),
    };
    // A path outside of the container's own groups can't be followed.
    (wanted && !path.split('/').any(|part| part == "..")).then_some(path)
}

impl Version {
    /// What a group leaves, if it has a limit.
    fn left(&self, group: &Path) -> Option<u64> {
        let text = |name: &str| fs::read_to_string(group.join(name)).ok();
        let number = |name: &str| text(name)?.trim().parse::<u64>().ok();
        let limit = number(self.limit)?;
        let droppable = text("memory.stat").and_then(|stat| {
            let value = |line: &str| line.strip_prefix(self.droppable)?.trim().parse().ok();
            stat.lines().find_map(value)
        });
        let used = number(self.used).unwrap_or(0).saturating_sub(droppable.unwrap_or(0));
        Some(limit.saturating_sub(used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file system of these files.
    fn root(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        root
    }

    #[test]
    fn the_least_of_the_chain_up_to_the_root_counts() {
        let files = [
            ("proc/self/cgroup", "0::/outer/inner\n"),
            ("sys/fs/cgroup/outer/inner/memory.max", "max\n"),
            ("sys/fs/cgroup/outer/inner/memory.current", "100\n"),
            ("sys/fs/cgroup/outer/memory.max", "5000\n"),
            ("sys/fs/cgroup/outer/memory.current", "1000\n"),
            ("sys/fs/cgroup/outer/memory.stat", "active_file 7\ninactive_file 300\n"),
            ("sys/fs/cgroup/other/memory.max", "1\n"),
        ];
        assert_eq!(available(root(&files).path()), Some(4300));
        let nearer = [&files[..], &[("sys/fs/cgroup/outer/inner/memory.max", "400")]].concat();
        assert_eq!(available(root(&nearer).path()), Some(300));
        let container = [("proc/self/cgroup", "0::/not/here\n"), ("sys/fs/cgroup/memory.max", "9")];
        assert_eq!(available(root(&container).path()), Some(9));
    }

    #[test]
    fn version_1_has_other_files() {
        let files = [
            ("proc/self/cgroup", "3:cpu,cpuacct:/x\n2:memory:/outer/inner\n0::/x\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "12345\n"),
            ("sys/fs/cgroup/memory/outer/memory.limit_in_bytes", "8000\n"),
            ("sys/fs/cgroup/memory/outer/memory.usage_in_bytes", "2000\n"),
            ("sys/fs/cgroup/memory/outer/memory.stat", "cache 5\ntotal_inactive_file 500\n"),
            ("sys/fs/cgroup/memory/outer/inner/memory.limit_in_bytes", "7000\n"),
            ("sys/fs/cgroup/memory/outer/inner/memory.usage_in_bytes", "0\n"),
        ];
        assert_eq!(available(root(&files).path()), Some(6500));
    }

    #[test]
    fn without_groups_nothing_is_limited() {
        assert_eq!(available(root(&[]).path()), None);
        let outside =
            [("proc/self/cgroup", "0::/../../x\n"), ("sys/fs/cgroup/memory.max", "max\n")];
        assert_eq!(available(root(&outside).path()), None);
    }
}
