//! Compares syntax trees: parses and checks every manifest and template of real modules, and
//! compares with the digests that `oracle/pn_all.rb` recorded.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use frontend::validate::{Options, Strict};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::compare::hex;
use crate::files;
use crate::serve;

/// The result for one file of a module.
pub struct Outcome {
    /// The path of the file below its module's folder.
    pub file: String,
    /// The tree, the error and the warnings as text.
    pub text: String,
}

/// Returns the modules of a folder, sorted by name, each with the outcomes of its files.
///
/// # Errors
/// Fails if a folder or file cannot be read.
pub fn modules(root: &Path) -> io::Result<Vec<(String, Vec<Outcome>)>> {
    let mut modules = Vec::new();
    for name in names(root)? {
        let mut files = Vec::new();
        collect(&root.join(&name), "", &mut files)?;
        files.sort();
        let outcomes: io::Result<Vec<Outcome>> = files
            .into_iter()
            .map(|file| {
                let text = outcome(&root.join(&name).join(&file))?;
                Ok(Outcome { file, text })
            })
            .collect();
        let outcomes = outcomes?;
        if !outcomes.is_empty() {
            modules.push((name, outcomes));
        }
    }
    Ok(modules)
}

/// Returns the line of a module: its name, the number of its files, and the digest of all outcomes.
pub fn module_line(name: &str, outcomes: &[Outcome]) -> String {
    let mut digest = Sha256::new();
    for Outcome { file, text } in outcomes {
        digest.update(format!("{file}\n{text}\n"));
    }
    format!("{name} {} {}", outcomes.len(), hex(&digest.finalize()))
}

/// Returns the line of a file: its path and the digest of its outcome.
pub fn file_line(module: &str, outcome: &Outcome) -> String {
    let digest = hex(&Sha256::digest(&outcome.text));
    format!("{module}/{} {digest}", outcome.file)
}

fn outcome(path: &Path) -> io::Result<String> {
    let Ok(code) = String::from_utf8(fs::read(path)?) else {
        return Ok("not UTF-8".to_owned());
    };
    let code = code.strip_prefix('\u{feff}').unwrap_or(&code);
    let options = Options {
        strict: Strict::Error,
        ..Options::default()
    };
    let epp = path.extension().is_some_and(|extension| extension == "epp");
    Ok(text(&serve::parse(code, epp, true, &options)))
}

fn text(answer: &Map<String, Value>) -> String {
    let shown = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let mut lines: Vec<String> = answer.get("value_string").map(shown).into_iter().collect();
    let mut add = |level: &str, entry: &Value, issue: &str| {
        let mut line = format!(
            "{level} {}:{} ",
            shown(&entry["line"]),
            shown(&entry["column"])
        );
        let _ = write!(line, "{issue}{}", shown(&entry["message"]));
        lines.push(line);
    };
    if let Some(error) = answer.get("error").filter(|error| error.is_object()) {
        add("error", error, "");
    }
    for log in answer
        .get("logs")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        add(
            &shown(&log["level"]),
            log,
            &format!("{} ", shown(&log["issue"])),
        );
    }
    lines.join("\n")
}

/// Returns the names in a folder, sorted, without hidden ones.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for path in files::paths(folder)? {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Appends the manifests and templates below a folder. Does not follow links to folders.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for name in names(folder)? {
        let path = folder.join(&name);
        let below = format!("{prefix}{name}");
        if path.symlink_metadata()?.is_dir() {
            collect(&path, &format!("{below}/"), files)?;
        } else if name.ends_with(".pp") || name.ends_with(".epp") {
            files.push(below);
        }
    }
    Ok(())
}
