//! Tests lookups in small hierarchies that are held in memory.

use super::*;
use crate::data::{Pairs, read_yaml};
use std::collections::BTreeMap;

/// Files in memory, below `/e`.
#[derive(Default)]
struct Files(BTreeMap<String, String>);

impl Source for Files {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.get(path).map(|text| text.clone().into_bytes()))
    }

    fn exists(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    fn is_file(&self, path: &str) -> bool {
        self.exists(path)
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        let prefix = format!("{folder}/");
        let mut names: Vec<Entry> = Vec::new();
        for path in self.0.keys().filter_map(|path| path.strip_prefix(&prefix)) {
            let (name, is_folder) = path
                .split_once('/')
                .map_or((path, false), |(name, _)| (name, true));
            if names.last().is_none_or(|last| last.name != name) {
                names.push(Entry {
                    name: name.to_owned(),
                    is_folder,
                    is_link: false,
                });
            }
        }
        names
    }

    fn module_folder(&self, module: &str) -> Option<String> {
        Some(format!("/e/modules/{module}"))
    }
}

/// A scope of fixed variables; `convert` doubles a text.
#[derive(Default)]
struct Fixed {
    variables: Pairs,
    warnings: Vec<String>,
}

impl Scope for Fixed {
    fn variable(&mut self, name: &str) -> Variable {
        match self
            .variables
            .get(&Data::string(name.trim_start_matches("::")))
        {
            Some(value) => Variable::Value(value.clone()),
            None => Variable::Unknown(Arc::from("")),
        }
    }

    fn strict(&self) -> Strict {
        Strict::Error
    }

    fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning.text);
    }

    fn mismatch(&mut self, subject: &str, expected: &str, _value: &Data) -> Option<String> {
        (!expected.starts_with("Struct"))
            .then(|| format!("{subject} has wrong type, expects {expected}"))
    }

    fn call(&mut self, call: &BackendCall<'_>) -> Result<Option<Data>, LookupError> {
        match (call.name, call.key) {
            ("numbers", BackendKey::Name(name)) => {
                Ok((name.len() == 4).then_some(Data::Integer(4)))
            }
            ("segments", BackendKey::Segments(segments)) => {
                let found = segments[0].as_str() != Some(LOOKUP_OPTIONS);
                Ok(found.then_some(Data::Integer(segments.len() as i64)))
            }
            _ => Err(LookupError::unknown_function(call)),
        }
    }

    fn convert(&mut self, _key: &str, _to: &mut Data, value: Data) -> Result<Data, LookupError> {
        Ok(Data::array(vec![value]))
    }

    fn text(&mut self, _value: &Data) -> String {
        String::new()
    }
}

fn hierarchies(files: &[(&str, &str)]) -> Hierarchies {
    let files = files
        .iter()
        .map(|(path, text)| (format!("/e/{path}"), (*text).to_owned()))
        .collect();
    let environment = Environment {
        name: "production".to_owned(),
        folder: Some("/e".to_owned()),
        data_provider: None,
        global_config: Some("/e/global/hiera.yaml".to_owned()),
        secrets: Secrets::default(),
    };
    Hierarchies::new(Box::new(Files(files)), environment)
}

fn variables(yaml: &str) -> Fixed {
    let data = read_yaml("variables", yaml.as_bytes()).expect("the test's own YAML");
    let variables = data
        .as_hash()
        .map(|hash| (***hash).clone())
        .unwrap_or_default();
    Fixed {
        variables,
        warnings: Vec::new(),
    }
}

fn data(yaml: &str) -> Data {
    read_yaml("data", yaml.as_bytes()).expect("the test's own YAML")
}

const TWO: &str = "{version: 5, hierarchy: [{name: a, path: 'a.yaml'}, {name: b, paths: ['%{x}.yaml', 'b.yaml']}]}";

#[test]
fn layers_merge_inside_out() {
    let all = hierarchies(&[
        ("global/hiera.yaml", "version: 5"),
        ("global/data/common.yaml", "m::k: [g]"),
        ("hiera.yaml", TWO),
        (
            "data/a.yaml",
            "m::k: [a]\nlookup_options: {'^m::': {merge: deep}}",
        ),
        ("data/b.yaml", "m::k: [b, a]"),
        ("modules/m/hiera.yaml", "version: 5"),
        (
            "modules/m/data/common.yaml",
            "m::k: ['%{alias(\"m::n\")}']\nm::n: 5\nx: 1",
        ),
    ]);
    let mut scope = variables("{x: nothing}");
    let lookup = Lookup::new(&all);
    assert_eq!(
        lookup.lookup(&mut scope, "m::k", None),
        Ok(Some(data("[5, b, a, g]")))
    );
    assert_eq!(
        lookup.lookup(&mut scope, "m::k", Some(&Data::string("first"))),
        Ok(Some(data("[g]")))
    );
    assert_eq!(scope.warnings.len(), 1, "the key x is not the module's");
    let read = lookup.read_set();
    assert!(read.files.contains("/e/data/nothing.yaml") && read.variables.contains("x"));
}

#[test]
fn a_changed_variable_changes_paths_and_values() {
    let all = hierarchies(&[
        ("hiera.yaml", TWO),
        ("data/a.yaml", "v: 'x=%{x}'"),
        ("data/one.yaml", "k: 1"),
        ("data/two.yaml", "k: 2"),
    ]);
    let lookup = Lookup::new(&all);
    for (x, k) in [("one", 1), ("two", 2), ("one", 1)] {
        let mut scope = variables(&format!("x: {x}"));
        assert_eq!(
            lookup.lookup(&mut scope, "k", None),
            Ok(Some(Data::Integer(k)))
        );
        assert_eq!(
            lookup.lookup(&mut scope, "v", None),
            Ok(Some(Data::string(&format!("x={x}"))))
        );
    }
}

#[test]
fn recursion_is_an_error_of_the_innermost_key() {
    let all = hierarchies(&[
        ("hiera.yaml", "version: 5"),
        (
            "data/common.yaml",
            "a: '%{lookup(\"b\")}'\nb: '%{alias(\"a\")}'",
        ),
    ]);
    let found = Lookup::new(&all).lookup(&mut Fixed::default(), "a", None);
    let text = "Lookup of key 'a' failed: Recursive lookup detected in [a, b]";
    assert_eq!(found, Err(LookupError::lookup(text)));
}

#[test]
fn functions_are_asked_with_their_kind_of_key() {
    let all = hierarchies(&[(
        "hiera.yaml",
        "{version: 5, hierarchy: [{name: n, lookup_key: numbers}, {name: s, data_dig: segments}]}",
    )]);
    let lookup = Lookup::new(&all);
    let mut scope = Fixed::default();
    assert_eq!(
        lookup.lookup(&mut scope, "four", None),
        Ok(Some(Data::Integer(4)))
    );
    assert!(
        lookup.lookup(&mut scope, "four.x", None).is_err(),
        "4 has no content"
    );
    assert_eq!(
        lookup.lookup(&mut scope, "longer.x.y", None),
        Ok(Some(Data::Integer(3)))
    );
}

#[test]
fn explains_as_puppet_does() {
    let all = hierarchies(&[
        ("hiera.yaml", "version: 5"),
        ("data/common.yaml", "k: {a: [1]}"),
    ]);
    let (found, text) = Lookup::new(&all).explain(&mut Fixed::default(), "k.a", None);
    assert_eq!(found, Ok(Some(data("[1]"))));
    let expected = "\
Searching for \"k.a\"
  Global Data Provider (hiera configuration version 5)
    No such key: \"k.a\"
  Environment Data Provider (hiera configuration version 5)
    Using configuration \"/e/hiera.yaml\"
    Hierarchy entry \"Common\"
      Path \"/e/data/common.yaml\"
        Original path: \"common.yaml\"
        Found key: \"k\" value: {
          \"a\" => [
            1
          ]
        }
  Sub key: \"a\"
    Found key: \"a\" value: [
      1
    ]
";
    let text = text.text(&|_| String::new());
    assert!(text.ends_with(expected), "{text}");
}
