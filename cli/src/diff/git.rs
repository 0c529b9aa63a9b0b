//! Revisions and work trees of a git repository.

use std::path::{Path, PathBuf};

use super::workspace;
use crate::git;

/// A repository with a work tree.
pub struct Repository {
    /// The top of its work tree.
    pub root: PathBuf,
}

/// Two revisions, as the command line names them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The old one.
    pub old: String,
    /// The new one; without it the work tree as it is.
    pub new: Option<String>,
    /// Whether the old one is the commit from which both come: `A...B`.
    pub from_base: bool,
}

impl Range {
    /// Reads `A..B`, `A...B` or `A`; a side that is left out is HEAD.
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
    /// The repository that a folder is in.
    ///
    /// # Errors
    /// It is in none, or there is no git.
    pub fn of(folder: &Path) -> Result<Repository, String> {
        let root = git(folder, &["rev-parse", "--show-toplevel"])
            .map_err(|problem| format!("{}: {problem}", folder.display()))?;
        Ok(Repository {
            root: PathBuf::from(root),
        })
    }

    /// The commit that a revision names.
    ///
    /// # Errors
    /// It names none.
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
        .map_err(|_| format!("'{revision}' is no revision of {}", self.root.display()))
    }

    /// The newest commit that two others come from.
    ///
    /// # Errors
    /// They have none in common.
    pub fn base(&self, a: &str, b: &str) -> Result<String, String> {
        git(&self.root, &["merge-base", a, b])
            .map_err(|_| format!("'{a}' and '{b}' have no commit in common"))
    }

    /// Makes a work tree of a commit.
    ///
    /// # Errors
    /// What git says.
    pub fn add_work_tree(&self, path: &Path, commit: &str) -> Result<(), String> {
        let path = path.to_str().ok_or("a path is not UTF-8")?;
        git(
            &self.root,
            &[
                // hooks of the repository are for the people who work in it
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

/// Lets a repository forget work trees that are not there any more.
pub fn forget_work_trees(repository: &Path) {
    // what it remembers is removed by git itself some day
    let _ = git(repository, &["worktree", "prune"]);
}

/// Runs git in a folder; returns the first line that it prints.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = workspace::run(&mut git::command(folder, arguments));
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
