//! Expressions of generated programs, by the kind of what they give.
//!
//! Every text made here can be an operand or a receiver as it is.

use super::kind::Kind;
use super::{Maker, literal};

impl Maker<'_, '_> {
    /// An expression of the kind; rarely of another.
    pub(super) fn expression(&mut self, kind: Kind) -> String {
        self.spend(1);
        let kind = match self.goes_wrong() {
            true => Kind::of(self.choices),
            false => kind,
        };
        if self.depth == 0 || !self.affords(1) || self.choices.below(4) == 0 {
            return self.atom(kind);
        }
        self.depth -= 1;
        let made = match self.choices.chance(5) {
            true => self.common(kind),
            false => self.of_kind(kind),
        };
        self.depth += 1;
        made
    }

    /// A variable or literal.
    pub(super) fn atom(&mut self, kind: Kind) -> String {
        let variable = match self.choices.below(3) {
            0 => None,
            _ => self.variable(kind),
        };
        variable.unwrap_or_else(|| literal::literal(self.choices, kind))
    }

    fn of_kind(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Integer => self.integer(),
            Kind::Float => self.float(),
            Kind::Text => self.text(),
            Kind::Boolean => self.boolean(),
            Kind::Integers | Kind::Texts | Kind::Mixed | Kind::Matrix => self.array(kind),
            Kind::Counts | Kind::Record => self.hash(kind),
            Kind::Range => {
                let first = self.choices.below(4);
                let last = first + self.choices.below(6);
                match self.choices.below(2) {
                    0 => format!("Integer[{first}, {last}]"),
                    _ => self.atom(kind),
                }
            }
            Kind::Type => format!("type({})", self.expression(Kind::Any)),
            Kind::Regexp => format!("Regexp({})", literal::literal(self.choices, Kind::Text)),
            Kind::Secret => format!("Sensitive({})", self.expression(Kind::Text)),
            Kind::Undef => match self.choices.below(2) {
                0 => format!("{}['none']", self.expression(Kind::Counts)),
                _ => format!("{}[20]", self.expression(Kind::Integers)),
            },
            Kind::Any => {
                let kind = Kind::of(self.choices);
                self.expression(kind)
            }
        }
    }

    /// What can give any kind.
    fn common(&mut self, kind: Kind) -> String {
        match self.choices.below(8) {
            0 => {
                let test = self.expression(Kind::Boolean);
                let (yes, no) = (self.branch(kind), self.branch(kind));
                format!("(if {test} {yes} else {no})")
            }
            1 => self.selector(kind),
            2 => self.case(kind),
            3 => {
                let given = Kind::of(self.choices);
                let value = self.expression(given);
                let lambda = self.lambda(&[given], kind, 1, false);
                let name = *self.choices.pick(&["with", "then"]);
                format!("{value}.{name}{lambda}")
            }
            4 => {
                let value = self.expression(kind);
                let lambda = self.lambda(&[], kind, 1, false);
                format!("{value}.lest{lambda}")
            }
            5 => {
                let items = [self.expression(kind), self.expression(kind)];
                let index = *self.choices.pick(&["0", "1", "-1"]);
                format!("[{}][{index}]", items.join(", "))
            }
            6 => {
                let entry = self.expression(kind);
                let key = literal::key(self.choices);
                format!("{{{key} => {entry}}}[{key}]")
            }
            _ => self.call(kind),
        }
    }

    /// A call of a function of the program; an atom when there is none to call.
    pub(super) fn call(&mut self, kind: Kind) -> String {
        let fits = |f: &&super::Function| f.result == kind || kind == Kind::Any;
        let found: Vec<super::Function> = self.functions.iter().filter(fits).cloned().collect();
        if found.is_empty() {
            return self.atom(kind);
        }
        let function = self.choices.pick(&found).clone();
        if !self.affords(function.cost) {
            return self.atom(kind);
        }
        self.spend(function.cost);
        let extra = self
            .choices
            .below(function.parameters.len() - function.required + 1);
        let given = &function.parameters[..function.required + extra];
        let mut arguments: Vec<String> = given.iter().map(|&k| self.expression(k)).collect();
        if let (Some(most), Some(first)) = (function.recursion, arguments.first_mut()) {
            *first = self.choices.below(most as usize + 1).to_string();
        }
        match arguments.split_first() {
            Some((first, rest)) if self.choices.chance(3) => {
                format!("{first}.{}({})", function.name, rest.join(", "))
            }
            _ => format!("{}({})", function.name, arguments.join(", ")),
        }
    }

    /// A block that gives the kind.
    fn branch(&mut self, kind: Kind) -> String {
        let value = self.inside(1, |maker| match maker.choices.chance(3) {
            true => maker.body(kind),
            false => maker.expression(kind),
        });
        format!("{{ {value} }}")
    }

    /// What is tested and the options of a selector or case.
    fn options(&mut self) -> (String, Vec<String>) {
        let kind = *self
            .choices
            .pick(&[Kind::Integer, Kind::Text, Kind::Any, Kind::Boolean]);
        let tested = self.expression(kind);
        let count = 1 + self.choices.below(3);
        let option = |maker: &mut Self| match (kind, maker.choices.below(4)) {
            (Kind::Text, 0) => literal::regexp(maker.choices),
            (Kind::Any, _) | (_, 0) => literal::ty(maker.choices),
            (_, 1) => maker.expression(kind),
            _ => literal::literal(maker.choices, kind),
        };
        let options = (0..count).map(|_| option(self)).collect();
        (tested, options)
    }

    fn selector(&mut self, kind: Kind) -> String {
        let (tested, options) = self.options();
        let mut lines: Vec<String> = Vec::new();
        for option in options {
            lines.push(format!("{option} => {}", self.expression(kind)));
        }
        if !self.goes_wrong() {
            lines.push(format!("default => {}", self.expression(kind)));
        }
        format!("({} ? {{ {} }})", closed(tested), lines.join(", "))
    }

    fn case(&mut self, kind: Kind) -> String {
        let (tested, options) = self.options();
        let mut lines: Vec<String> = Vec::new();
        for option in options {
            lines.push(format!("{option}: {}", self.branch(kind)));
        }
        lines.push(format!("default: {}", self.branch(kind)));
        format!("(case {tested} {{ {} }})", lines.join(" "))
    }

    /// `(left operator right)`
    fn binary(&mut self, left: Kind, operators: &[&str], right: Kind) -> String {
        let left = self.expression(left);
        let operator = *self.choices.pick(operators);
        let right = self.expression(right);
        format!("({} {operator} {right})", closed(left))
    }

    fn integer(&mut self) -> String {
        match self.choices.below(14) {
            0..=3 => self.binary(Kind::Integer, &["+", "-", "*", "+", "-"], Kind::Integer),
            4 => {
                let divisor = match self.choices.chance(6) {
                    true => self.expression(Kind::Integer),
                    false => {
                        (*self.choices.pick(&["7", "3", "10", "-3", "1000003", "2"])).to_owned()
                    }
                };
                let operator = *self.choices.pick(&["%", "/"]);
                format!(
                    "({} {operator} {divisor})",
                    closed(self.expression(Kind::Integer))
                )
            }
            5 => {
                let operator = *self.choices.pick(&["<<", ">>"]);
                let by = *self
                    .choices
                    .pick(&["1", "2", "0", "3", "1", "8", "-1", "40", "62"]);
                format!("({} {operator} {by})", self.expression(Kind::Integer))
            }
            6 => format!("(0 - {})", self.expression(Kind::Integer)),
            7 => {
                let kind = *self
                    .choices
                    .pick(&[Kind::Text, Kind::Integers, Kind::Counts]);
                let name = *self.choices.pick(&["length", "size"]);
                format!("{}.{name}", self.expression(kind))
            }
            8 => {
                let name = *self.choices.pick(&["abs", "floor", "round", "ceiling"]);
                format!("{name}({})", self.expression(Kind::Integer))
            }
            9 => {
                let name = *self.choices.pick(&["max", "min", "compare"]);
                let values = [
                    self.expression(Kind::Integer),
                    self.expression(Kind::Integer),
                ];
                format!("{name}({})", values.join(", "))
            }
            10 => format!(
                "Integer({})",
                self.binary(Kind::Float, &["*", "+"], Kind::Float)
            ),
            _ => self.folded(Kind::Integer),
        }
    }

    fn float(&mut self) -> String {
        match self.choices.below(7) {
            0 => self.binary(Kind::Float, &["+", "-", "*", "/"], Kind::Float),
            1 => {
                let divisor = *self.choices.pick(&["2.0", "0.3", "-7", "10"]);
                format!("({} / {divisor})", closed(self.expression(Kind::Float)))
            }
            2 => self.binary(Kind::Integer, &["+", "-", "*"], Kind::Float),
            3 => self.binary(Kind::Float, &["+", "-", "*"], Kind::Integer),
            4 => format!("Float({})", self.expression(Kind::Integer)),
            5 => format!("(-{})", self.expression(Kind::Float)),
            _ => self.folded(Kind::Float),
        }
    }

    /// A double-quoted string.
    pub(super) fn interpolated(&mut self) -> String {
        let count = 1 + self.choices.below(3);
        let mut out = String::from('"');
        for _ in 0..count {
            let between = *self.choices.pick(&["-", "a", " ", "é=", "\\t", "\\$", "'"]);
            out.push_str(between);
            let kind = Kind::of(self.choices);
            match (self.choices.below(2), self.variable(kind)) {
                (0, Some(variable)) => out.push_str(&format!("${{{}}}", &variable[1..])),
                _ => out.push_str(&format!("${{({})}}", self.expression(kind))),
            }
        }
        out.push('"');
        out
    }

    fn text(&mut self) -> String {
        match self.choices.below(10) {
            0..=2 => self.interpolated(),
            3 => {
                let name = *self.choices.pick(&[
                    "upcase",
                    "downcase",
                    "capitalize",
                    "strip",
                    "chop",
                    "lstrip",
                ]);
                format!("{}.{name}", self.expression(Kind::Text))
            }
            4 => {
                let kind = *self
                    .choices
                    .pick(&[Kind::Integers, Kind::Texts, Kind::Mixed]);
                let separator = *self.choices.pick(&["','", "'-'", "''"]);
                format!("{}.join({separator})", self.expression(kind))
            }
            5 => {
                let kind = Kind::of(self.choices);
                match self.choices.chance(3) {
                    true => {
                        let format = literal::format(self.choices, kind);
                        format!("String({}, '{format}')", self.expression(kind))
                    }
                    false => format!("String({})", self.expression(kind)),
                }
            }
            6 => {
                let kind = *self.choices.pick(&[Kind::Integer, Kind::Float, Kind::Text]);
                let format = literal::format(self.choices, kind);
                format!("sprintf('{format}|%s', {}, 1)", self.expression(kind))
            }
            7 => {
                let (text, regexp) = (self.expression(Kind::Text), literal::regexp(self.choices));
                let with = *self.choices.pick(&["'-'", "'<\\\\0>'", "'\\\\1'", "''"]);
                format!("regsubst({text}, {regexp}, {with}, 'G')")
            }
            8 => {
                let (at, len) = (self.choices.below(4), self.choices.below(4));
                format!("{}[{at}, {len}]", self.expression(Kind::Text))
            }
            _ => self.folded(Kind::Text),
        }
    }

    fn boolean(&mut self) -> String {
        const ORDER: &[&str] = &["<", ">", "<=", ">=", "==", "!="];
        match self.choices.below(13) {
            0 | 1 => self.binary(Kind::Integer, ORDER, Kind::Integer),
            2 => self.binary(Kind::Float, ORDER, Kind::Integer),
            3 => self.binary(Kind::Text, ORDER, Kind::Text),
            4 => {
                let kind = Kind::of(self.choices);
                self.binary(kind, &["==", "!="], kind)
            }
            5 => self.binary(Kind::Any, &["==", "!="], Kind::Any),
            6 => {
                let ty = literal::ty(self.choices);
                let operator = *self.choices.pick(&["=~", "!~"]);
                format!("({} {operator} {ty})", self.expression(Kind::Any))
            }
            7 => {
                let regexp = literal::regexp(self.choices);
                let operator = *self.choices.pick(&["=~", "!~"]);
                format!("({} {operator} {regexp})", self.expression(Kind::Text))
            }
            8 => {
                let (item, whole) = *self.choices.pick(&[
                    (Kind::Integer, Kind::Integers),
                    (Kind::Text, Kind::Texts),
                    (Kind::Text, Kind::Text),
                    (Kind::Text, Kind::Counts),
                    (Kind::Any, Kind::Mixed),
                    (Kind::Regexp, Kind::Texts),
                ]);
                self.binary(item, &["in"], whole)
            }
            9 => self.binary(Kind::Boolean, &["and", "or"], Kind::Boolean),
            10 => format!("(!{})", self.expression(Kind::Boolean)),
            11 => {
                let kind = *self
                    .choices
                    .pick(&[Kind::Text, Kind::Integers, Kind::Counts]);
                format!("{}.empty", self.expression(kind))
            }
            _ => self.tested(),
        }
    }

    fn array(&mut self, kind: Kind) -> String {
        let element = kind.element();
        match self.choices.below(12) {
            0 | 1 => {
                let count = *self.choices.pick(&[2, 1, 3, 0]);
                let mut items: Vec<String> = (0..count).map(|_| self.expression(element)).collect();
                if self.choices.chance(5) {
                    items.push(format!("*{}", self.expression(kind)));
                }
                format!("[{}]", items.join(", "))
            }
            2 => self.binary(kind, &["+", "-"], kind),
            3 => self.binary(kind, &["<<"], element),
            4 => {
                let name = *self.choices.pick(&["unique", "flatten"]);
                match kind {
                    Kind::Matrix => format!("{}.unique", self.expression(kind)),
                    _ => format!("{}.{name}", self.expression(kind)),
                }
            }
            5 => match kind {
                Kind::Integers | Kind::Texts => format!("{}.sort", self.expression(kind)),
                _ => self.mapped(kind),
            },
            6 => {
                let (at, len) = (self.choices.below(4), self.choices.below(4));
                let range = *self.choices.pick(&["1, -1", "0, 2", "-2, 2"]);
                match self.choices.below(2) {
                    0 => format!("{}[{at}, {len}]", self.expression(kind)),
                    _ => format!("{}[{range}]", self.expression(kind)),
                }
            }
            7 => match kind {
                Kind::Texts => {
                    let by = *self.choices.pick(&["','", "/\\s/", "''", "/[-,]/"]);
                    format!("split({}, {by})", self.expression(Kind::Text))
                }
                Kind::Integers => format!("{}.values", self.expression(Kind::Counts)),
                Kind::Matrix => format!("Array({}.slice(2))", self.expression(Kind::Integers)),
                _ => format!("Array({})", self.expression(Kind::Record)),
            },
            8 => self.filtered(kind),
            9 => self.folded(kind),
            _ => self.mapped(kind),
        }
    }

    fn hash(&mut self, kind: Kind) -> String {
        let element = kind.element();
        match self.choices.below(8) {
            0 | 1 => {
                let key = self.expression(Kind::Text);
                format!("{{{key} => {}}}", self.expression(element))
            }
            2 | 3 => self.binary(kind, &["+"], kind),
            4 => self.binary(kind, &["-"], Kind::Texts),
            5 => self.filtered(kind),
            6 => match kind {
                Kind::Record => self.grouped(),
                _ => self.folded(kind),
            },
            _ => self.folded(kind),
        }
    }
}

/// An operand that something like `/` may follow: behind a brace that would begin a regular
/// expression.
fn closed(text: String) -> String {
    match text.ends_with('}') {
        true => format!("({text})"),
        false => text,
    }
}

/// An expression that begins a line: some would go on with the line before.
pub(super) fn begun(text: String) -> String {
    match text.starts_with(['{', '/', '-']) {
        true => format!("({text})"),
        false => text,
    }
}
