//! Generates resources: declarations, defaults, overrides, collectors, relationships.

use super::{EnvironmentGenerator, Kind};

/// Types with attributes, and the kinds of their values.
const TYPES: [(&str, &[(&str, Kind)]); 9] = [
    (
        "notify",
        &[("message", Kind::Text), ("withpath", Kind::Boolean)],
    ),
    (
        "file",
        &[
            ("content", Kind::Text),
            ("mode", Kind::Text),
            ("owner", Kind::Text),
            ("ensure", Kind::Text),
            ("recurse", Kind::Boolean),
            ("source", Kind::Texts),
            ("checksum_value", Kind::Nested),
        ],
    ),
    (
        "exec",
        &[
            ("command", Kind::Text),
            ("path", Kind::Texts),
            ("timeout", Kind::Integer),
            ("refreshonly", Kind::Boolean),
            ("environment", Kind::Texts),
            ("returns", Kind::Integers),
        ],
    ),
    (
        "package",
        &[
            ("ensure", Kind::Text),
            ("install_options", Kind::Nested),
            ("provider", Kind::Text),
        ],
    ),
    (
        "service",
        &[
            ("ensure", Kind::Boolean),
            ("enable", Kind::Text),
            ("hasstatus", Kind::Boolean),
        ],
    ),
    (
        "user",
        &[
            ("uid", Kind::Integer),
            ("groups", Kind::Texts),
            ("home", Kind::Text),
            ("shell", Kind::Text),
        ],
    ),
    (
        "group",
        &[
            ("gid", Kind::Integer),
            ("members", Kind::Texts),
            ("system", Kind::Boolean),
        ],
    ),
    (
        "schedule",
        &[
            ("period", Kind::Text),
            ("repeat", Kind::Integer),
            ("range", Kind::Texts),
        ],
    ),
    (
        "tidy",
        &[
            ("age", Kind::Text),
            ("recurse", Kind::Integer),
            ("matches", Kind::Texts),
        ],
    ),
];

impl EnvironmentGenerator<'_, '_> {
    /// Makes a reference to a resource that is declared here, or to one that may not exist.
    pub(super) fn reference(&mut self) -> String {
        if self.goes_wrong() {
            let wrong = [
                "Notify['missing']",
                "Class['missing']",
                "Alpha::Missing['x']",
                "File['relative']",
                "Nope['x']",
            ];
            return (*self.choices.pick(&wrong)).to_owned();
        }
        let found = self.body.resources.clone();
        match self.index(found.len()) {
            Some(at) => found[found.len() - 1 - at].clone(),
            None => match self.body.included.first() {
                Some(&at) => format!("Class['{}']", self.classes[at].name),
                None => "Stage['main']".to_owned(),
            },
        }
    }

    fn title(&mut self, kind: &str) -> String {
        let name = self.fresh("r");
        let suffix = self.body.suffix.clone();
        let text = match kind {
            "file" | "tidy" => format!("/srv/{name}"),
            "exec" => format!("/bin/{name}"),
            _ => name,
        };
        match suffix.is_empty() {
            true => format!("'{text}'"),
            false => format!("\"{text}{suffix}\""),
        }
    }

    /// Makes an attribute of the referenced type for an override or a default.
    pub(super) fn attribute_of(&mut self, reference: &str) -> Option<String> {
        let kind = reference
            .split('[')
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let attributes = TYPES.iter().find(|(name, _)| *name == kind)?.1;
        let (name, kind) = *self.choices.pick(attributes);
        Some(format!("{name} => {}", self.expression(kind)))
    }

    fn attributes(&mut self, attributes: &[(&str, Kind)]) -> Vec<String> {
        let mut lines = Vec::new();
        let mut given = Vec::new();
        for _ in 0..self.choices.below(4) {
            let (name, kind) = *self.choices.pick(attributes);
            if given.contains(&name) && !self.goes_wrong() {
                continue;
            }
            given.push(name);
            let value = self.value(kind);
            lines.push(format!("{name} => {value},"));
        }
        if self.goes_wrong() {
            lines.push("nope => 1,".to_owned());
        }
        if self.choices.chance(3) {
            let meta = self.metaparameter();
            lines.push(meta);
        }
        if self.choices.chance(12) && !given.contains(&attributes[0].0) {
            lines.push(format!(
                "* => {{ '{}' => {} }},",
                attributes[0].0,
                self.expression(attributes[0].1)
            ));
        }
        lines
    }

    /// Makes the value of an attribute, which may be something other than data.
    fn value(&mut self, kind: Kind) -> String {
        match self.choices.below(16) {
            0 => format!("Sensitive({})", self.expression(kind)),
            1 => "Deferred('upcase', ['later'])".to_owned(),
            2 => "undef".to_owned(),
            3 => self.reference(),
            4 => (*self.choices.pick(&[
                "SemVer('1.2.3')",
                "/a.*b/",
                "Timespan('1:00:00')",
                "Integer[1, 2]",
                "default",
                "1.5",
                "Binary('aGVsbG8=')",
                "URI('http://a.b/c')",
                "{ 1 => 'one', 'x' => Sensitive('y') }",
                "[undef, default, /x/]",
                "Sensitive('a').unwrap",
                "[[1, [2]], {}]",
                "Deferred('lookup', ['k'])",
            ]))
            .to_owned(),
            _ => self.expression(kind),
        }
    }

    fn metaparameter(&mut self) -> String {
        let forms = [
            "require => <R>,",
            "notify => [<R>],",
            "tag => ['web', 'x'],",
            "noop => true,",
            "before => [<R>, <R>],",
            "subscribe => <R>,",
            "loglevel => notice,",
            "schedule => 'daily',",
            "alias => 'other',",
            "audit => all,",
            "tag => <t>,",
            "require => <t>,",
        ];
        // the last forms are wrong for most values
        let count = if self.ill > 0 {
            forms.len()
        } else {
            forms.len() - 4
        };
        self.one_of(&forms[..count])
    }

    /// Writes a declaration of one or several resources of a built-in type.
    pub(super) fn resource(&mut self) {
        let (kind, attributes) = *self.choices.pick(&TYPES);
        let sign = match self.choices.below(10) {
            8 => "@",
            9 => "@@",
            _ => "",
        };
        let mut declared = Vec::new();
        self.body.open(&format!("{sign}{kind} {{"));
        if self.choices.chance(8) {
            let lines = self.attributes(attributes);
            self.body.line(&format!("default: {};", lines.join(" ")));
        }
        let bodies = *self.choices.pick(&[1, 1, 1, 2, 3]);
        for _ in 0..bodies {
            let title = match self.choices.below(6) {
                0 => {
                    let (a, b) = (self.title(kind), self.title(kind));
                    declared.push(a.clone());
                    format!("[{a}, {b}]")
                }
                _ => {
                    let title = self.title(kind);
                    declared.push(title.clone());
                    title
                }
            };
            self.body.open(&format!("{title}:"));
            for line in self.attributes(attributes) {
                self.body.line(&line);
            }
            self.body.line(";");
            self.body.close("");
        }
        self.body.close("}");
        let name = kind[..1].to_uppercase() + &kind[1..];
        if sign.is_empty() || self.choices.chance(6) {
            let references = declared.into_iter().map(|title| format!("{name}[{title}]"));
            self.body.resources.extend(references);
        } else if let (Some(title), true) = (declared.first(), self.choices.chance(3)) {
            let line = match self.choices.below(3) {
                0 => format!("realize({name}[{title}])"),
                1 => format!("{name} <| title == {title} |>"),
                _ => format!("realize {name}[{title}], [{name}[{title}]]"),
            };
            self.body.line(&line);
        }
    }

    /// Writes instances of a define of the environment.
    pub(super) fn instance(&mut self) {
        let first = self.body.first_define;
        let Some(at) = self.index(self.defines.len().saturating_sub(first)) else {
            return self.resource();
        };
        let define = self.defines[first + at].clone();
        let sign = *self.choices.pick(&["", "", "", "", "", "@", "@@"]);
        let title = self.title("instance");
        let shown = match self.choices.chance(5) {
            true => format!("[{title}, {}]", self.title("instance")),
            false => title.clone(),
        };
        self.body
            .open(&format!("{sign}{} {{ {shown}:", define.name));
        for line in self.arguments(&define.parameters) {
            self.body.line(&line);
        }
        if self.choices.chance(4) {
            let meta = self.metaparameter();
            self.body.line(&meta);
        }
        self.body.close("}");
        if sign.is_empty() {
            let segments = define
                .name
                .split("::")
                .map(|part| part[..1].to_uppercase() + &part[1..]);
            let name = segments.collect::<Vec<_>>().join("::");
            self.body.resources.push(format!("{name}[{title}]"));
        }
    }

    /// Makes values for the parameters of a class or define.
    pub(super) fn arguments(&mut self, parameters: &[super::Parameter]) -> Vec<String> {
        let mut lines = Vec::new();
        for parameter in parameters {
            let is_given = !parameter.has_default || self.choices.chance(3);
            if is_given && !self.goes_wrong() {
                lines.push(format!(
                    "{} => {},",
                    parameter.name,
                    self.expression(parameter.kind)
                ));
            }
        }
        if self.goes_wrong() {
            lines.push("nope => 1,".to_owned());
        }
        lines
    }

    pub(super) fn collector(&mut self) {
        let (kind, attributes) = *self.choices.pick(&TYPES[..4]);
        let name = kind[..1].to_uppercase() + &kind[1..];
        let query = self.one_of(&[
            "tag == 'web'",
            "",
            "title == 'r9'",
            "tag != 'x' and title != 'r1'",
            "ATTRIBUTE == <t>",
            "(tag == 'web' or tag == 'y') and noop == true",
            "title == <t>",
        ]);
        let query = query.replace("ATTRIBUTE", attributes[0].0);
        let (open, close) = *self
            .choices
            .pick(&[("<|", "|>"), ("<|", "|>"), ("<<|", "|>>")]);
        let change = match self.choices.below(4) {
            0 => format!(
                " {{ {} => {} }}",
                attributes[0].0,
                self.expression(attributes[0].1)
            ),
            1 => " { tag +> 'collected' }".to_owned(),
            2 => " { noop => false }".to_owned(),
            _ => String::new(),
        };
        let tail = match self.choices.below(5) {
            0 => format!(" -> {}", self.reference()),
            _ => String::new(),
        };
        self.body
            .line(&format!("{name} {open} {query} {close}{change}{tail}"));
    }

    pub(super) fn defaults(&mut self) {
        let (kind, attributes) = *self.choices.pick(&TYPES);
        let name = kind[..1].to_uppercase() + &kind[1..];
        let (attribute, of) = *self.choices.pick(attributes);
        let more = *self
            .choices
            .pick(&["", ", noop => true", ", tag => 'dflt'"]);
        let value = self.expression(of);
        self.body
            .line(&format!("{name} {{ {attribute} => {value}{more} }}"));
    }

    pub(super) fn chain(&mut self) {
        let count = 2 + self.choices.below(2);
        let mut operands = Vec::new();
        for _ in 0..count {
            let operand = match self.choices.below(6) {
                0 => format!("[{}, {}]", self.reference(), self.reference()),
                1 => "Notify <| tag == 'x' |>".to_owned(),
                _ => self.reference(),
            };
            // a resource before itself is a cycle, which only an agent detects
            if !operands.contains(&operand) || self.choices.chance(3) {
                operands.push(operand);
            }
        }
        let arrow = *self.choices.pick(&[" -> ", " ~> ", " <- ", " <~ "]);
        if operands.len() > 1 {
            self.body.line(&operands.join(arrow));
        }
    }

    /// Writes an override of a declared resource.
    pub(super) fn overriding(&mut self) {
        let reference = self.reference();
        if let Some(attribute) = self.attribute_of(&reference) {
            self.body.line(&format!("{reference} {{ {attribute} }}"));
        }
    }

    pub(super) fn created(&mut self) {
        let (kind, attributes) = *self.choices.pick(&TYPES[..4]);
        let title = self.title(kind);
        let (attribute, of) = attributes[0];
        let value = self.expression(of);
        let defaults = match self.choices.below(4) {
            0 => ", { 'noop' => true }".to_owned(),
            1 => format!(
                ", {{ 'tag' => {} }}",
                self.literal(Kind::Texts).replace("''", "'t'")
            ),
            _ => String::new(),
        };
        let name = match self.choices.below(5) {
            0 => format!("'@{kind}'"),
            1 => format!("'@@{kind}'"),
            _ => format!("'{kind}'"),
        };
        let body = match self.choices.below(4) {
            0 => "{}".to_owned(),
            _ => format!("{{ '{attribute}' => {value} }}"),
        };
        self.body.line(&format!(
            "create_resources({name}, {{ {title} => {body} }}{defaults})"
        ));
    }
}
