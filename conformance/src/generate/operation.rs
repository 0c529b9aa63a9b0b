//! Generates operations and calls by the kind of their values.

use super::expression::closed;
use super::kind::Kind;
use super::{ProgramGenerator, literal};

impl ProgramGenerator<'_, '_> {
    /// Makes `(left operator right)`.
    pub(super) fn binary(&mut self, left: Kind, operators: &[&str], right: Kind) -> String {
        let left = self.expression(left);
        let operator = *self.choices.pick(operators);
        let right = self.expression(right);
        format!("({} {operator} {right})", closed(left))
    }

    // Long because there is an arm for each operation.
    pub(super) fn integer(&mut self) -> String {
        match self.choices.below(19) {
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
                format!("{}.{name}", self.receiver(kind))
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
            11 => format!("(-{})", self.atom(Kind::Integer)),
            12 => (*self.choices.pick(&[
                "Integer('0x1F')",
                "Integer('777', 8)",
                "Integer(' -12')",
                "Integer(2.9)",
                "Integer(true)",
                "Integer('0b101')",
                "versioncmp('1.2', '1.10')",
                "Numeric('0x10')",
            ]))
            .to_owned(),
            13 => {
                let (whole, item) = (
                    self.expression(Kind::Integers),
                    self.expression(Kind::Integer),
                );
                format!("({whole}.index({item}).lest || {{ -1 }})")
            }
            14 => {
                let name = *self.choices.pick(&["max", "min"]);
                format!("{name}(3, *{})", self.expression(Kind::Integers))
            }
            _ => self.folded(Kind::Integer),
        }
    }

    pub(super) fn float(&mut self) -> String {
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

    pub(super) fn number(&mut self) -> String {
        match self.choices.below(7) {
            0 | 1 => self.binary(Kind::Number, &["+", "-", "*"], Kind::Number),
            2 => self.integer(),
            3 => self.float(),
            4 => {
                let test = self.expression(Kind::Boolean);
                let (one, other) = (self.expression(Kind::Integer), self.expression(Kind::Float));
                format!("(if {test} {{ {one} }} else {{ {other} }})")
            }
            5 => {
                let name = *self.choices.pick(&["max", "min"]);
                let values = [self.expression(Kind::Number), self.expression(Kind::Number)];
                format!("{name}({})", values.join(", "))
            }
            _ => self.folded(Kind::Number),
        }
    }

    pub(super) fn span(&mut self) -> String {
        match self.choices.below(4) {
            0 => self.binary(Kind::Span, &["+", "-"], Kind::Span),
            1 => self.binary(Kind::Span, &["*", "+", "-"], Kind::Integer),
            2 => self.binary(Kind::Span, &["*"], Kind::Float),
            _ => self.atom(Kind::Span),
        }
    }

    pub(super) fn text(&mut self) -> String {
        match self.choices.below(13) {
            0..=2 => self.interpolated(),
            3 => {
                let name = *self.choices.pick(&[
                    "upcase",
                    "downcase",
                    "capitalize",
                    "strip",
                    "chop",
                    "lstrip",
                    "rstrip",
                    "chomp",
                    "camelcase",
                ]);
                format!("{}.{name}", self.receiver(Kind::Text))
            }
            4 => {
                let kind = *self
                    .choices
                    .pick(&[Kind::Integers, Kind::Texts, Kind::Mixed]);
                let separator = *self.choices.pick(&["','", "'-'", "''"]);
                format!("{}.join({separator})", self.receiver(kind))
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
                format!("{}[{at}, {len}]", self.receiver(Kind::Text))
            }
            9 => format!("{}.unwrap", self.receiver(Kind::Secret)),
            10 => {
                let kind = Kind::of(self.choices);
                format!("{}.convert_to(String)", self.receiver(kind))
            }
            11 => {
                let value = self.expression(Kind::Integer);
                format!("sprintf('%<n>04d %{{n}}', {{'n' => {value}}})")
            }
            _ => self.folded(Kind::Text),
        }
    }

    pub(super) fn boolean(&mut self) -> String {
        const ORDER: &[&str] = &["<", ">", "<=", ">=", "==", "!="];
        match self.choices.below(17) {
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
                format!("{}.empty", self.receiver(kind))
            }
            12 => {
                let kind = *self.choices.pick(&[Kind::Number, Kind::Span]);
                self.binary(kind, ORDER, kind)
            }
            13 => {
                let (one, other) = (literal::ty(self.choices), literal::ty(self.choices));
                let operator = *self.choices.pick(ORDER);
                format!("({one} {operator} {other})")
            }
            14 => format!("Boolean({})", self.expression(Kind::Integer)),
            _ => self.tested(),
        }
    }

    pub(super) fn array(&mut self, kind: Kind) -> String {
        let element = kind.element();
        match self.choices.below(16) {
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
                    Kind::Matrix => format!("{}.unique", self.receiver(kind)),
                    _ => format!("{}.{name}", self.receiver(kind)),
                }
            }
            5 => match kind {
                Kind::Integers | Kind::Texts => format!("{}.sort", self.receiver(kind)),
                _ => self.mapped(kind),
            },
            6 => {
                let (at, len) = (self.choices.below(4), self.choices.below(4));
                let range = *self.choices.pick(&["1, -1", "0, 2", "-2, 2"]);
                match self.choices.below(2) {
                    0 => format!("{}[{at}, {len}]", self.receiver(kind)),
                    _ => format!("{}[{range}]", self.receiver(kind)),
                }
            }
            7 => match kind {
                Kind::Texts => {
                    let by = *self.choices.pick(&["','", "/\\s/", "''", "/[-,]/"]);
                    format!("split({}, {by})", self.expression(Kind::Text))
                }
                Kind::Integers => format!("{}.values", self.receiver(Kind::Counts)),
                Kind::Matrix => format!("Array({}.slice(2))", self.expression(Kind::Integers)),
                _ => format!("Array({})", self.expression(Kind::Record)),
            },
            8 => self.filtered(kind),
            9 => self.folded(kind),
            10 | 11 => self.grown(kind),
            12 => self.sorted(kind),
            13 => match kind {
                Kind::Integers => format!("Array({})", self.expression(Kind::Range)),
                Kind::Texts => format!("{}.keys", self.receiver(Kind::Counts)),
                Kind::Mixed => {
                    let other = *self
                        .choices
                        .pick(&[Kind::Counts, Kind::Record, Kind::Integers]);
                    self.binary(kind, &["+", "-"], other)
                }
                _ => format!("{}.reverse_each.map |$x| {{ $x }}", self.receiver(kind)),
            },
            _ => self.mapped(kind),
        }
    }

    pub(super) fn hash(&mut self, kind: Kind) -> String {
        let element = kind.element();
        match self.choices.below(11) {
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
            7 | 8 => self.grown(kind),
            9 => {
                let pairs = self.expression(Kind::Texts);
                let value = self.expression(element);
                format!("Hash({pairs}.map |$t| {{ [$t, {value}] }})")
            }
            _ => self.folded(kind),
        }
    }
}
