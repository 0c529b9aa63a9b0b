//! Runs the external node classifier: a file or a command that returns the classes, variables and
//! environment of a node.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use catalog::data::{Data, Pairs, ReadError, read_yaml};
use catalog::environment::files::reason;
use catalog::node::plain_value;
use runtime::platform::{class_name, lacks_method, no_method};
use runtime::{Heap, text};

use crate::inputs::NodeData;

/// The external node classifier.
pub(crate) enum Classifier {
    File(NodeData),
    /// A program and its arguments. The name of the node is added as the last argument.
    Command(Vec<String>),
}

/// The answer of the classifier about a node.
#[derive(Default)]
pub struct Classification {
    /// The classes, in any shape.
    pub(crate) classes: Data,
    /// The variables of the top scope; their shape is not checked yet.
    parameters: Data,
    pub(crate) environment: Option<String>,
}

impl Classification {
    /// Returns the variables of the top scope.
    ///
    /// # Errors
    /// Fails if the parameters have another shape.
    pub(crate) fn variables(&self) -> Result<Vec<(String, Data)>, String> {
        parameters(&self.parameters)
    }
}

impl Classifier {
    /// Opens a classifier. `given` names a file of answers if it is a file that is not executable;
    /// otherwise it is a command.
    pub(crate) fn new(given: &str, nodes: &[String]) -> Result<Classifier, String> {
        let path = Path::new(given);
        if path.is_file() && !is_executable(path) {
            let keys = ["classes", "parameters", "environment"];
            return NodeData::read(path, nodes, &keys).map(Classifier::File);
        }
        let words: Vec<String> = match path.is_file() {
            true => vec![given.to_owned()],
            false => given.split_whitespace().map(str::to_owned).collect(),
        };
        let program = words.first().map(Path::new);
        match program.filter(|program| program.is_file() || !given.contains('/')) {
            Some(_) => Ok(Classifier::Command(words)),
            None => Err(format!("{given}: no such file")),
        }
    }

    /// Asks the classifier about a node.
    ///
    /// # Errors
    /// Fails if the command fails or its answer has another shape.
    pub(crate) fn of(&self, node: &str) -> Result<Classification, String> {
        let words = match self {
            Classifier::File(file) => {
                let empty = || Data::hash(Pairs::default());
                let said = file.of(node).filter(|said| !said.is_undef());
                return self::classification(node, &said.cloned().unwrap_or_else(empty));
            }
            Classifier::Command(words) => words,
        };
        let (program, arguments) = words.split_first().ok_or("--enc: the command is empty")?;
        let failed = |why: String| format!("Failed to find {node} via exec: {why}");
        // a program name with a slash is relative to the current folder and is not searched in PATH
        let run = Command::new(program)
            .args(arguments)
            .arg(node)
            .envs([("LANG", "C"), ("LC_ALL", "C")])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| failed(format!("{program}: {}", reason(&error))))?;
        if !run.status.success() {
            let shown = String::from_utf8_lossy(&run.stdout);
            let status = match run.status.code() {
                Some(code) => code.to_string(),
                None => run.status.to_string(),
            };
            let command = format!("{} {node}", words.join(" "));
            let why = format!(
                "Execution of '{command}' returned {status}: {}",
                shown.trim()
            );
            return Err(failed(why));
        }
        if run.stdout.trim_ascii().is_empty() {
            return Err(format!("Could not find node {node}"));
        }
        let answer = read_yaml("<unknown>", &run.stdout);
        let answer = answer.map_err(|error| match error {
            ReadError::Stack => {
                unloadable(node, "a value contains itself, or is nested too deeply")
            }
            error => unloadable(node, &error.to_string()),
        })?;
        self::classification(node, &answer)
    }
}

fn unloadable(node: &str, why: &str) -> String {
    format!("Could not load external node results for {node}: {why}")
}

/// Converts an answer of the classifier.
fn classification(node: &str, answer: &Data) -> Result<Classification, String> {
    let mut classification = Classification::default();
    let mut named = Data::Undef;
    for (name, value) in pairs(answer).map_err(|why| unloadable(node, &why))? {
        match name.as_str() {
            "classes" => classification.classes = value,
            "parameters" => classification.parameters = value,
            "environment" => named = value,
            _ => {}
        }
    }
    classification.environment = environment(&named)?;
    Ok(classification)
}

/// Returns the pairs of a hash, or of an array of pairs, as Ruby's `each_with_object` does.
fn pairs(answer: &Data) -> Result<Vec<(String, Data)>, String> {
    let list: Vec<(Data, Data)> = match answer {
        Data::Hash(pairs) => pairs
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        Data::Array(items) => items.iter().map(pair).collect::<Result<_, _>>()?,
        Data::Undef => {
            return Err(lacks(&Data::Boolean(false), "each_with_object"));
        }
        other => return Err(lacks(other, "each_with_object")),
    };
    let name = |(name, value): (Data, Data)| match name.as_word() {
        Some(text) => Ok((text.to_owned(), value)),
        None => {
            let heap = Heap::new();
            let class = class_name(plain_value(&heap, &name));
            Err(format!("key is a {class}, not a string or symbol"))
        }
    };
    list.into_iter().map(name).collect()
}

/// Returns the first two parts of an item, as Ruby's `[0]` and `[1]` do.
fn pair(item: &Data) -> Result<(Data, Data), String> {
    let part = |at: usize| match item {
        Data::Array(items) => items.get(at).cloned().unwrap_or_default(),
        Data::Hash(pairs) => {
            let at = Data::Integer(at as i64);
            let found = pairs.iter().find(|(key, _)| **key == at);
            found.map_or(Data::Undef, |(_, value)| value.clone())
        }
        Data::String(text) => {
            let letter = text.chars().nth(at);
            letter.map_or(Data::Undef, |letter| Data::string(&letter.to_string()))
        }
        Data::Integer(bits) => Data::Integer(bits >> at & 1),
        _ => Data::Undef,
    };
    match item {
        Data::Undef | Data::Boolean(_) | Data::Float(_) => Err(lacks(item, "[]")),
        _ => Ok((part(0), part(1))),
    }
}

/// Returns the variables of the top scope. A key that is not a name is written as Ruby writes it.
fn parameters(given: &Data) -> Result<Vec<(String, Data)>, String> {
    match given {
        Data::Undef | Data::Boolean(false) => Ok(Vec::new()),
        Data::Hash(parameters) => {
            let heap = Heap::new();
            let name = |name: &Data| match name.as_word() {
                Some(name) => name.to_owned(),
                None => text::ruby(plain_value(&heap, name)),
            };
            let entries = parameters.iter();
            Ok(entries
                .map(|(key, value)| (name(key), value.clone()))
                .collect())
        }
        Data::Array(_) => Err("no implicit conversion of String into Integer".to_owned()),
        Data::String(_) => Err("string not matched".to_owned()),
        other => Err(lacks(other, "[]=")),
    }
}

fn environment(given: &Data) -> Result<Option<String>, String> {
    match given {
        Data::Undef | Data::Boolean(false) => Ok(None),
        Data::String(name) | Data::Symbol(name) => Ok(Some(name.to_string())),
        other => Err(lacks(other, "name")),
    }
}

/// Returns Ruby's message about data that lacks a method.
fn lacks(data: &Data, method: &str) -> String {
    let heap = Heap::new();
    match data {
        Data::Symbol(name) => lacks_method(method, &format!(":{name}:Symbol")),
        data => no_method(method, plain_value(&heap, data)),
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "exe")
}
