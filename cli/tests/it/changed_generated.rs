//! Edits generated environments. A node that its read set calls untouched must compile to the same
//! catalog, log and error as before, and it must not be compiled.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::catalog::Layout;
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::data::{Data, Pairs, read_json};
use catalog::environment::{Environment, Options};
use catalog::node::Node;
use catalog::read_set::check::{Check, Reason};
use catalog::read_set::store::{Builder, Outcome, Store};
use catalog::read_set::{Answer, NodeReads};
use conformance::generate::Choices;
use conformance::generate::edit::edit;
use conformance::generate::environment::{Files, environment};
use runtime::Cx;
use runtime::error::Error;

/// The result of compiling a node.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Compiled {
    catalog: String,
    log: String,
    error: Option<String>,
}

struct Take;

impl Use<Compiled> for Take {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Compiled {
        let mut catalog = Vec::new();
        let mut error = error.map(|error| error.text(true));
        if error.is_none() {
            let written = compiler.write_catalog(Layout::Pretty, &mut catalog);
            error = written
                .err()
                .map(|error| cli::output::error_message(&error));
        }
        let catalog = String::from_utf8_lossy(&catalog).into_owned();
        // the version is the time, so it is left out
        let lines = catalog
            .lines()
            .filter(|line| !line.starts_with("  \"version\": "));
        let catalog = lines.collect::<Vec<_>>().join("\n");
        let log = cx
            .log
            .iter()
            .map(|entry| entry.text(false) + "\n")
            .collect();
        Compiled {
            catalog,
            log,
            error,
        }
    }
}

/// A folder that is removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("bunraku-changed-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("writable");
        Folder(path)
    }

    /// Changes the files of the folder from `before` to `now`.
    fn write(&self, before: &Files, now: &Files) {
        for path in before.keys().filter(|path| !now.contains_key(*path)) {
            let mut path = self.0.join(path);
            let _ = std::fs::remove_file(&path);
            // removes folders that have become empty
            while path.pop() && path != self.0 && std::fs::remove_dir(&path).is_ok() {}
        }
        for (path, text) in now
            .iter()
            .filter(|(path, text)| before.get(*path) != Some(text))
        {
            let path = self.0.join(path);
            std::fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
            std::fs::write(path, text).expect("writable");
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn open(folder: &Path) -> Result<Arc<Environment>, String> {
    let options = Options {
        directory: Some(folder.to_owned()),
        is_recorded: true,
        ..Options::default()
    };
    Ok(Arc::new(Environment::open(options)?))
}

fn table(files: &Files, name: &str) -> BTreeMap<String, Data> {
    let data = files.get(name).and_then(|text| read_json(name, text).ok());
    let pairs = data.as_ref().and_then(Data::as_hash);
    let pairs = pairs.into_iter().flat_map(|pairs| pairs.iter());
    pairs
        .filter_map(|(name, data)| Some((name.as_str()?.to_owned(), data.clone())))
        .collect()
}

/// Returns the nodes that the files describe.
fn nodes(files: &Files) -> Vec<Node> {
    let (trusted, answers) = (table(files, "trusted.json"), table(files, "enc.json"));
    let node = |(name, facts): (String, Data)| {
        let pairs = facts.as_hash().into_iter().flat_map(|facts| facts.iter());
        let mut variables: Vec<(String, Data)> = pairs
            .filter_map(|(name, data)| Some((name.as_str()?.to_owned(), data.clone())))
            .collect();
        let mut own: Pairs = [(Data::string("certname"), Data::string(&name))]
            .into_iter()
            .collect();
        let more = trusted.get(&name).and_then(Data::as_hash);
        own.extend(
            more.into_iter()
                .flat_map(|more| more.iter())
                .map(|(k, v)| (k.clone(), v.clone())),
        );
        let answer = answers.get(&name).and_then(Data::as_hash);
        let given = answer
            .and_then(|answer| answer.get("parameters"))
            .and_then(Data::as_hash);
        let given = given.into_iter().flat_map(|given| given.iter());
        variables.extend(
            given.filter_map(|(name, data)| Some((name.as_str()?.to_owned(), data.clone()))),
        );
        Node {
            facts: Some(facts.clone()),
            trusted: Some(Data::hash(own)),
            server_facts: Some(Data::hash(Pairs::default())),
            variables,
            classes: answer
                .and_then(|answer| answer.get("classes"))
                .cloned()
                .unwrap_or_default(),
            rich: false,
            name,
        }
    };
    table(files, "nodes.json").into_iter().map(node).collect()
}

type Results = BTreeMap<String, Compiled>;

fn compile(environment: &Environment, node: &Node) -> (Compiled, NodeReads) {
    let done = cli::engine::caught(|| compile::compile_noted(environment, node, Take));
    let (compiled, reads) = done.expect("no limit is met");
    (compiled, reads.expect("it is recorded"))
}

/// The numbers of nodes that were compiled again, and of those that gave the same result as before.
#[derive(Default, Debug)]
struct Figures {
    edits: usize,
    nodes: usize,
    touched: usize,
    needless: usize,
    kinds: BTreeMap<String, usize>,
}

const PROGRAM: Answer = Answer([1; 16]);

/// Edits an environment `edits` times, and compares the results each time.
fn check(seed: u64, edits: usize, figures: &mut Figures) {
    let folder = Folder::new(&seed.to_string());
    let choices = &mut Choices::of_seed(seed);
    let mut files = environment(choices);
    folder.write(&Files::new(), &files);
    let mut results = Results::new();
    let mut store = Store::default();
    let mut done = Vec::new();
    for round in 0..=edits {
        if round > 0 {
            let before = files.clone();
            done.push(edit(&mut files, choices));
            folder.write(&before, &files);
        }
        // an environment that cannot be opened compiles nothing
        let (Ok(now), Ok(other)) = (open(&folder.0), open(&folder.0)) else {
            continue;
        };
        let mut check = Check::new(&store, PROGRAM);
        check.ask(&now);
        let mut builder = Builder::new(PROGRAM);
        let mut kept = Vec::new();
        for node in nodes(&files) {
            let name = &node.name;
            let reason = check
                .reason(name, &now, || Ok(node.clone()))
                .expect("there is a node");
            let (whole, _) = compile(&other, &node);
            figures.nodes += usize::from(round > 0);
            let Some(reason) = reason else {
                assert_eq!(
                    results.get(name),
                    Some(&whole),
                    "seed {seed}: {done:#?}\n{name}"
                );
                kept.push(name.clone());
                continue;
            };
            let (compiled, reads) = compile(&now, &node);
            assert_eq!(compiled, whole, "seed {seed}: {done:#?}\n{name}");
            if round > 0 {
                figures.touched += 1;
                if results.get(name) == Some(&whole) {
                    figures.needless += 1;
                    let kind = match reason {
                        Reason::Question(kind, _) => format!("{kind:?}"),
                        Reason::Key(..) => "Key".to_owned(),
                        reason => format!("{reason:?}"),
                    };
                    *figures.kinds.entry(kind).or_default() += 1;
                }
            }
            builder.add(&now, name, reads, Outcome::default());
            results.insert(name.clone(), compiled);
        }
        let new = builder.build(Some(&store), &kept);
        let read = Store::of_bytes(&new.to_bytes()).expect("it was just written");
        assert_eq!(read, new, "seed {seed}: {done:#?}");
        store = read;
    }
    figures.edits += edits;
}

#[test]
fn untouched_nodes_compile_to_the_same() {
    let number = |name: &str, usual: u64| {
        let given = std::env::var(name).ok();
        given.and_then(|given| given.parse().ok()).unwrap_or(usual)
    };
    let (first, count) = (number("CHANGED_SEED", 0), number("CHANGED_COUNT", 60));
    let edits = number("CHANGED_EDITS", 6) as usize;
    let done = cli::engine::on_deep_stack(|| {
        let mut figures = Figures::default();
        (first..first + count).for_each(|seed| check(seed, edits, &mut figures));
        figures
    });
    let figures = done.expect("no check fails");
    println!("{figures:?}");
    // most edits change one file of several, which some nodes read
    assert!(
        figures.touched < figures.nodes && figures.needless * 3 < figures.nodes * 2,
        "{figures:?}"
    );
}
