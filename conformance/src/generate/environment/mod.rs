//! Generates environments: modules, manifests, data, templates, code in Ruby, several nodes.
//!
//! All definitions get their names and signatures first. Then the files are written, so that every
//! file can refer to every other. Most of the code is valid. Where mistakes are wanted, one choice
//! in `ill` is wrong.

mod body;
mod data;
mod expression;
mod hiera;
mod module;
mod node;
mod resource;
mod ruby;
mod statement;
mod template;

use std::collections::BTreeMap;

use super::Choices;

/// The texts of files by their paths below the environment's folder. They include the files of a
/// recorded case: `nodes.json`, `trusted.json`, `enc.json`.
pub type Files = BTreeMap<String, String>;

/// Makes the environment of these choices.
pub fn environment(choices: &mut Choices<'_>) -> Files {
    let ill = *choices.pick(&[0, 0, 0, 200, 60]);
    let mut maker = EnvironmentGenerator {
        choices,
        files: Files::new(),
        modules: Vec::new(),
        classes: Vec::new(),
        defines: Vec::new(),
        functions: Vec::new(),
        aliases: Vec::new(),
        templates: Vec::new(),
        keys: Vec::new(),
        body: body::Body::default(),
        names: 0,
        depth: 3,
        ill,
    };
    maker.declare();
    maker.write();
    maker.files
}

/// The generator of an environment.
struct EnvironmentGenerator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    files: Files,
    modules: Vec<String>,
    classes: Vec<Class>,
    defines: Vec<Define>,
    functions: Vec<Function>,
    aliases: Vec<Alias>,
    templates: Vec<Template>,
    keys: Vec<Key>,
    /// The code that is being written.
    body: body::Body,
    /// The number of names given so far.
    names: usize,
    /// The remaining depth of nested expressions.
    depth: usize,
    /// One choice of this number is wrong; 0 means none.
    ill: usize,
}

/// The kinds of values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Text,
    Boolean,
    Integers,
    Texts,
    /// A hash of texts and integers.
    Table,
    /// A hash with hashes and lists in it.
    Nested,
}

impl Kind {
    const ALL: [Kind; 7] = [
        Kind::Text,
        Kind::Integer,
        Kind::Boolean,
        Kind::Texts,
        Kind::Integers,
        Kind::Table,
        Kind::Nested,
    ];
}

#[derive(Clone)]
struct Parameter {
    name: String,
    kind: Kind,
    /// The text of the type; empty if there is none.
    constraint: String,
    has_default: bool,
}

#[derive(Clone, Default)]
struct Class {
    name: String,
    parameters: Vec<Parameter>,
    parent: Option<usize>,
    /// The variables and parameters that other code can read.
    variables: Vec<(String, Kind)>,
    /// References to the resources that its body declares.
    resources: Vec<String>,
}

#[derive(Clone)]
struct Define {
    name: String,
    parameters: Vec<Parameter>,
}

#[derive(Clone)]
struct Function {
    name: String,
    parameters: Vec<Kind>,
    result: Kind,
    form: Form,
}

/// The forms in which a function can be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Puppet,
    Ruby,
    /// A function of Ruby's older API.
    RubyThree,
}

#[derive(Clone)]
struct Alias {
    name: String,
    kind: Kind,
    constraint: String,
}

#[derive(Clone)]
struct Template {
    /// The name in calls: `alpha/config.epp`.
    name: String,
    parameters: Vec<(String, Kind)>,
}

#[derive(Clone)]
struct Key {
    name: String,
    kind: Kind,
}

impl EnvironmentGenerator<'_, '_> {
    fn declare(&mut self) {
        let count = 1 + self.choices.below(3);
        for name in &["alpha", "beta", "gamma"][..count] {
            self.modules.push((*name).to_owned());
        }
        self.declare_aliases();
        self.declare_keys();
        self.declare_functions();
        self.declare_templates();
        self.declare_defines();
        self.declare_classes();
    }

    fn write(&mut self) {
        self.write_functions();
        self.write_templates();
        self.write_defines();
        self.write_classes();
        self.write_site();
        self.write_hiera();
        self.write_nodes();
        self.write_configuration();
    }

    /// Returns a new name.
    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Returns true if the next part should be wrong.
    fn goes_wrong(&mut self) -> bool {
        self.ill > 0 && self.choices.chance(self.ill)
    }

    fn kind(&mut self) -> Kind {
        *self.choices.pick(&Kind::ALL)
    }

    /// Returns an index below `len`, if `len` is not 0.
    fn index(&mut self, len: usize) -> Option<usize> {
        (len > 0).then(|| self.choices.below(len))
    }

    /// Chooses a module for a definition.
    fn module(&mut self) -> (usize, String) {
        let at = self.choices.below(self.modules.len());
        (at, self.modules[at].clone())
    }

    /// Adds a file to the environment.
    fn file(&mut self, path: String, text: String) {
        self.files.insert(path, text);
    }
}

#[cfg(test)]
mod tests {
    use super::{Choices, environment};

    #[test]
    fn manifests_parse() {
        let (mut all, mut wrong) = (0, 0);
        for seed in 0..200 {
            let files = environment(&mut Choices::of_seed(seed));
            for (path, code) in files.iter().filter(|(path, _)| path.ends_with(".pp")) {
                let source = frontend::Source::new(None, code.as_str());
                let arena = bumpalo::Bump::new();
                let parsed = frontend::parser::parse(&arena, &source);
                assert!(parsed.is_ok(), "seed {seed} {path}\n{code}");
                let parsed = parsed.unwrap_or_else(|_| unreachable!("just asked"));
                let options = frontend::validate::Options::default();
                let found = frontend::validate::validate(&parsed, &source, &options);
                all += 1;
                wrong += usize::from(!found.is_empty());
            }
        }
        assert!(wrong * 20 < all, "{wrong} of {all} do not pass the checks");
    }

    #[test]
    fn no_choices_give_an_environment() {
        let files = environment(&mut Choices::of_bytes(&[]));
        assert!(files.contains_key("nodes.json"));
    }
}
