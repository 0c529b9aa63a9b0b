//! Generates statements.

use super::expression::begun;
use super::kind::Kind;
use super::{ProgramGenerator, Variable, literal};

impl ProgramGenerator<'_, '_> {
    /// Makes the statements and the value between the braces of a lambda or function.
    pub(super) fn body(&mut self, gives: Kind) -> String {
        let count = match self.depth {
            0 => 0,
            _ => *self.choices.pick(&[0, 0, 1, 0, 2, 3]),
        };
        let mut lines = self.statements(count);
        lines.push(begun(self.expression(gives)));
        lines.join("\n")
    }

    /// Makes statements. Each sees what the earlier ones declare.
    pub(super) fn statements(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.statement()).collect()
    }

    fn statement(&mut self) -> String {
        self.spend(1);
        if self.depth == 0 || !self.affords(2) {
            return self.notice();
        }
        self.depth -= 1;
        let made = match self.choices.below(26) {
            0..=3 => self.assignment(),
            4 | 5 => self.notice(),
            6 => self.conditional(),
            7 => self.either(),
            8 => self.destructuring(),
            9 if self.affords(20) => begun(self.each()),
            10 => self.narrowing(),
            11 => self.matching(),
            12 | 13 => self.jump(),
            14 => self.case_statement(),
            15 => self.hot(),
            16 => self.heredoc(),
            18..=20 => self.growing(),
            22 | 23 => self.calling(),
            24 | 25 => {
                let (value, kind) = self.block_call();
                format!("${} = {value}", self.declare(kind))
            }
            17 => {
                let kind = Kind::of(self.choices);
                let value = self.expression(kind);
                let [first, second] = [kind, kind].map(|kind| self.declare(kind));
                format!("${first} = ${second} = {value}")
            }
            _ => self.assignment(),
        };
        self.depth += 1;
        made
    }

    pub(super) fn assignment(&mut self) -> String {
        let kind = Kind::of(self.choices);
        let value = self.expression(kind);
        format!("${} = {value}", self.declare(kind))
    }

    pub(super) fn notice(&mut self) -> String {
        let kind = Kind::of(self.choices);
        let name = *self
            .choices
            .pick(&["notice", "notice", "notice", "warning"]);
        match self.choices.below(4) {
            0 => format!("{name}({})", self.interpolated()),
            1 => format!("{name}(type({}))", self.expression(kind)),
            _ => format!("{name}({})", self.expression(kind)),
        }
    }

    /// Makes a heredoc.
    fn heredoc(&mut self) -> String {
        let depth = std::mem::take(&mut self.depth);
        let inside = self.interpolated();
        self.depth = depth;
        let inside = &inside[1..inside.len() - 1];
        let name = self.declare(Kind::Text);
        let (tag, end) = *self.choices.pick(&[
            ("@(\"E\")", "| E"),
            ("@(\"E\"/t$)", "|- E"),
            ("@(\"E\"/)", "E"),
        ]);
        format!("${name} = {tag}\n  {inside}\n    more\n  {end}")
    }

    /// Makes a block.
    fn block(&mut self) -> String {
        let visible = self.variables.len();
        let count = 1 + self.choices.below(3);
        let lines = self.statements(count);
        // a variable that a block assigns can be read after it, but only if the block has run
        if !self.goes_wrong() {
            self.variables.truncate(visible);
        }
        format!("{{\n{}\n}}", lines.join("\n"))
    }

    fn conditional(&mut self) -> String {
        let kind = if self.choices.chance(4) {
            Kind::Any
        } else {
            Kind::Boolean
        };
        let test = self.expression(kind);
        let yes = self.block();
        match self.choices.below(4) {
            0 => format!("if {test} {yes}"),
            1 => format!("unless {test} {yes} else {}", self.block()),
            2 => {
                let other = self.expression(Kind::Boolean);
                format!(
                    "if {test} {yes} elsif {other} {} else {}",
                    self.block(),
                    self.block()
                )
            }
            _ => format!("if {test} {yes} else {}", self.block()),
        }
    }

    /// Makes a variable that is assigned in both branches of an `if`.
    fn either(&mut self) -> String {
        let kind = Kind::of(self.choices);
        let test = self.expression(Kind::Boolean);
        let (yes, no) = (self.expression(kind), self.expression(kind));
        let name = self.declare(kind);
        format!("if {test} {{ ${name} = {yes} }} else {{ ${name} = {no} }}")
    }

    fn destructuring(&mut self) -> String {
        let kinds = [Kind::of(self.choices), Kind::of(self.choices)];
        let [a, b] = kinds.map(|kind| self.expression(kind));
        let (c, d) = (self.expression(Kind::Integer), self.expression(Kind::Text));
        let [first, second] = kinds.map(|kind| self.declare(kind));
        match self.choices.below(4) {
            0 => format!("[${first}, ${second}] = [{a}, {b}]"),
            3 => format!("[${first}, ${second}] = with({a}, {b}) |$y, $x| {{ [$y, $x] }}"),
            1 => format!("[${first}, ${second}] = {{'{second}' => {b}, '{first}' => {a}}}"),
            _ => {
                let (third, fourth) = (self.declare(Kind::Integer), self.declare(Kind::Text));
                format!("[${first}, [${third}, ${fourth}], ${second}] = [{a}, [{c}, {d}], {b}]")
            }
        }
    }

    /// Makes a value of any kind whose uses depend on tests of its type.
    fn narrowing(&mut self) -> String {
        let value = self.expression(Kind::Any);
        let name = self.declare(Kind::Any);
        let mut lines = Vec::new();
        for kind in [Kind::Integer, Kind::Text, Kind::Integers, Kind::Float] {
            let visible = self.variables.len();
            self.variables.push(Variable {
                name: name.clone(),
                kind,
            });
            lines.push(format!("{}: {{ {} }}", kind.types()[0], self.notice()));
            self.variables.truncate(visible);
        }
        format!(
            "${name} = {value}\ncase ${name} {{ {} default: {{ {} }} }}",
            lines.join("\n"),
            self.notice()
        )
    }

    /// Makes a match and a use of its match variables.
    fn matching(&mut self) -> String {
        let (text, regexp) = (self.expression(Kind::Text), literal::regexp(self.choices));
        let (yes, no) = (self.notice(), self.notice());
        format!("if {text} =~ {regexp} {{\nnotice(\"<$0> <${{1}}>\")\n{yes}\n}} else {{\n{no}\n}}")
    }

    /// Makes a jump that depends on a test, if there is a target for it.
    fn jump(&mut self) -> String {
        let test = self.expression(Kind::Boolean);
        let place = self.place;
        let jump = match (self.choices.below(3), place.next, place.result) {
            (0, Some(kind), _) => format!("next({})", self.expression(kind)),
            (1, _, _) if place.is_loop => "break()".to_owned(),
            (_, _, Some(kind)) => format!("return({})", self.expression(kind)),
            (_, Some(kind), None) => format!("next({})", self.expression(kind)),
            _ if self.goes_wrong() => {
                (*self.choices.pick(&["next(1)", "break()", "return(2)"])).to_owned()
            }
            _ => return self.notice(),
        };
        format!("if {test} {{ {jump} }}")
    }

    fn case_statement(&mut self) -> String {
        let kind = *self
            .choices
            .pick(&[Kind::Integer, Kind::Text, Kind::Boolean]);
        let tested = self.expression(kind);
        let count = 1 + self.choices.below(3);
        let mut lines = Vec::new();
        for _ in 0..count {
            let (option, other) = (self.case_option(kind), self.expression(kind));
            lines.push(format!("{option}, {other}: {}", self.block()));
        }
        format!(
            "case {tested} {{\n{}\ndefault: {}\n}}",
            lines.join("\n"),
            self.block()
        )
    }

    /// Makes an option of a case over values of the kind: a value, a type, a pattern, a list of
    /// those, or an option that never matches.
    fn case_option(&mut self, kind: Kind) -> String {
        let value = literal::literal(self.choices, kind);
        match self.choices.below(7) {
            0 => (*self.choices.pick(kind.types())).to_owned(),
            1 if kind == Kind::Text => literal::regexp(self.choices),
            2 => format!("*[{value}, {}]", literal::literal(self.choices, kind)),
            3 => format!("[{value}]"),
            4 => literal::ty(self.choices),
            _ => value,
        }
    }
}
