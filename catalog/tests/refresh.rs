//! Checks that a refreshed snapshot gives the same results as a newly opened one after any edit,
//! and that environments in one process are independent of each other.

use std::fs;
use std::path::PathBuf;

use catalog::catalog::Layout;
use catalog::compile::{Use, compile};
use catalog::compiler::Compiler;
use catalog::data::{Data, Pairs};
use catalog::environment::{Environment, Options};
use catalog::node::Node;
use runtime::Cx;
use runtime::error::Error;

const STEPS: usize = 400;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let root = std::env::temp_dir().join(format!("bunraku-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("writable");
        Folder(root)
    }

    fn open(&self, name: &str) -> Result<Environment, String> {
        Ok(Environment::open(Options {
            name: Some(name.to_owned()),
            directory: Some(self.0.clone()),
            ..Options::default()
        })?)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The log of a compilation, with its catalog or its error.
struct Answer;

impl Use<String> for Answer {
    fn call<'h>(self, compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, error: Option<Error>) -> String {
        let mut text: Vec<u8> = Vec::new();
        for entry in cx.log.iter() {
            text.extend(format!("{}\n", entry.text(false)).bytes());
        }
        match error {
            Some(error) => text.extend(error.text(false).bytes()),
            None => match compiler.write_catalog(Layout::Compact, &mut text) {
                Ok(()) => {}
                Err(error) => text.extend(format!("{error:?}").bytes()),
            },
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

fn answer(environment: &Environment) -> String {
    let node = Node {
        name: "n.example.com".to_owned(),
        facts: Some(Data::hash(Pairs::default())),
        ..Node::default()
    };
    compile(environment, &node, Answer)
}

/// The possible edits: paths, each with the texts that the file may have; an empty text means no
/// file.
const EDITS: &[(&str, &[&str])] = &[
    (
        "manifests/site.pp",
        &[
            "include m, o\n",
            "include o, m\n",
            "include m\nnotice(f(1), lookup('k', { default_value => 0 }))\n",
            "include n\n",
            "class {",
            "include m\n$x = T =~ Type\nnotice(1 =~ M::T)\n",
        ],
    ),
    (
        "manifests/b.pp",
        &[
            "",
            "notice('b1')\n",
            "notice('b2')\n",
            "class o { notice('o of b') }\n",
        ],
    ),
    (
        "modules/m/manifests/init.pp",
        &[
            "class m($p = 1) { notice(\"m ${p}\") include m::a }\n",
            "class m($p = 2) { notice(\"m ${p}\") include m::a }\n",
            "class m { m::d { 'x': } }\n",
            "class m { notice(m::f(2), upcase('x'), epp('m/t.epp', { v => 1 })) }\n",
            "",
        ],
    ),
    (
        "modules/m/manifests/a.pp",
        &[
            "class m::a { }\n",
            "class m::a { m::d { 'a': } }\n",
            "class m::b { }\n",
            "",
            "class",
        ],
    ),
    (
        "modules/m/manifests/d.pp",
        &[
            "define m::d() { notify { \"d1 ${title}\": } }\n",
            "define m::d(M::T $t = 1) { }\n",
            "",
        ],
    ),
    (
        "modules/m/functions/f.pp",
        &[
            "function m::f($x) { $x + 1 }\n",
            "function m::f($x) { $x + 2 }\n",
            "",
        ],
    ),
    (
        "modules/m/types/t.pp",
        &[
            "type M::T = Integer\n",
            "type M::T = String\n",
            "type M::T = M::U\n",
            "",
        ],
    ),
    ("modules/m/types/u.pp", &["", "type M::U = Integer\n"]),
    (
        "modules/m/templates/t.epp",
        &[
            "<%- | $v | -%>\none <%= $v %>",
            "<%- | $v | -%>\ntwo <%= $v %>",
            "<% ",
            "",
        ],
    ),
    (
        "modules/m/metadata.json",
        &[
            "",
            "{}",
            "{",
            "{\"name\": \"x-m\", \"dependencies\": [{\"name\": \"x/o\"}]}",
        ],
    ),
    (
        "modules/m/hiera.yaml",
        &[
            "",
            "version: 5\n",
            "version: 5\nhierarchy: [{name: d, path: d.yaml}]\n",
            "version: 5\nhierarchy: [{name: d, path: e.yaml}]\n",
            "version: 4\n",
        ],
    ),
    (
        "modules/m/data/d.yaml",
        &["", "m::p: 10\n", "m::p: 11\n", "m::p: [\n"],
    ),
    (
        "modules/m/data/e.yaml",
        &["", "m::p: 20\n", "m::p: \"%{lookup('k')}\"\n"],
    ),
    (
        "modules/o/manifests/init.pp",
        &[
            "class o { notice('o') }\n",
            "class o { notice('O') }\n",
            "class o { include m::a }\n",
            "",
        ],
    ),
    (
        "site/o/manifests/init.pp",
        &["", "class o { notice('site o') }\n"],
    ),
    (
        "functions/f.pp",
        &["", "function f($x) { $x }\n", "function f($x) { -$x }\n"],
    ),
    (
        "functions/upcase.pp",
        &["", "function upcase($x) { 'own' }\n"],
    ),
    (
        "types/t.pp",
        &["", "type T = Integer\n", "type T = String\n"],
    ),
    (
        "hiera.yaml",
        &[
            "",
            "version: 5\nhierarchy: [{name: c, path: c.yaml}]\n",
            "version: 5\nhierarchy: [{name: c, glob: \"*.yaml\"}]\n",
            "version: 5\nhierarchy: [{name: c, data_hash: m::h}]\n",
            "version: 5\nhierarchy:\n",
        ],
    ),
    (
        "modules/m/functions/h.pp",
        &[
            "",
            "function m::h($o, $c) { { 'k' => 7 } }\n",
            "function m::h($o, $c) { { 'k' => 8 } }\n",
        ],
    ),
    (
        "data/c.yaml",
        &[
            "",
            "k: 1\n",
            "k: 2\n",
            "m::p: 5\n",
            "lookup_options: {m::p: {convert_to: String}}\n",
        ],
    ),
    ("data/d.yaml", &["", "k: 3\n", "m::p: 6\n"]),
    (
        "environment.conf",
        &[
            "",
            "modulepath = site:modules\n",
            "modulepath = modules:site\n",
            "manifest = manifests/b.pp\n",
            "strict = warning\n",
            "config_version = /bin/echo 1\n",
            "config_version = /bin/echo 2\n",
        ],
    ),
];

/// A deterministic generator of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count
    }

    fn edit(&mut self, folder: &Folder) {
        // all paths are equally likely, and so are all texts of a path
        let (path, texts) = EDITS[self.below(EDITS.len())];
        let text = texts[self.below(texts.len())];
        let path = folder.0.join(path);
        if text.is_empty() {
            let _ = fs::remove_file(path);
            return;
        }
        fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    }
}

#[test]
fn a_refreshed_snapshot_is_as_a_new_one() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let folders = [Folder::new("refresh-a"), Folder::new("refresh-b")];
    for folder in &folders {
        for (path, texts) in EDITS {
            let path = folder.0.join(path);
            fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
            if !texts[0].is_empty() {
                fs::write(path, texts[0]).expect("writable");
            }
        }
    }
    let mut kept = folders
        .each_ref()
        .map(|folder| folder.open("e").expect("is there"));
    let mut seen = std::collections::BTreeSet::new();
    for step in 0..STEPS {
        let at = numbers.below(2);
        for _ in 0..=numbers.below(2) {
            numbers.edit(&folders[at]);
        }
        let refreshed = kept[at].refresh();
        let fresh = folders[at].open("e");
        match (&refreshed, &fresh) {
            (Ok(()), Ok(fresh)) => {
                let want = answer(fresh);
                assert_eq!(answer(&kept[at]), want, "step {step}");
                seen.insert(want);
            }
            _ => assert_eq!(refreshed.err(), fresh.err().map(|error| error.to_string())),
        }
        // the other environment has not changed
        let other = folders[1 - at].open("e").expect("is there");
        assert_eq!(answer(&kept[1 - at]), answer(&other), "step {step}");
    }
    assert!(seen.len() > 40, "{}", seen.len());
}

#[test]
fn what_a_link_leads_to_is_read_again() {
    let folder = Folder::new("refresh-link");
    let written = std::time::SystemTime::UNIX_EPOCH;
    for version in ["1", "2"] {
        let path = folder.0.join(version);
        fs::write(&path, format!("notice('v{version}')")).expect("writable");
        let file = fs::File::options().write(true).open(path);
        file.and_then(|file| file.set_modified(written))
            .expect("can be set");
    }
    let manifest = folder.0.join("manifests");
    fs::create_dir(&manifest).expect("writable");
    let link = manifest.join("site.pp");
    std::os::unix::fs::symlink(folder.0.join("1"), &link).expect("writable");
    let mut environment = folder.open("e").expect("is there");
    assert!(answer(&environment).contains("v1"));
    fs::remove_file(&link).expect("writable");
    std::os::unix::fs::symlink(folder.0.join("2"), &link).expect("writable");
    environment.refresh().expect("is there");
    assert!(answer(&environment).contains("v2"));
}
