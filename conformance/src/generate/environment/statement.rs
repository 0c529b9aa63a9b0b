//! Generates statements of bodies.

use super::{EnvironmentGenerator, Kind};

/// The maximum number of statements of a body, including those in its blocks.
const STATEMENTS_MAX: usize = 14;

impl EnvironmentGenerator<'_, '_> {
    /// Writes some statements.
    pub(super) fn statements(&mut self, most: usize) {
        for _ in 0..1 + self.choices.below(most) {
            self.statement();
        }
    }

    /// Writes a statement.
    pub(super) fn statement(&mut self) {
        self.body.statements += 1;
        if self.body.statements > STATEMENTS_MAX {
            return;
        }
        if !self.body.declares {
            return self.plain_statement();
        }
        match self.choices.below(22) {
            0..=4 => self.resource(),
            5 | 6 => self.instance(),
            7 | 8 => self.include(),
            9 => self.collector(),
            10 => self.defaults(),
            11 => self.chain(),
            12 => self.overriding(),
            13 => self.created(),
            14 => self.iteration(),
            15 => self.declared_class(),
            16 => self.small_statement(),
            _ => self.plain_statement(),
        }
    }

    /// Writes a statement that declares nothing.
    fn plain_statement(&mut self) {
        match self.choices.below(8) {
            0..=2 => self.assignment(),
            3 => {
                let kind = self.kind();
                let value = self.expression(kind);
                let level = *self.choices.pick(&[
                    "notice", "warning", "notice", "err", "info", "debug", "alert",
                ]);
                self.body.line(&format!("{level}({value})"));
            }
            4 if self.body.depth > 0 => self.conditional(),
            5 if self.body.depth > 0 => self.case(),
            6 => {
                let text = self.interpolated();
                self.body.line(&format!("notice({text})"));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let kind = self.kind();
        let value = self.expression(kind);
        let name = self.fresh("v");
        if self.goes_wrong()
            && let Some(name) = self.variable(kind)
        {
            return self.body.line(&format!("${name} = {value}"));
        }
        match self.choices.below(10) {
            0 => {
                let second = self.fresh("v");
                let other = self.expression(Kind::Integer);
                self.body
                    .line(&format!("[${name}, ${second}] = [{value}, {other}]"));
                self.body.variables.push((second, Kind::Integer));
            }
            1 if kind == Kind::Text => {
                let inner = self.interpolated();
                self.body.line(&format!("${name} = @(\"END\"/L)"));
                self.body.line(&format!("  a ${{{inner}}} \\"));
                self.body.line("  b");
                self.body.line("  | END");
            }
            _ => self.body.line(&format!("${name} = {value}")),
        }
        self.body.variables.push((name, kind));
    }

    fn conditional(&mut self) {
        let condition = self.expression(Kind::Boolean);
        let word = *self.choices.pick(&["if", "if", "unless"]);
        self.block(&format!("{word} {condition} {{"), "}", |maker| {
            maker.statements(2)
        });
        if word == "if" && self.choices.chance(3) {
            self.block("else {", "}", |maker| maker.statements(2));
        }
    }

    fn case(&mut self) {
        let kind = *self.choices.pick(&[Kind::Text, Kind::Integer, Kind::Table]);
        let value = self.expression(kind);
        let options: &[&str] = match kind {
            Kind::Text => &[
                "'one', 'web'",
                "/^(\\w+)-(.*)$/",
                "Enum['Debian']",
                "String[30]",
            ],
            Kind::Integer => &["1", "Integer[2, 5]", "0, 10"],
            _ => &["Hash[String, Integer]", "{ 'a' => 1 }"],
        };
        self.body.open(&format!("case {value} {{"));
        let count = 1 + self.choices.below(options.len());
        for option in &options[..count] {
            self.block(&format!("{option}: {{"), "}", |maker| maker.statements(2));
        }
        if self.choices.chance(2) {
            self.block("default: {", "}", |maker| maker.statements(2));
        }
        self.body.close("}");
    }

    /// Writes a loop with declarations inside.
    fn iteration(&mut self) {
        if self.body.depth == 0 {
            return self.resource();
        }
        let (key, value) = (self.fresh("k"), self.fresh("x"));
        let (head, kinds) = match self.choices.below(4) {
            0 => (
                format!("['a', 'b'].each |${key}| {{"),
                vec![(key.clone(), Kind::Text)],
            ),
            1 => (
                format!("({{ 'p' => 1, 'q' => 2 }}).each |String ${key}, ${value}| {{"),
                vec![(key.clone(), Kind::Text), (value, Kind::Integer)],
            ),
            2 => (
                format!("Integer[1, 3].each |Integer ${key}| {{"),
                vec![(key.clone(), Kind::Integer)],
            ),
            _ => {
                let list = self.expression(Kind::Texts);
                (
                    format!("({list}).unique.each |${key}, ${value}| {{"),
                    vec![(key.clone(), Kind::Integer), (value, Kind::Text)],
                )
            }
        };
        let suffix = self.body.suffix.clone();
        self.body.suffix = format!("{suffix}-${{{key}}}");
        self.block(&head, "}", |maker| {
            maker.body.variables.extend(kinds);
            maker.statements(2);
        });
        self.body.suffix = suffix;
    }

    fn include(&mut self) {
        let Some(at) = self.index(self.classes.len()) else {
            return;
        };
        let name = self.classes[at].name.clone();
        if self.goes_wrong() {
            return self.body.line("include alpha::missing");
        }
        let word = *self
            .choices
            .pick(&["include", "include", "require", "contain"]);
        let line = match self.choices.below(5) {
            0 => format!("{word} '::{name}'"),
            1 => format!("{word}(Class['{name}'])"),
            _ => format!("{word} {name}"),
        };
        self.body.line(&line);
        self.body.included.push(at);
        let reference = match self.choices.chance(3) {
            true => format!("Class[{name}]"),
            false => format!("Class['{name}']"),
        };
        self.body.resources.push(reference);
    }

    fn declared_class(&mut self) {
        let Some(at) = self.index(self.classes.len()) else {
            return;
        };
        let class = self.classes[at].clone();
        if self.body.included.contains(&at) || !self.choices.chance(3) {
            return self.include();
        }
        self.body.open(&format!("class {{ '{}':", class.name));
        for line in self.arguments(&class.parameters) {
            self.body.line(&line);
        }
        if self.choices.chance(6) {
            self.body.line("stage => 'main',");
        }
        self.body.close("}");
        self.body.included.push(at);
    }

    fn small_statement(&mut self) {
        let line = self.one_of(&[
            "tag('web')",
            "tag('x', ['y'])",
            "notice(tagged('web'))",
            "notice(<R>['name'])",
            "notice(type(<R>))",
            "debug(<x>)",
            "if tagged('x', 'y') { notice('tagged') }",
            "notice(Notify['n'] == <R>)",
            "lookup('plain').then |$v| { notice($v) }",
            "notice($name)",
            "notice(\"${facts['os']}\")",
            "notice(<R>)",
            "notice(<R>['message'], <R>['title'])",
            "if <T> =~ /(\\w)(\\w*)/ { notice(\"${0} ${1} ${2}\") }",
        ]);
        self.body.line(&line);
    }
}
