//! Checks which parts of a large environment one node loads, and what is read again after a file
//! has changed.

use std::any::Any;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use catalog::compile::{Use, compile};
use catalog::compiler::Compiler;
use catalog::data::{Data, Pairs};
use catalog::environment::{Environment, Options};
use catalog::node::Node;
use runtime::Cx;
use runtime::error::Error;

const MODULES: usize = 40;
const CLASSES: usize = 20;

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Creates modules, each with a class of its own name, other classes, a function, an alias and a
/// define.
fn environment(name: &str) -> (Folder, Environment) {
    let root = std::env::temp_dir().join(format!("bunraku-{name}-{}", std::process::id()));
    let folder = Folder(root);
    folder.write(
        "manifests/site.pp",
        "node default { include m1, m2 }\nnode other { include m2, m3 }",
    );
    for m in 0..MODULES {
        let write = |path: &str, text: String| folder.write(&format!("modules/m{m}/{path}"), &text);
        let init =
            format!("class m{m} {{ include m{m}::c3 m{m}::d {{ 'x{m}': p => m{m}::f(1) }} }}");
        write("manifests/init.pp", init);
        for c in 0..CLASSES {
            write(
                &format!("manifests/c{c}.pp"),
                format!("class m{m}::c{c}($p = 0) {{ }}"),
            );
        }
        write(
            "manifests/d.pp",
            format!("define m{m}::d(M{m}::T $p) {{ }}"),
        );
        write("functions/f.pp", format!("function m{m}::f($x) {{ $x }}"));
        write("functions/g.pp", format!("function m{m}::g($x) {{ $x }}"));
        write("types/t.pp", format!("type M{m}::T = Integer"));
        let level = "hierarchy: [{name: all, paths: [\"%{nodename}.yaml\", all.yaml]}]";
        write("hiera.yaml", format!("version: 5\n{level}\n"));
        write("data/all.yaml", format!("m{m}::c3::p: {m}\n"));
        folder.write(&format!("data/nodes/n{m}.yaml"), "x: 1\n");
    }
    folder.write("data/nodes/a.yaml", "m1::c3::p: 100\n");
    folder.write("data/nodes/other.yaml", "z: 1\n");
    folder.write("data/common.yaml", "y: 1\n");
    let levels = "hierarchy: [{name: all, paths: [\"nodes/%{nodename}.yaml\", common.yaml]}]";
    folder.write("hiera.yaml", &format!("version: 5\n{levels}\n"));
    let options = Options {
        directory: Some(folder.0.clone()),
        ..Options::default()
    };
    let environment = Environment::open(options).expect("the folder exists");
    (folder, environment)
}

struct Message;

impl Use<Option<String>> for Message {
    fn call<'h>(
        self,
        _compiler: &'h Compiler<'h>,
        _cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Option<String> {
        error.map(|error| error.message)
    }
}

fn compile_node(environment: &Environment, name: &str) {
    let node = Node {
        name: name.to_owned(),
        facts: Some(Data::hash(Pairs::default())),
        variables: vec![("nodename".to_owned(), Data::string(name))],
        ..Node::default()
    };
    assert_eq!(compile(environment, &node, Message), None);
}

/// The loaded files by path below the environment; their content stays in memory, so that later
/// content cannot have the same address.
type Read = BTreeMap<String, Arc<dyn Any + Send + Sync>>;

/// Returns the code that was loaded.
fn read(folder: &Folder, environment: &Environment) -> Read {
    let root = format!("{}/", folder.0.display());
    let units = environment.loaded().into_iter();
    let entry = |unit: &runtime::code::CodeUnit| {
        let path = unit.source().path.clone().unwrap_or_default();
        let below = path.strip_prefix(&root).unwrap_or(&path).to_owned();
        let source: Arc<dyn Any + Send + Sync> = unit.source().clone();
        (below, source)
    };
    units.map(entry).collect()
}

/// Returns the data that was loaded.
fn data(folder: &Folder, environment: &Environment) -> Read {
    let root = format!("{}/", folder.0.display());
    let all = environment.hierarchies.loaded().into_iter();
    all.map(|(path, content)| (path.replace(&root, ""), content))
        .collect()
}

fn used(modules: &[usize]) -> Vec<String> {
    let mut paths = vec!["manifests/site.pp".to_owned()];
    for m in modules {
        for file in [
            "functions/f.pp",
            "manifests/c3.pp",
            "manifests/d.pp",
            "manifests/init.pp",
            "types/t.pp",
        ] {
            paths.push(format!("modules/m{m}/{file}"));
        }
    }
    paths
}

#[test]
fn a_node_reads_the_files_that_it_uses() {
    let (folder, environment) = environment("touched");
    assert!(read(&folder, &environment).is_empty());
    compile_node(&environment, "a");
    let paths = |environment| Vec::from_iter(read(&folder, environment).into_keys());
    assert_eq!(paths(&environment), used(&[1, 2]));
    // another node adds only what it uses itself
    compile_node(&environment, "other");
    assert_eq!(paths(&environment), used(&[1, 2, 3]));
}

#[test]
fn a_node_reads_the_data_that_it_uses() {
    let (folder, environment) = environment("data");
    let paths = |environment| Vec::from_iter(data(&folder, environment).into_keys());
    assert!(paths(&environment).is_empty());
    compile_node(&environment, "a");
    let mut want = vec![
        "data/common.yaml",
        "data/nodes/a.yaml",
        "hiera.yaml",
        "modules/m1/data/all.yaml",
        "modules/m1/hiera.yaml",
        "modules/m2/data/all.yaml",
        "modules/m2/hiera.yaml",
    ];
    assert_eq!(paths(&environment), want);
    compile_node(&environment, "other");
    want.insert(2, "data/nodes/other.yaml");
    want.extend(["modules/m3/data/all.yaml", "modules/m3/hiera.yaml"]);
    assert_eq!(paths(&environment), want);
}

/// Returns the paths that were read again.
fn changes<'a>(before: &Read, after: &'a Read) -> Vec<&'a str> {
    let is_kept = |path: &str, now: &Arc<dyn Any + Send + Sync>| {
        before.get(path).is_some_and(|was| Arc::ptr_eq(was, now))
    };
    let other = after.iter().filter(|(path, now)| !is_kept(path, now));
    other.map(|(path, _)| path.as_str()).collect()
}

#[test]
fn changed_data_is_read_again() {
    let (folder, mut environment) = environment("data-changed");
    compile_node(&environment, "a");
    let before = data(&folder, &environment);
    // all other files stay loaded, including hiera.yaml
    let changed = "data/common.yaml";
    folder.write(changed, "y: 1\nm1::c4::p: 3\n");
    environment.refresh().expect("the folder exists");
    compile_node(&environment, "a");
    let after = data(&folder, &environment);
    let other = changes(&before, &after);
    assert_eq!((after.len(), other), (before.len(), vec![changed]));
}

#[test]
fn a_changed_file_is_read_again() {
    let (folder, mut environment) = environment("changed");
    compile_node(&environment, "a");
    let before = read(&folder, &environment);
    let changed = "modules/m1/manifests/c3.pp";
    folder.write(changed, "class m1::c3 { notify { 'changed': } }");
    environment.refresh().expect("the folder exists");
    compile_node(&environment, "a");
    let after = read(&folder, &environment);
    let other = changes(&before, &after);
    assert_eq!((after.len(), other), (before.len(), vec![changed]));
}
