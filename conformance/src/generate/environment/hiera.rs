//! Generates the data of the environment and of modules.

use super::data::Data;
use super::{EnvironmentGenerator, Key, Kind};

/// A level of a hierarchy.
struct Level {
    /// The key of `hiera.yaml` that names its files.
    paths: &'static str,
    /// The files that it may have, below the data folder.
    files: &'static [&'static str],
}

const LEVELS: [Level; 8] = [
    Level {
        paths: "path: 'nodes/%{trusted.certname}.FORM'",
        files: &["nodes/web1.example.com", "nodes/db.example.com"],
    },
    Level {
        paths: "path: 'os/%{facts.os.family}.FORM'",
        files: &["os/Debian", "os/RedHat"],
    },
    Level {
        paths: "paths: ['role/%{role}.FORM', 'role/%{facts.nope}.FORM', 'role/any.FORM']",
        files: &["role/web", "role/any"],
    },
    Level {
        paths: "glob: 'parts/*.FORM'",
        files: &["parts/b", "parts/a"],
    },
    Level {
        paths: "globs: ['more/**/*.FORM', 'none/*']",
        files: &["more/x/y", "more/z"],
    },
    Level {
        paths: "mapped_paths: [facts.list, item, 'items/%{item}.FORM']",
        files: &["items/i1", "items/i2"],
    },
    Level {
        paths: "path: 'kernel/%{::facts.kernel}.FORM'",
        files: &["kernel/Linux"],
    },
    Level {
        paths: "path: 'missing.FORM'",
        files: &[],
    },
];

impl EnvironmentGenerator<'_, '_> {
    pub(super) fn declare_keys(&mut self) {
        let plain = Key {
            name: "plain".to_owned(),
            kind: Kind::Text,
        };
        self.keys.push(plain);
        for _ in 0..2 + self.choices.below(5) {
            let kind = self.kind();
            let name = self.fresh("key");
            let name = match self.choices.below(4) {
                0 => format!("site::{name}"),
                1 => {
                    let (_, module) = self.module();
                    format!("{module}::{name}")
                }
                _ => name,
            };
            self.keys.push(Key { name, kind });
        }
    }

    pub(super) fn write_hiera(&mut self) {
        // parameters of classes are keys too
        let mut keys = self.keys.clone();
        let mut more = Vec::new();
        for class in self.classes.clone() {
            for parameter in &class.parameters {
                let key = Key {
                    name: format!("{}::{}", class.name, parameter.name),
                    kind: parameter.kind,
                };
                if !parameter.has_default && !self.goes_wrong() {
                    keys.push(key);
                } else if self.choices.chance(3) {
                    more.push(key);
                }
            }
        }
        self.hierarchy("", &keys, &more);
        for module in self.modules.clone() {
            if !self.choices.chance(3) {
                continue;
            }
            let prefix = format!("{module}::");
            let own: Vec<Key> = more
                .iter()
                .chain(&keys)
                .filter(|key| key.name.starts_with(&prefix))
                .cloned()
                .collect();
            self.hierarchy(&format!("modules/{module}/"), &[], &own);
        }
    }

    /// Writes `hiera.yaml` and data files, with all of `keys` and some of `more`.
    fn hierarchy(&mut self, root: &str, keys: &[Key], more: &[Key]) {
        let form = *self.choices.pick(&["yaml", "yaml", "json"]);
        let folder = *self.choices.pick(&["data", "hieradata"]);
        let function = format!("{form}_data");
        let mut text = format!(
            "---\nversion: 5\ndefaults:\n  datadir: {folder}\n  data_hash: {function}\nhierarchy:\n"
        );
        let mut used = Vec::new();
        for _ in 0..self.choices.below(4) {
            let at = self.choices.below(LEVELS.len());
            if used.contains(&at) {
                continue;
            }
            used.push(at);
            let level = &LEVELS[at];
            text.push_str(&format!(
                "  - name: 'level {at}'\n    {}\n",
                level.paths.replace("FORM", form)
            ));
            for file in level.files {
                let chosen = self.some(&[keys, more].concat(), 3);
                let data = self.table(&chosen, false);
                self.data_file(&format!("{root}{folder}/{file}.{form}"), form, &data);
            }
        }
        text.push_str(&format!("  - name: common\n    path: common.{form}\n"));
        let mut all = keys.to_vec();
        all.extend(self.some(more, 2));
        let data = self.table(&all, true);
        self.data_file(&format!("{root}{folder}/common.{form}"), form, &data);
        self.file(format!("{root}hiera.yaml"), text);
    }

    /// Returns some of the keys.
    fn some(&mut self, keys: &[Key], of: usize) -> Vec<Key> {
        keys.iter()
            .filter(|_| self.choices.chance(of))
            .cloned()
            .collect()
    }

    fn table(&mut self, keys: &[Key], is_last: bool) -> Data {
        let mut pairs = Vec::new();
        for key in keys {
            let value = match key.name == "plain" {
                true => Data::Text("plain text".to_owned()),
                false => self.data(key.kind),
            };
            pairs.push((key.name.clone(), value));
        }
        if self.choices.chance(if is_last { 3 } else { 8 }) {
            let options = self.lookup_options(keys);
            pairs.push(("lookup_options".to_owned(), options));
        }
        Data::Table(pairs)
    }

    fn lookup_options(&mut self, keys: &[Key]) -> Data {
        let mut pairs = Vec::new();
        for key in self.some(keys, 3) {
            let text = |text: &str| Data::Text(text.to_owned());
            let merge: &[&str] = match key.kind {
                Kind::Texts | Kind::Integers => &["unique", "first", "deep"],
                Kind::Table | Kind::Nested => &["deep", "hash", "first"],
                _ => &["first"],
            };
            let merge = text(self.choices.word(merge));
            let mut options = Vec::new();
            match self.choices.below(4) {
                0 => options.push(("merge".to_owned(), merge)),
                1 => {
                    let mut strategy = vec![("strategy".to_owned(), text("deep"))];
                    if self.choices.chance(2) {
                        strategy.push(("knockout_prefix".to_owned(), text("--")));
                    }
                    if self.choices.chance(3) {
                        strategy.push(("merge_hash_arrays".to_owned(), Data::Boolean(true)));
                    }
                    if self.choices.chance(3) {
                        strategy.push(("sort_merged_arrays".to_owned(), Data::Boolean(true)));
                    }
                    if matches!(
                        key.kind,
                        Kind::Texts | Kind::Integers | Kind::Table | Kind::Nested
                    ) {
                        options.push(("merge".to_owned(), Data::Table(strategy)));
                    }
                }
                2 => {
                    let target = match key.kind {
                        Kind::Text => text("String"),
                        Kind::Integer => text("Integer"),
                        Kind::Boolean => text("Boolean"),
                        Kind::Table | Kind::Nested => text("Hash"),
                        _ => Data::List(vec![text("Array"), Data::Boolean(true)]),
                    };
                    options.push(("convert_to".to_owned(), target));
                }
                _ if self.goes_wrong() => options.push(("convert_to".to_owned(), text("Nope"))),
                _ => {
                    options.push(("merge".to_owned(), merge));
                    if key.kind == Kind::Text && self.choices.chance(2) {
                        options.push(("convert_to".to_owned(), text("Sensitive")));
                    }
                }
            }
            let name = match self.choices.chance(5) {
                true => format!("^{}$", key.name),
                false => key.name,
            };
            pairs.push((name, Data::Table(options)));
        }
        Data::Table(pairs)
    }

    fn data_file(&mut self, path: &str, form: &str, data: &Data) {
        let mut text = match form {
            "json" => data.json_lines(),
            _ => data.yaml(),
        };
        if self.goes_wrong() {
            text.push_str(self.choices.word(&["  bad: [\n", "}\n", "- x\n", "\t\n"]));
        }
        self.file(path.to_owned(), text);
    }
}
