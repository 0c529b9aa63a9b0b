//! Makes the compilations of a repository: each class and define alone, its examples, its nodes.

use std::path::{Path, PathBuf};
use std::{fs, io};

use bumpalo::Bump;
use frontend::Source;
use frontend::ast::{Definition, DefinitionKind, ExprKind, Parameter};
use frontend::parser;
use serde_json::{Map, Value};

use super::layout::Layout;
use super::repositories::Kind;
use super::values::{Values, chance, quoted};
use crate::case;
use crate::files;

/// The names of the files with sets of facts.
pub const SYSTEMS: [&str; 6] = ["debian", "redhat", "sles", "windows", "freebsd", "macos"];

/// The titles of instances of defines.
const TITLES: [&str; 8] = [
    "example",
    "example",
    "example",
    "example.conf",
    "example.service",
    "example.com",
    "/opt/example",
    "Example title",
];

/// The main manifest of a compilation.
#[derive(Clone, Debug)]
pub enum Main {
    /// A text.
    Code(String),
    /// A file.
    File(PathBuf),
    /// The main manifest of the environment.
    Environment,
}

/// One compilation.
#[derive(Clone, Debug)]
pub struct Question {
    /// The name: `class apache::mod@debian`, `node a.example.com@redhat`.
    pub id: String,
    /// The main manifest.
    pub main: Main,
    /// The node's name.
    pub node: String,
    /// Its facts.
    pub facts: Map<String, Value>,
}

/// Reads the sets of facts.
///
/// # Errors
/// Fails if a file cannot be read.
pub fn facts(folder: &Path) -> io::Result<Vec<Map<String, Value>>> {
    let read = |name: &&str| match case::read_json(&folder.join(format!("{name}.json")))? {
        Value::Object(map) => Ok(map),
        _ => Err(io::Error::other(format!("{name}.json is no object"))),
    };
    SYSTEMS.iter().map(read).collect()
}

/// All questions about a repository, in the order in which a sample takes them.
pub struct Questions {
    /// Classes and defines.
    pub definitions: Vec<Question>,
    /// Manifests in `examples/` and `tests/`.
    pub examples: Vec<Question>,
    /// Nodes.
    pub nodes: Vec<Question>,
}

impl Questions {
    /// Finds the questions about a repository.
    ///
    /// # Errors
    /// Fails if a folder cannot be read.
    pub fn of(layout: &Layout, kind: Kind, facts: &[Map<String, Value>]) -> io::Result<Questions> {
        let mut finder = Finder {
            data: String::new(),
            has_main: false,
            module_folders: vec![layout.environment.join("modules")],
            facts,
            definitions: Vec::new(),
            examples: Vec::new(),
            nodes: Vec::new(),
        };
        let own = layout.modules.iter().filter_map(|module| module.parent());
        finder.module_folders.extend(own.map(Path::to_owned));
        finder.module_folders.dedup();
        for module in &layout.modules {
            let mut data = Vec::new();
            collect(&module.join("data"), ".yaml", &mut data)?;
            let texts = data.iter().filter_map(|path| fs::read_to_string(path).ok());
            finder.data = texts.collect::<Vec<_>>().join("\n");
            finder.has_main = module.join("manifests/init.pp").is_file();
            let mut manifests = Vec::new();
            collect(&module.join("manifests"), ".pp", &mut manifests)?;
            for path in manifests {
                finder.add_definitions(&path);
            }
            for folder in ["examples", "tests"] {
                finder.add_examples(module, folder)?;
            }
        }
        if kind == Kind::ControlRepo {
            let mut manifests = Vec::new();
            collect(&layout.environment.join("manifests"), ".pp", &mut manifests)?;
            for path in manifests {
                finder.add_nodes(&path);
            }
            finder.add_node("other.example.com");
        }
        let sorted = |mut questions: Vec<Question>| {
            questions.sort_by_cached_key(|question| (chance(&[&question.id]), question.id.clone()));
            questions.dedup_by(|a, b| a.id == b.id);
            questions
        };
        Ok(Questions {
            definitions: sorted(finder.definitions),
            examples: sorted(finder.examples),
            nodes: sorted(finder.nodes),
        })
    }

    /// Returns at most `count` questions of each kind, or all of them for 0.
    pub fn sample(self, count: usize) -> Vec<Question> {
        let kinds = [self.definitions, self.examples, self.nodes];
        let some = kinds.into_iter().flat_map(|questions| {
            let all = questions.len();
            questions.into_iter().take(match count {
                0 => all,
                count => count,
            })
        });
        let mut some: Vec<Question> = some.collect();
        some.sort_by(|a, b| a.id.cmp(&b.id));
        some
    }
}

/// Returns the compilations of a module's own specs, in the order in which a sample takes them.
/// Reads the file that `scripts/corpus-inputs` wrote; without that file there are none.
///
/// # Errors
/// Fails if the file cannot be read or one of its lines is wrong.
pub fn inputs(file: &Path) -> io::Result<Vec<Question>> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let mut questions = Vec::new();
    for line in files::text(file)?.lines() {
        let fields: Value = serde_json::from_str(line)?;
        let text = |key: &str| fields[key].as_str().unwrap_or_default().to_owned();
        questions.push(Question {
            id: text("id"),
            main: Main::Code(text("code")),
            node: text("node"),
            facts: fields["facts"].as_object().cloned().unwrap_or_default(),
        });
    }
    questions.sort_by_cached_key(|question| (chance(&[&question.id]), question.id.clone()));
    Ok(questions)
}

struct Finder<'f> {
    /// The data of the current module as text.
    data: String,
    /// True if the module has a class with its own name.
    has_main: bool,
    module_folders: Vec<PathBuf>,
    facts: &'f [Map<String, Value>],
    definitions: Vec<Question>,
    examples: Vec<Question>,
    nodes: Vec<Question>,
}

impl Finder<'_> {
    /// Adds the classes and defines of a file. Skips a file that is not UTF-8 or has a syntax
    /// error; the examples and nodes show such errors.
    fn add_definitions(&mut self, path: &Path) {
        with_program(path, |program, source| {
            for expr in program.definitions {
                let ExprKind::Definition(definition) = expr.kind else {
                    continue;
                };
                if !matches!(
                    definition.kind,
                    DefinitionKind::Class | DefinitionKind::Define
                ) {
                    continue;
                }
                for (system, facts) in SYSTEMS.iter().zip(self.facts) {
                    let word = match definition.kind {
                        DefinitionKind::Class => "class",
                        _ => "define",
                    };
                    let code = self.declaration(definition, source, system);
                    self.definitions.push(Question {
                        id: format!("{word} {}@{system}", definition.name),
                        main: Main::Code(code),
                        node: text(facts, "clientcert"),
                        facts: facts.clone(),
                    });
                }
            }
        });
    }

    /// Returns the code that declares a class or define once, with its required parameters and some
    /// of the others.
    fn declaration(&self, definition: &Definition<'_>, source: &Source, system: &&str) -> String {
        let values = Values {
            module_folders: &self.module_folders,
        };
        let name = definition.name;
        let mut attributes = String::new();
        let optional = definition
            .parameters
            .iter()
            .filter(|p| self.has_default(name, p))
            .count();
        for parameter in definition.parameters {
            let seed = chance(&[name, parameter.name, system]);
            // a few of the optional parameters, so that most compilations get far; none on the
            // first system
            let is_chosen = *system != SYSTEMS[0] && seed % optional.max(8) as u64 / 2 == 0;
            if is_chosen || !self.has_default(name, parameter) {
                let value = values.of(parameter.name, parameter.type_expr, source, seed >> 8);
                attributes += &format!("  {} => {value},\n", parameter.name);
            }
        }
        let seed = chance(&[name, system]);
        // on every other system the module's main class is declared first, as in most real uses
        let first = match SYSTEMS.iter().position(|other| other == system) {
            Some(at) if at % 2 == 1 && name.contains("::") && self.has_main => {
                format!("include {}\n", name.split("::").next().unwrap_or(name))
            }
            _ => String::new(),
        };
        let declaration = match definition.kind {
            DefinitionKind::Class if attributes.is_empty() && seed.is_multiple_of(2) => {
                format!("include {name}\n")
            }
            DefinitionKind::Class => format!("class {{ '{name}':\n{attributes}}}\n"),
            _ => {
                let title = quoted(TITLES[seed as usize % TITLES.len()]);
                format!("{name} {{ {title}:\n{attributes}}}\n")
            }
        };
        first + &declaration
    }

    /// Returns true if a parameter has a value if none is given: a default, or data of its module.
    fn has_default(&self, definition: &str, parameter: &Parameter<'_>) -> bool {
        let key = format!("{definition}::{}:", parameter.name);
        parameter.default.is_some()
            || self
                .data
                .lines()
                .any(|line| line.trim_start().starts_with(&key))
    }

    fn add_examples(&mut self, module: &Path, folder: &str) -> io::Result<()> {
        let mut manifests = Vec::new();
        collect(&module.join(folder), ".pp", &mut manifests)?;
        for path in manifests {
            let relative = path.strip_prefix(module).unwrap_or(&path);
            let name = module.file_name().unwrap_or_default();
            let shown = format!("{}/{}", name.to_string_lossy(), relative.to_string_lossy());
            let at = chance(&[&shown]) as usize % 3;
            let (system, facts) = (SYSTEMS[at], &self.facts[at]);
            self.examples.push(Question {
                id: format!("file {shown}@{system}"),
                main: Main::File(path),
                node: text(facts, "clientcert"),
                facts: facts.clone(),
            });
        }
        Ok(())
    }

    fn add_nodes(&mut self, path: &Path) {
        let mut names = Vec::new();
        with_program(path, |program, _| {
            for expr in program.definitions {
                let ExprKind::Node { matches, .. } = expr.kind else {
                    continue;
                };
                names.extend(matches.iter().filter_map(|expr| match expr.kind {
                    ExprKind::String(text) | ExprKind::Name(text) => Some(text.to_owned()),
                    ExprKind::Regexp(pattern) => Some(matched(pattern)),
                    _ => None,
                }));
            }
        });
        names.iter().for_each(|name| self.add_node(name));
    }

    fn add_node(&mut self, name: &str) {
        let at = chance(&[name]) as usize % 2;
        let (system, mut facts) = (SYSTEMS[at], self.facts[at].clone());
        let (host, domain) = name.split_once('.').unwrap_or((name, "example.com"));
        facts.insert("clientcert".to_owned(), Value::from(name));
        if let Some(Value::Object(networking)) = facts.get_mut("networking") {
            for (key, value) in [("fqdn", name), ("hostname", host), ("domain", domain)] {
                networking.insert(key.to_owned(), Value::from(value));
            }
        }
        self.nodes.push(Question {
            id: format!("node {name}@{system}"),
            main: Main::Environment,
            node: name.to_owned(),
            facts,
        });
    }
}

fn text(facts: &Map<String, Value>, key: &str) -> String {
    facts
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or("test.example.com")
        .to_owned()
}

/// Parses a file and passes its tree to `work`, if it can be parsed.
fn with_program(path: &Path, work: impl FnOnce(&frontend::ast::Program<'_>, &Source)) {
    let Ok(code) = fs::read_to_string(path) else {
        return;
    };
    let source = Source::new(None, code);
    let arena = Bump::new();
    if let Ok(program) = parser::parse(&arena, &source) {
        work(&program, &source);
    }
}

/// Returns a name that a simple pattern of nodes matches. For other patterns it may not match, but
/// is compiled too.
fn matched(pattern: &str) -> String {
    let mut name = String::new();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '^' | '$' | '?' | '+' | '*' | '(' => {}
            '|' => {
                // the first alternative is enough
                for c in chars.by_ref() {
                    if c == ')' {
                        break;
                    }
                }
            }
            ')' => {}
            '[' => {
                let first = chars.next().unwrap_or('a');
                name.push(if first == '\\' { '1' } else { first });
                for c in chars.by_ref() {
                    if c == ']' {
                        break;
                    }
                }
            }
            '{' => {
                let count: String = chars.by_ref().take_while(|&c| c != '}').collect();
                let count: usize = count
                    .split(',')
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(1);
                let last = name.chars().last().unwrap_or('1');
                name.extend(std::iter::repeat_n(last, count.saturating_sub(1).min(20)));
            }
            '\\' => match chars.next() {
                Some('d') => name.push('1'),
                Some('w') => name.push('a'),
                Some('A' | 'Z' | 'z') | None => {}
                Some(other) => name.push(other),
            },
            '.' => name.push('a'),
            other => name.push(other),
        }
    }
    name.to_lowercase()
}

/// Appends the files below a folder whose names have this ending, without hidden ones, if the
/// folder exists.
fn collect(folder: &Path, end: &str, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for path in files::paths(folder)? {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with('.') {
            continue;
        }
        if path.symlink_metadata()?.is_dir() {
            collect(&path, end, found)?;
        } else if name.ends_with(end) {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::matched;

    #[test]
    fn simple_patterns_of_nodes_get_a_name() {
        assert_eq!(matched(r"^db1\d{3}\.eqiad\.wmnet$"), "db1111.eqiad.wmnet");
        assert_eq!(matched(r"^(a|b)c[0-9]+\.x"), "ac0.x");
    }
}
