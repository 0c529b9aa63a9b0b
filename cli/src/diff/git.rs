//! Finds revisions of a git repository and makes work trees of them.

use std::path::{Path, PathBuf};

use super::command;
use crate::git;

/// A repository with a work tree.
pub struct Repository {
    /// The top of its work tree.
    pub root: PathBuf,
}

/// Two revisions, as the command line names them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The old revision.
    pub old: String,
    /// The new revision; `None` means the work tree with its uncommitted changes.
    pub new: Option<String>,
    /// True for `A...B`: the old side is the newest common ancestor of both revisions.
    pub from_base: bool,
}

impl Range {
    /// Parses `A..B`, `A...B` or `A`. A side that is left out is HEAD.
    pub fn parse(word: &str) -> Range {
        let head = |text: &str| match text.is_empty() {
            true => "HEAD".to_owned(),
            false => text.to_owned(),
        };
        let (old, new, from_base) = match (word.split_once("..."), word.split_once("..")) {
            (Some((old, new)), _) => (old, Some(head(new)), true),
            (None, Some((old, new))) => (old, Some(head(new)), false),
            (None, None) => (word, None, false),
        };
        Range {
            old: head(old),
            new,
            from_base,
        }
    }
}

impl Repository {
    /// Returns the repository that contains a folder.
    ///
    /// # Errors
    /// Fails if the folder is in no repository, or there is no git.
    pub fn of(folder: &Path) -> Result<Repository, String> {
        let root = git(folder, &["rev-parse", "--show-toplevel"])
            .map_err(|problem| format!("{}: {problem}", folder.display()))?;
        Ok(Repository {
            root: PathBuf::from(root),
        })
    }

    /// Returns the hash of the commit that a revision names.
    ///
    /// # Errors
    /// Fails if the revision names no commit.
    pub fn commit(&self, revision: &str) -> Result<String, String> {
        let wanted = format!("{revision}^{{commit}}");
        git(
            &self.root,
            &[
                "rev-parse",
                "--verify",
                "--quiet",
                "--end-of-options",
                &wanted,
            ],
        )
        .map_err(|_| format!("'{revision}' is not a revision of {}", self.root.display()))
    }

    /// Returns the newest common ancestor of two commits.
    ///
    /// # Errors
    /// Fails if they have no common ancestor.
    pub fn base(&self, a: &str, b: &str) -> Result<String, String> {
        git(&self.root, &["merge-base", a, b])
            .map_err(|_| format!("'{a}' and '{b}' have no commit in common"))
    }

    /// Makes a work tree of a commit.
    ///
    /// # Errors
    /// Fails with git's message.
    pub fn add_work_tree(&self, path: &Path, commit: &str) -> Result<(), String> {
        let path = path.to_str().ok_or("a path is not UTF-8")?;
        git(
            &self.root,
            &[
                // hooks of the repository must not run for a temporary work tree
                "-c",
                "core.hooksPath=/dev/null",
                "worktree",
                "add",
                "--quiet",
                "--detach",
                "--force",
                path,
                commit,
            ],
        )
        .map(drop)
    }
}

/// Removes the repository's records of work trees that no longer exist.
pub fn forget_work_trees(repository: &Path) {
    // if this fails, git removes the records itself some day
    let _ = git(repository, &["worktree", "prune"]);
}

/// Runs git in a folder and returns the first line of its output.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = command::run(&mut git::command(folder, arguments));
    let text = git::printed(output, arguments)?;
    let text = String::from_utf8_lossy(&text);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_git_reads_them() {
        let range = |old: &str, new: Option<&str>, from_base| Range {
            old: old.to_owned(),
            new: new.map(str::to_owned),
            from_base,
        };
        for (word, expected) in [
            ("a..b", range("a", Some("b"), false)),
            ("a...b", range("a", Some("b"), true)),
            ("a..", range("a", Some("HEAD"), false)),
            ("..b", range("HEAD", Some("b"), false)),
            ("HEAD~1", range("HEAD~1", None, false)),
        ] {
            assert_eq!(Range::parse(word), expected, "{word}");
        }
    }
}
