//! Finds the two sides of a comparison: turns the words of the command line into folders of
//! catalogs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use catalog::environment::files::reason;
use diff::render::Sides;

use super::command;
use super::compilation::{Compilation, PathMapping};
use super::git::{Range, Repository};
use super::sources::{Nodes, Sources};
use super::workspace::Workspace;

/// Finds the catalogs of both sides. Compiles sides that are revisions or environments.
///
/// # Errors
/// Fails if a side does not exist or cannot be compiled at all.
pub fn open(
    words: &[String],
    compilation: &Compilation<'_>,
    prepare: Option<&str>,
) -> Result<Sources, String> {
    match words {
        [range] => revisions(range, compilation, prepare),
        [old, new] => {
            if old == "-" && new == "-" {
                return Err("only one side can be standard input".to_owned());
            }
            let names = Sides {
                old: old.clone(),
                new: new.clone(),
            };
            let is_missing = |side: &String| side != "-" && !Path::new(side).exists();
            if is_missing(old) && is_missing(new) {
                return Err(format!(
                    "there is no file or folder '{old}'; are these revisions? Then write '{old}..{new}'"
                ));
            }
            if !is_environment(old) && !is_environment(new) {
                return Ok(Sources::of(
                    names,
                    Nodes::read(old)?,
                    Nodes::read(new)?,
                    None,
                ));
            }
            environments(names, compilation)
        }
        _ => Err("expected one range of revisions or two sides".to_owned()),
    }
}

/// Returns true if a path is the folder of an environment and not a folder of catalogs.
fn is_environment(word: &str) -> bool {
    let folder = Path::new(word);
    let has = |name: &str| folder.join(name).exists();
    folder.join("manifests").is_dir()
        || folder.join("modules").is_dir()
        || ["environment.conf", "hiera.yaml", "Puppetfile", "site.pp"]
            .iter()
            .any(|name| has(name))
}

/// Compiles the sides that are environments.
fn environments(names: Sides, compilation: &Compilation<'_>) -> Result<Sources, String> {
    let workspace = Workspace::new()?;
    let side = |word: &str, name: &str| match is_environment(word) {
        true => compilation.compile(Path::new(word), None, &workspace.make(name)?),
        false => Nodes::read(word),
    };
    let (mut old, new) = (side(&names.old, "old")?, side(&names.new, "new")?);
    if is_environment(&names.old) && is_environment(&names.new) {
        // values that contain the path of the environment must not differ only for that reason
        old.relocate(absolute(&names.old)?, absolute(&names.new)?);
    }
    Ok(Sources::of(names, old, new, Some(workspace)))
}

fn absolute(path: &str) -> Result<String, String> {
    let found = fs::canonicalize(path).map_err(|error| format!("{path}: {}", reason(&error)))?;
    Ok(found.to_string_lossy().into_owned())
}

/// Compiles two revisions, or one revision and the work tree.
fn revisions(
    word: &str,
    compilation: &Compilation<'_>,
    prepare: Option<&str>,
) -> Result<Sources, String> {
    let folder = compilation.environment();
    let folder = fs::canonicalize(&folder)
        .map_err(|error| format!("{}: {}", folder.display(), reason(&error)))?;
    let repository = Repository::of(&folder)?;
    let range = Range::parse(word);
    let new = match &range.new {
        Some(new) => Some(repository.commit(new)?),
        None => None,
    };
    let mut old = repository.commit(&range.old)?;
    if let (true, Some(new)) = (range.from_base, &new) {
        old = repository.base(&old, new)?;
    }
    let workspace = Workspace::new()?;
    workspace.holds_work_trees_of(&repository.root);
    let checkout = Checkout {
        repository: &repository,
        workspace: &workspace,
        folder: &folder,
        compilation,
        prepare,
    };
    let old_nodes = checkout.nodes("old", &range.old, &old)?;
    let new_nodes = match (&range.new, &new) {
        (Some(name), Some(commit)) => checkout.nodes("new", name, commit)?,
        _ => compilation.compile(&folder, None, &workspace.make("new-catalogs")?)?,
    };
    let short = |name: &str, commit: &str| match commit.starts_with(name) {
        true => commit.chars().take(12).collect(),
        false => format!("{name} ({})", commit.chars().take(12).collect::<String>()),
    };
    let names = Sides {
        old: match range.from_base {
            true => format!(
                "{word}: base ({})",
                old.chars().take(12).collect::<String>()
            ),
            false => short(&range.old, &old),
        },
        new: match (&range.new, &new) {
            (Some(name), Some(commit)) => short(name, commit),
            _ => "work tree".to_owned(),
        },
    };
    Ok(Sources::of(names, old_nodes, new_nodes, Some(workspace)))
}

struct Checkout<'c> {
    repository: &'c Repository,
    workspace: &'c Workspace,
    /// The environment in the repository's own work tree.
    folder: &'c Path,
    compilation: &'c Compilation<'c>,
    prepare: Option<&'c str>,
}

impl Checkout<'_> {
    /// Compiles a commit in a separate work tree. Its folder has the same name as the repository's
    /// own work tree, so that only the path to it differs.
    fn nodes(&self, side: &str, name: &str, commit: &str) -> Result<Nodes, String> {
        let root = &self.repository.root;
        let above = self.workspace.make(side)?;
        let tree = above.join(root.file_name().unwrap_or_else(|| "repository".as_ref()));
        self.repository.add_work_tree(&tree, commit)?;
        let inner = self.folder.strip_prefix(root).unwrap_or(Path::new(""));
        let environment = tree.join(inner);
        if let Some(command) = self.prepare {
            // the command may create the environment, so its folder need not exist yet
            let folder = if environment.is_dir() {
                &environment
            } else {
                &tree
            };
            prepare(command, folder, side, commit)?;
        }
        if !environment.is_dir() {
            return Err(format!("{name} has no folder {}", inner.display()));
        }
        let output = self.workspace.make(&format!("{side}-catalogs"))?;
        let moved = PathMapping {
            from: root,
            to: &tree,
            environment_name: self.compilation.environment_name(self.folder),
        };
        let mut nodes = self
            .compilation
            .compile(&environment, Some(&moved), &output)?;
        let parent = root.parent().unwrap_or(root);
        nodes.relocate(text(&tree), text(root));
        nodes.relocate(text(&above), text(parent));
        Ok(nodes)
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Runs the command that provides what a revision needs but does not contain.
fn prepare(command: &str, folder: &Path, side: &str, commit: &str) -> Result<(), String> {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .env("BUNRAKU_DIFF_SIDE", side)
        .env("BUNRAKU_DIFF_COMMIT", commit)
        .stdin(Stdio::null())
        // its output must not mix with the result
        .stdout(std::io::stderr());
    let output = command::run(&mut shell).map_err(|error| format!("--prepare: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "--prepare failed on the {side} side: {}",
            output.status
        )),
    }
}
