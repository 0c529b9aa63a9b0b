//! Generates expressions by the kind of their values.
//!
//! Every text made here can be used as an operand or a receiver without parentheses.

use super::kind::Kind;
use super::{ProgramGenerator, literal};

impl ProgramGenerator<'_, '_> {
    /// Makes an expression of the kind, or rarely of another one.
    pub(super) fn expression(&mut self, kind: Kind) -> String {
        self.spend(1);
        let kind = match self.goes_wrong() {
            true if self.choices.chance(2) => return self.wrong(),
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

    /// Makes a variable or literal.
    pub(super) fn atom(&mut self, kind: Kind) -> String {
        let variable = match self.choices.below(3) {
            0 => None,
            _ => self.variable(kind),
        };
        variable.unwrap_or_else(|| literal::literal(self.choices, kind))
    }

    /// Makes an expression that `.name` or `[..]` may follow.
    pub(super) fn receiver(&mut self, kind: Kind) -> String {
        received(self.expression(kind))
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
                0 => format!("{}['none']", self.receiver(Kind::Counts)),
                _ => format!("{}[20]", self.receiver(Kind::Integers)),
            },
            Kind::Number => self.number(),
            Kind::Span => self.span(),
            Kind::Rich => match self.choices.below(3) {
                0 => format!("(Timestamp(0) + {})", self.expression(Kind::Span)),
                1 => format!("{}.reverse_each", self.receiver(Kind::Integers)),
                _ => self.atom(kind),
            },
            Kind::Any if self.choices.chance(5) => self.block_call().0,
            Kind::Any => {
                let kind = Kind::of(self.choices);
                self.expression(kind)
            }
        }
    }

    /// Makes an expression of a form that can give any kind.
    fn common(&mut self, kind: Kind) -> String {
        match self.choices.below(10) {
            0 => {
                let test = self.expression(Kind::Boolean);
                let (yes, no) = (self.branch(kind), self.branch(kind));
                format!("(if {test} {yes} else {no})")
            }
            1 => self.selector(kind),
            2 => self.case(kind),
            3 => {
                let given = Kind::of(self.choices);
                let value = self.receiver(given);
                let lambda = self.lambda(&[given], kind, 1, false);
                let name = *self.choices.pick(&["with", "then"]);
                format!("{value}.{name}{lambda}")
            }
            4 => {
                let value = self.receiver(kind);
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
            7 => {
                let (hash, key) = (self.expression(kind), literal::key(self.choices));
                match self.choices.below(4) {
                    0 => format!("{{{key} => {hash}}}.dig({key})"),
                    // a path may only contain letters, digits and similar characters
                    _ if key.contains('é') => format!("{{}}.dig({key}).lest || {{ {hash} }}"),
                    1 => format!("{{{key} => {hash}}}.get({key})"),
                    2 => format!("{{}}.get({key}, {hash})"),
                    _ => format!("get([{hash}], 0, {hash})"),
                }
            }
            8 => {
                let ty = *self.choices.pick(kind.types());
                format!("assert_type({ty}, {})", self.expression(kind))
            }
            _ => self.call(kind),
        }
    }

    /// Makes a call of a function of the program, or an atom if there is none to call.
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
        if let Some(rest) = function
            .rest
            .filter(|_| arguments.len() == function.parameters.len())
        {
            match self.choices.below(4) {
                0 => arguments.push(format!("*[{}]", self.expression(rest))),
                count => arguments.extend((1..count).map(|_| self.expression(rest))),
            }
        }
        match arguments.split_first() {
            Some((first, rest)) if !first.starts_with('*') && self.choices.chance(3) => {
                let first = received(first.clone());
                format!("{first}.{}({})", function.name, rest.join(", "))
            }
            _ => format!("{}({})", function.name, arguments.join(", ")),
        }
    }

    /// Makes a block with a value of the kind.
    fn branch(&mut self, kind: Kind) -> String {
        let value = self.inside(1, |maker| match maker.choices.chance(3) {
            true => maker.body(kind),
            false => maker.expression(kind),
        });
        format!("{{ {value} }}")
    }

    /// Makes the tested value and the options of a selector or case.
    fn options(&mut self) -> (String, Vec<String>) {
        let kind = *self
            .choices
            .pick(&[Kind::Integer, Kind::Text, Kind::Any, Kind::Boolean]);
        let tested = self.expression(kind);
        let count = 1 + self.choices.below(3);
        let option = |maker: &mut Self| match (kind, maker.choices.below(4)) {
            (Kind::Text, 0) => literal::regexp(maker.choices),
            (_, 2) if maker.choices.chance(4) => {
                let items = [
                    maker.expression(kind),
                    literal::literal(maker.choices, kind),
                ];
                format!("*[{}]", items.join(", "))
            }
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

    /// Makes a double-quoted string.
    pub(super) fn interpolated(&mut self) -> String {
        let count = 1 + self.choices.below(3);
        let mut out = String::from('"');
        for _ in 0..count {
            let between = *self
                .choices
                .pick(&["-", "a", " ", "é=", "\\t", "\\$", "'", "<${1}$0>"]);
            out.push_str(between);
            let kind = Kind::of(self.choices);
            match (self.choices.below(3), self.variable(kind)) {
                (2, Some(variable)) => {
                    let access = *self.choices.pick(match kind {
                        Kind::Text => &[".upcase", "[0]", "[1, -1]", ".size + 1"],
                        Kind::Integers | Kind::Texts => &["[0]", "[-1]", ".length", "[1, 2]"],
                        Kind::Counts | Kind::Record => &["['a']", "[key]", ".keys", "[x]"],
                        Kind::Integer => &[" + 1", ".abs", " * 2 - 1", " % 7"],
                        _ => &[" == 1", " =~ String", "", " ? { default => 'd' }"],
                    });
                    out.push_str(&format!("${{{}{access}}}", &variable[1..]));
                }
                (0, Some(variable)) => out.push_str(&format!("${{{}}}", &variable[1..])),
                _ => out.push_str(&format!("${{({})}}", self.expression(kind))),
            }
        }
        out.push('"');
        out
    }
}

/// Puts an operand in parentheses if it ends with a brace: a `/` after it would begin a regular
/// expression.
pub(super) fn closed(text: String) -> String {
    match text.ends_with('}') {
        true => format!("({text})"),
        false => text,
    }
}

/// Puts an expression that begins with a minus in parentheses, because the minus binds less
/// tightly than the access or call that follows.
fn received(text: String) -> String {
    match text.starts_with('-') {
        true => format!("({text})"),
        false => text,
    }
}

/// Puts an expression in parentheses if it would continue the previous line.
pub(super) fn begun(text: String) -> String {
    match text.starts_with(['{', '/', '-']) {
        true => format!("({text})"),
        false => text,
    }
}
