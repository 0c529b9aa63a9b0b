//! Generates expressions. Most of them end in an error.

use super::kind::Kind;
use super::{ProgramGenerator, literal};

/// Wrong expressions that need no other code.
const PLAIN: [&str; 16] = [
    "fail('enough')",
    "$unknown",
    "$nowhere::known",
    "nosuch(1)",
    "(undef + 1)",
    "(1 / 0)",
    "(7 % 0)",
    "Integer('abc')",
    "Integer[3, 1]",
    "Enum['a'].new('b')",
    "sprintf('%d', 'a')",
    "(1 << 'x')",
    "('a' << 1)",
    "(9223372036854775807 + 1)",
    "notice()",
    "Nosuch",
];

impl ProgramGenerator<'_, '_> {
    /// Makes a wrong expression.
    pub(super) fn wrong(&mut self) -> String {
        let kind = Kind::of(self.choices);
        match self.choices.below(10) {
            0 => {
                let ty = literal::ty(self.choices);
                format!("assert_type({ty}, {})", self.expression(kind))
            }
            1 => {
                let ty = literal::ty(self.choices);
                let value = self.expression(kind);
                format!("assert_type({ty}, {value}) |$wanted, $had| {{ \"$wanted $had\" }}")
            }
            2 => {
                let values = [self.expression(kind), self.expression(Kind::Any)];
                let operator = *self.choices.pick(&["+", "-", "*", "<<", "<", "in", "=~"]);
                let [left, right] = values;
                format!("({} {operator} {right})", super::expression::closed(left))
            }
            3 => format!("{}[{}]", self.expression(kind), self.atom(Kind::Any)),
            4 => self.miscalled(),
            5 => {
                let name = *self.choices.pick(&[
                    "upcase", "length", "keys", "unwrap", "sort", "abs", "join", "split", "dig",
                    "flatten", "max", "each", "map", "nosuch",
                ]);
                format!("{}.{name}", self.expression(kind))
            }
            _ => (*self.choices.pick(&PLAIN)).to_owned(),
        }
    }

    /// Makes a call with wrong arguments.
    fn miscalled(&mut self) -> String {
        let Some(function) = self.functions.last() else {
            return "fail()".to_owned();
        };
        let name = function.name.clone();
        if !self.affords(function.cost) || function.recursion.is_some() {
            return format!("{name}()");
        }
        let count = self.choices.below(4);
        let arguments: Vec<String> = (0..count).map(|_| self.expression(Kind::Any)).collect();
        format!("{name}({})", arguments.join(", "))
    }
}
