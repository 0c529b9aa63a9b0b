//! Generates nodes: the site manifest, facts, trusted data, answers of a classifier, configuration.

use super::body::Body;
use super::data::Data;
use super::{EnvironmentGenerator, Kind};

const NODES: [&str; 3] = ["web1.example.com", "db.example.com", "other"];

impl EnvironmentGenerator<'_, '_> {
    pub(super) fn write_site(&mut self) {
        let body = Body {
            functions: self.functions.len(),
            declares: true,
            depth: 2,
            ..Body::default()
        };
        let mut defined = Vec::new();
        let body = self.in_body(body, |maker| {
            for _ in 0..maker.choices.below(4) {
                maker.statement();
            }
            if maker.choices.chance(4) {
                let (name, other) = (
                    maker.fresh("pre"),
                    *maker.choices.pick(&["before", "require"]),
                );
                maker
                    .body
                    .line(&format!("stage {{ '{name}': {other} => Stage['main'] }}"));
            }
            if maker.choices.chance(6) {
                let name = maker.fresh("local");
                maker.block(&format!("class {name}($x = 1) {{"), "}", |maker| {
                    maker.body.suffix.push_str("-local");
                    maker.statements(2);
                    maker.body.suffix.clear();
                });
                maker.body.line(&format!("include {name}"));
            }
            if maker.choices.chance(3) {
                defined = maker.node_definitions();
            }
            if defined.is_empty() {
                maker.include_all();
            }
        });
        self.file("manifests/site.pp".to_owned(), body.text);
    }

    fn node_definitions(&mut self) -> Vec<&'static str> {
        let names = [
            "'web1.example.com'",
            "/^db\\./",
            "'other', 'more'",
            "default",
            "/^(\\w+)\\.example/",
        ];
        let mut defined = Vec::new();
        for name in names {
            // without a default, a node may have no definition
            if name != "default" && !self.choices.chance(2) || self.goes_wrong() {
                continue;
            }
            defined.push(name);
            self.block(&format!("node {name} {{"), "}", |maker| {
                maker.body.is_scope = true;
                maker.include_all();
                maker.statements(3);
            });
        }
        defined
    }

    /// Writes includes of some classes.
    fn include_all(&mut self) {
        for at in 0..self.classes.len() {
            if self.choices.chance(2) && !self.body.included.contains(&at) {
                let name = self.classes[at].name.clone();
                self.body.line(&format!("include {name}"));
                self.body.included.push(at);
            }
        }
    }

    pub(super) fn write_nodes(&mut self) {
        let count = *self.choices.pick(&[1, 2, 2, 3]);
        let (mut facts, mut trusted, mut answers) = (Vec::new(), Vec::new(), Vec::new());
        for name in &NODES[..count] {
            facts.push(((*name).to_owned(), self.facts(name)));
            if self.choices.chance(3) {
                let text = |text: &str| Data::Text(text.to_owned());
                let role = (*self.choices.pick(&["web", "db"])).to_owned();
                let extensions = Data::Table(vec![("pp_role".to_owned(), Data::Text(role))]);
                let external = Data::Table(vec![("key".to_owned(), text("value"))]);
                let all = vec![
                    ("extensions".to_owned(), extensions),
                    ("external".to_owned(), external),
                ];
                trusted.push(((*name).to_owned(), Data::Table(all)));
            }
            if self.choices.chance(3) {
                let answer = self.classified();
                answers.push(((*name).to_owned(), answer));
            }
        }
        self.file("nodes.json".to_owned(), Data::Table(facts).json_lines());
        for (file, pairs) in [("trusted.json", trusted), ("enc.json", answers)] {
            if !pairs.is_empty() {
                self.file(file.to_owned(), Data::Table(pairs).json_lines());
            }
        }
    }

    fn facts(&mut self, node: &str) -> Data {
        let text = |text: &str| Data::Text(text.to_owned());
        let table = |pairs: Vec<(&str, Data)>| {
            Data::Table(
                pairs
                    .into_iter()
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect(),
            )
        };
        let (family, name) = *self.choices.pick(&[
            ("Debian", "Ubuntu"),
            ("RedHat", "CentOS"),
            ("windows", "windows"),
        ]);
        let release = table(vec![("major", text("11")), ("full", text("11.6"))]);
        let os = table(vec![
            ("family", text(family)),
            ("name", text(name)),
            ("release", release),
        ]);
        let hostname = node.split('.').next().unwrap_or_default();
        let networking = table(vec![("hostname", text(hostname)), ("fqdn", text(node))]);
        let count = Data::Integer(*self.choices.pick(&[2, 4, 1]));
        let role = text(self.choices.word(&["web", "db"]));
        let mut pairs = vec![
            ("os", os),
            ("kernel", text("Linux")),
            ("networking", networking),
            ("processors", table(vec![("count", count)])),
            ("role", role),
            ("list", Data::List(vec![text("i1"), text("i2")])),
        ];
        if self.choices.chance(4) {
            let value = self.data(Kind::Nested);
            pairs.push(("custom", value));
        }
        table(pairs)
    }

    fn classified(&mut self) -> Data {
        let mut pairs = Vec::new();
        let chosen: Vec<usize> = (0..self.classes.len())
            .filter(|_| self.choices.chance(3))
            .collect();
        let classes = match self.choices.chance(2) {
            false => Data::List(
                chosen
                    .iter()
                    .map(|&at| Data::Text(self.classes[at].name.clone()))
                    .collect(),
            ),
            true => {
                let mut classes = Vec::new();
                for at in chosen {
                    let class = self.classes[at].clone();
                    let mut parameters = Vec::new();
                    for parameter in class.parameters {
                        if self.choices.chance(2) {
                            parameters.push((parameter.name, self.data(parameter.kind)));
                        }
                    }
                    let value = match parameters.is_empty() {
                        true => Data::Undef,
                        false => Data::Table(parameters),
                    };
                    classes.push((class.name, value));
                }
                Data::Table(classes)
            }
        };
        pairs.push(("classes".to_owned(), classes));
        if self.choices.chance(2) {
            let name = self.fresh("enc");
            let value = self.data(Kind::Text);
            pairs.push(("parameters".to_owned(), Data::Table(vec![(name, value)])));
        }
        Data::Table(pairs)
    }

    pub(super) fn write_configuration(&mut self) {
        if self.choices.chance(6) {
            let texts = [
                "modulepath = modules:$basemodulepath\n",
                "manifest = manifests/site.pp\n",
                "# nothing\nenvironment_timeout = 0\n",
            ];
            let text = (*self.choices.pick(&texts)).to_owned();
            self.file("environment.conf".to_owned(), text);
        }
        if self.choices.chance(6) {
            let texts = [
                "{\"strict\": \"warning\"}\n",
                "{\"strict\": \"off\", \"strict_variables\": false}\n",
                "{\"strict_variables\": false}\n",
                "{\"rich_data\": false}\n",
            ];
            let text = (*self.choices.pick(&texts)).to_owned();
            self.file("settings.json".to_owned(), text);
        }
        if self.choices.chance(6) {
            let (_, module) = self.module();
            let text = format!(
                "{{\"name\": \"me-{module}\", \"version\": \"1.0.0\", \"author\": \"me\", \"license\": \"x\", \"summary\": \"s\", \"source\": \"s\", \"dependencies\": []}}\n"
            );
            self.file(format!("modules/{module}/metadata.json"), text);
        }
    }
}
