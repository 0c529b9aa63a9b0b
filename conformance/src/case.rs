//! Finds recorded cases on disk and converts them to jobs for an engine.
//!
//! A case is a manifest `NAME.pp` with its transcript `NAME.out` (and `NAME.catalog.json`), or a
//! node of an environment folder with `expected/NODE.out`. `oracle/oracle.rb` and
//! `oracle/oracle_env.rb` describe the other files that may accompany them.

use std::path::{Path, PathBuf};
use std::{fs, io};

use catalog::data::Data;
use catalog::node;
use serde_json::{Map, Value};

use crate::engine::{Job, Manifest};
use crate::files;

/// The facts of a manifest without facts of its own.
const DEFAULT_FACTS: &str = include_str!("../oracle/facts.json");
/// The server facts that every case uses.
const SERVER_FACTS: &str = include_str!("../oracle/server_facts.json");

/// A recorded case.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name: `lang/access/chained_access`, `catalog/env_hiera/path_forms:node1.example.com`.
    pub id: String,
    /// The folders in the name: `lang/access`.
    pub area: String,
    /// The manifest, node or other input that the case runs.
    pub kind: Kind,
}

/// The contents of a case.
#[derive(Clone, Debug)]
pub enum Kind {
    /// One manifest.
    Manifest(PathBuf),
    /// A node of an environment.
    Node {
        /// The environment's folder.
        environment: PathBuf,
        /// The node's name.
        node: String,
    },
    /// A request of the protocol.
    Request {
        /// The request, without an id.
        request: Map<String, Value>,
        /// The recorded answer.
        answer: Map<String, Value>,
    },
}

impl Case {
    /// Returns the recorded transcript.
    ///
    /// # Errors
    /// Fails if it cannot be read.
    pub fn transcript(&self) -> io::Result<String> {
        files::text(&self.recorded("out"))
    }

    /// Returns the recorded catalog, if there is one.
    ///
    /// # Errors
    /// Fails if it cannot be read or is not JSON.
    pub fn catalog(&self) -> io::Result<Option<Value>> {
        let path = self.recorded("catalog.json");
        match path.exists() {
            true => read_json(&path).map(Some),
            false => Ok(None),
        }
    }

    fn recorded(&self, extension: &str) -> PathBuf {
        match &self.kind {
            Kind::Request { .. } => PathBuf::new(),
            Kind::Manifest(path) => path.with_extension(extension),
            Kind::Node { environment, node } => environment
                .join("expected")
                .join(format!("{node}.{extension}")),
        }
    }

    /// Returns the job of the case for an engine.
    ///
    /// # Errors
    /// Fails if a file of the case cannot be read or a directive is wrong.
    pub fn job(&self) -> io::Result<Job> {
        let mut job = match &self.kind {
            Kind::Manifest(path) => manifest_job(path)?,
            Kind::Node { environment, node } => node_job(environment, node)?,
            Kind::Request { .. } => return Err(io::Error::other("a request makes its own job")),
        };
        add_server(&mut job)?;
        Ok(job)
    }
}

/// Adds the server facts to a job.
///
/// # Errors
/// Never fails: the server facts are part of the program.
pub fn add_server(job: &mut Job) -> io::Result<()> {
    job.server_facts = object(serde_json::from_str(SERVER_FACTS)?)?;
    // the server adds the environment and makes all server facts variables too
    let environment = Value::from(job.environment_name.as_str());
    job.server_facts
        .insert("environment".to_owned(), environment);
    job.is_served = true;
    Ok(())
}

/// Returns all cases below a folder, sorted by id. Ids are relative to `root`.
///
/// # Errors
/// Fails if a folder cannot be read.
pub fn find(root: &Path) -> io::Result<Vec<Case>> {
    let mut cases = Vec::new();
    // paths in messages are compared, so each path must have only one form
    let named = |error| io::Error::other(format!("{}: {error}", root.display()));
    let root = &root.canonicalize().map_err(named)?;
    walk(root, root, &mut cases)?;
    cases.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(cases)
}

fn walk(root: &Path, folder: &Path, cases: &mut Vec<Case>) -> io::Result<()> {
    if folder.join("expected").is_dir() {
        return environment_cases(root, folder, cases);
    }
    for path in files::paths(folder)? {
        if path.is_dir() {
            walk(root, &path, cases)?;
        } else if path.extension().is_some_and(|e| e == "jsonl") {
            let area = identifier(root, &path.with_extension(""));
            cases.extend(request_cases(&path, &area)?);
        } else if path.extension().is_some_and(|e| e == "pp") && path.with_extension("out").exists()
        {
            let id = identifier(root, &path.with_extension(""));
            cases.push(Case {
                area: parent(&id),
                id,
                kind: Kind::Manifest(path),
            });
        }
    }
    Ok(())
}

fn environment_cases(root: &Path, folder: &Path, cases: &mut Vec<Case>) -> io::Result<()> {
    let name = identifier(root, folder);
    for path in files::paths(&folder.join("expected"))? {
        let file = path.file_name().unwrap_or_default();
        let Some(node) = file.to_str().and_then(|f| f.strip_suffix(".out")) else {
            continue;
        };
        cases.push(Case {
            id: format!("{name}:{node}"),
            area: parent(&name),
            kind: Kind::Node {
                environment: folder.to_owned(),
                node: node.to_owned(),
            },
        });
    }
    Ok(())
}

fn identifier(root: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    let name = relative.to_string_lossy().into_owned();
    match name.is_empty() {
        true => root
            .file_name()
            .map_or_else(|| ".".to_owned(), |n| n.to_string_lossy().into_owned()),
        false => name,
    }
}

fn parent(id: &str) -> String {
    id.rsplit_once('/').map_or(id, |(area, _)| area).to_owned()
}

/// Makes the job of a manifest. Directives are comments at the head of the file, one per line.
fn manifest_job(path: &Path) -> io::Result<Job> {
    let mut job = Job::new("test.example.com", Manifest::File(path.to_owned()));
    job.facts = object(serde_json::from_str(DEFAULT_FACTS)?)?;
    let code = fs::read(path)?;
    let code = String::from_utf8_lossy(&code);
    for line in code.lines().take_while(|line| line.starts_with('#')) {
        let Some((name, value)) = line.trim_start_matches("# ").split_once(": ") else {
            continue;
        };
        match name {
            "facts" => job.facts.extend(object(serde_json::from_str(value)?)?),
            "node" => job.node = value.split_whitespace().next().unwrap_or(value).to_owned(),
            "settings" => {
                for setting in value.split_whitespace() {
                    let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
                    job.settings.push((key.to_owned(), Value::from(value)));
                }
            }
            "modulepath" => {
                let folder = path.parent().unwrap_or(Path::new("."));
                job.module_path = value.split(':').map(|d| folder.join(d)).collect();
            }
            _ => {}
        }
    }
    Ok(job)
}

fn node_job(environment: &Path, name: &str) -> io::Result<Job> {
    let mut job = Job::new(name, Manifest::Environment);
    job.environment = Some(environment.to_owned());
    let facts = environment.join("facts").join(format!("{name}.json"));
    job.facts = match facts.exists() {
        true => object(read_json(&facts)?)?,
        false => of_node(&environment.join("nodes.json"), name)?,
    };
    let trusted = of_node(&environment.join("trusted.json"), name)?;
    let mut entries = node::trusted("remote", Some(name));
    node::put_over(&mut entries, &Data::from(&Value::Object(trusted)));
    job.trusted = Some(Data::hash(entries));
    let mut classifier = of_node(&environment.join("enc.json"), name)?;
    job.classes = classifier.remove("classes");
    if let Some(Value::Object(parameters)) = classifier.remove("parameters") {
        job.variables = parameters;
    }
    let settings = environment.join("settings.json");
    if settings.exists() {
        job.settings = object(read_json(&settings)?)?.into_iter().collect();
    }
    let global = environment.join("global");
    if global.join("hiera.yaml").exists() {
        job.global = Some(global);
    }
    Ok(job)
}

/// Returns the entry of a node in a file of `{node: {..}}`; empty if there is no file or no entry.
fn of_node(file: &Path, node: &str) -> io::Result<Map<String, Value>> {
    if !file.exists() {
        return Ok(Map::new());
    }
    match object(read_json(file)?)?.remove(node) {
        Some(value) => object(value),
        None => Ok(Map::new()),
    }
}

/// Reads a JSON file.
///
/// # Errors
/// Fails if it cannot be read or is not JSON. The message names the file.
pub fn read_json(file: &Path) -> io::Result<Value> {
    let text = files::text(file)?;
    serde_json::from_str(&text).map_err(|e| io::Error::other(format!("{}: {e}", file.display())))
}

fn object(value: Value) -> io::Result<Map<String, Value>> {
    match value {
        Value::Object(map) => Ok(map),
        other => Err(io::Error::other(format!("expected an object, not {other}"))),
    }
}

/// Returns the cases in a file of recorded requests: one per line with the real Puppet's answer,
/// `{"request": {..}, "answer": {..}}`. Their ids are `AREA:LINE`.
///
/// # Errors
/// Fails if the file cannot be read or a line is malformed.
fn request_cases(path: &Path, area: &str) -> io::Result<Vec<Case>> {
    let text = files::text(path)?;
    let case = |(at, line): (usize, &str)| {
        let place = || io::Error::other(format!("{}: line {}", path.display(), at + 1));
        let mut record: Map<String, Value> = serde_json::from_str(line).map_err(|_| place())?;
        let mut part = |key: &str| match record.remove(key) {
            Some(Value::Object(map)) => Ok(map),
            _ => Err(place()),
        };
        Ok(Case {
            id: format!("{area}:{}", at + 1),
            area: area.to_owned(),
            kind: Kind::Request {
                request: part("request")?,
                answer: part("answer")?,
            },
        })
    };
    text.lines().enumerate().map(case).collect()
}
