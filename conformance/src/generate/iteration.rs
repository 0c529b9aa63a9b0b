//! Calls of iteration functions in generated programs, and their lambdas.

use super::kind::Kind;
use super::{Maker, Variable, literal};

/// Turns of a loop, about.
const TURNS: u64 = 5;
/// Ranges of many turns, so that a loop is hot by itself.
const LONG: [(&str, u64); 4] = [
    ("Integer[1, 40]", 40),
    ("Integer[1, 600]", 600),
    ("Integer[0, 1100]", 1100),
    ("Integer[1, 200]", 200),
];
/// Names of parameters; inner ones hide outer ones.
const PARAMETERS: [&str; 6] = ["x", "i", "m", "k", "y", "z"];

/// What is gone over.
struct Iterable {
    code: String,
    /// How many turns, about.
    turns: u64,
    /// What a block of one parameter gets.
    item: Kind,
    /// What a block of two parameters gets.
    pair: [Kind; 2],
}

impl Maker<'_, '_> {
    /// Something to go over. Never an Integer of unknown size.
    fn iterable(&mut self) -> Iterable {
        let long = *self.choices.pick(&LONG);
        if self.choices.chance(8) && self.affords(long.1 * 4) {
            return Iterable {
                code: long.0.to_owned(),
                turns: long.1,
                item: Kind::Integer,
                pair: [Kind::Integer; 2],
            };
        }
        let kind = *self.choices.pick(&Kind::COLLECTIONS);
        let wrong = self.ill > 0;
        let ill = std::mem::take(&mut self.ill);
        let code = self.expression(kind);
        self.ill = ill;
        let code = match wrong && self.goes_wrong() {
            true => literal::literal(
                self.choices,
                *[Kind::Float, Kind::Undef, Kind::Text]
                    .first()
                    .unwrap_or(&kind),
            ),
            false => code,
        };
        let element = kind.element();
        let plain = Iterable {
            item: element,
            pair: [Kind::Integer, element],
            turns: TURNS,
            code,
        };
        match self.choices.below(10) {
            _ if kind.is_hash() => Iterable {
                item: Kind::Mixed,
                pair: [Kind::Text, element],
                ..plain
            },
            0 => Iterable {
                code: format!("{}.reverse_each", plain.code),
                ..plain
            },
            1 => Iterable {
                code: format!("{}.step({})", plain.code, 1 + self.choices.below(3)),
                ..plain
            },
            2 => Iterable {
                code: format!("{}.slice({})", plain.code, 1 + self.choices.below(3)),
                item: if element == Kind::Integer {
                    Kind::Integers
                } else {
                    Kind::Mixed
                },
                pair: [Kind::Integer, Kind::Mixed],
                ..plain
            },
            3 => Iterable {
                code: format!("{}.length", plain.code),
                item: Kind::Integer,
                pair: [Kind::Integer; 2],
                ..plain
            },
            4 => Iterable {
                code: literal::literal(self.choices, Kind::Text),
                item: Kind::Text,
                pair: [Kind::Integer, Kind::Text],
                ..plain
            },
            _ => plain,
        }
    }

    /// The end of a call: ` |$x, $y| { ... }`, its parameters of these kinds, giving the kind.
    pub(super) fn lambda(
        &mut self,
        parameters: &[Kind],
        gives: Kind,
        turns: u64,
        is_loop: bool,
    ) -> String {
        let first = self.choices.below(PARAMETERS.len());
        self.inside(turns, |maker| {
            maker.place.next = Some(gives);
            maker.place.is_loop |= is_loop;
            let mut declared = Vec::new();
            for (at, &kind) in parameters.iter().enumerate() {
                let name = PARAMETERS[(first + at) % PARAMETERS.len()];
                declared.push(format!("{}${name}", maker.declared_type(kind)));
                maker.variables.push(Variable {
                    name: name.to_owned(),
                    kind,
                });
            }
            let body = maker.body(gives);
            format!(" |{}| {{ {body} }}", declared.join(", "))
        })
    }

    /// The type before a parameter's name, with a blank; often none.
    pub(super) fn declared_type(&mut self, kind: Kind) -> String {
        match self.choices.below(4) {
            0 => format!("{} ", kind.types()[0]),
            1 => format!("{} ", self.choices.pick(kind.types())),
            _ => String::new(),
        }
    }

    /// A call of an iteration function: `over.name(more) |..| { .. }`.
    fn iteration(
        &mut self,
        over: &Iterable,
        name: &str,
        more: &str,
        parameters: &[Kind],
        gives: Kind,
    ) -> String {
        let lambda = self.lambda(parameters, gives, over.turns, true);
        match (self.choices.chance(5), more) {
            (true, "") => format!("{name}({}){lambda}", over.code),
            (true, more) => format!("{name}({}, {more}){lambda}", over.code),
            (false, "") => format!("{}.{name}{lambda}", over.code),
            (false, more) => format!("{}.{name}({more}){lambda}", over.code),
        }
    }

    /// One or two parameters.
    fn parameters(&mut self, over: &Iterable) -> Vec<Kind> {
        match self.choices.chance(3) {
            true => over.pair.to_vec(),
            false => vec![over.item],
        }
    }

    /// A `reduce` that gives the kind.
    pub(super) fn folded(&mut self, kind: Kind) -> String {
        if !self.affords(TURNS * 2) {
            return self.atom(kind);
        }
        let over = self.iterable();
        let start = self.expression(kind);
        self.iteration(&over, "reduce", &start, &[kind, over.item], kind)
    }

    /// `any` or `all`.
    pub(super) fn tested(&mut self) -> String {
        if !self.affords(TURNS * 2) {
            return self.atom(Kind::Boolean);
        }
        let over = self.iterable();
        let name = *self.choices.pick(&["any", "all"]);
        let parameters = self.parameters(&over);
        self.iteration(&over, name, "", &parameters, Kind::Boolean)
    }

    /// A `map` that gives the kind of array.
    pub(super) fn mapped(&mut self, kind: Kind) -> String {
        if !self.affords(TURNS * 2) {
            return self.atom(kind);
        }
        let over = self.iterable();
        let parameters = self.parameters(&over);
        self.iteration(&over, "map", "", &parameters, kind.element())
    }

    /// A `filter` of something of the kind.
    pub(super) fn filtered(&mut self, kind: Kind) -> String {
        if !self.affords(TURNS * 2) {
            return self.atom(kind);
        }
        let code = self.expression(kind);
        let (item, pair) = match kind.is_hash() {
            true => (Kind::Mixed, [Kind::Text, kind.element()]),
            false => (kind.element(), [Kind::Integer, kind.element()]),
        };
        let over = Iterable {
            code,
            turns: TURNS,
            item,
            pair,
        };
        let parameters = self.parameters(&over);
        self.iteration(&over, "filter", "", &parameters, Kind::Boolean)
    }

    /// A `group_by`, `partition` and the like, as a Hash.
    pub(super) fn grouped(&mut self) -> String {
        if !self.affords(TURNS * 2) {
            return self.atom(Kind::Record);
        }
        let code = self.expression(Kind::Integers);
        let over = Iterable {
            code,
            turns: TURNS,
            item: Kind::Integer,
            pair: [Kind::Integer; 2],
        };
        let key = *self
            .choices
            .pick(&[Kind::Integer, Kind::Text, Kind::Boolean]);
        self.iteration(&over, "group_by", "", &[Kind::Integer], key)
    }

    /// An `each` as a statement.
    pub(super) fn each(&mut self) -> String {
        let over = self.iterable();
        let parameters = self.parameters(&over);
        self.iteration(&over, "each", "", &parameters, Kind::Any)
    }
}
