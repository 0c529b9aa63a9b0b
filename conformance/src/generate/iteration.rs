//! Generates calls of iteration functions and their lambdas.

use super::expression::{begun, closed};
use super::kind::Kind;
use super::{ProgramGenerator, Variable, literal};

/// The approximate number of iterations of a loop.
const TURNS: u64 = 5;
/// Ranges with many iterations, so that a single loop becomes hot.
const LONG: [(&str, u64); 4] = [
    ("Integer[1, 40]", 40),
    ("Integer[1, 600]", 600),
    ("Integer[0, 1100]", 1100),
    ("Integer[1, 200]", 200),
];
/// The maximum number of iteration functions in a chain.
const STAGES_MAX: usize = 3;
/// Names of parameters. Inner ones hide outer ones.
const PARAMETERS: [&str; 6] = ["x", "i", "m", "k", "y", "z"];

/// A value to iterate over.
struct Iterable {
    code: String,
    /// The approximate number of iterations.
    turns: u64,
    /// The kind that a block of one parameter gets.
    item: Kind,
    /// The kinds that a block of two parameters gets.
    pair: [Kind; 2],
}

impl ProgramGenerator<'_, '_> {
    /// Makes a value to iterate over, perhaps with a chain of functions before it; never an Integer
    /// of unknown size.
    fn iterable(&mut self) -> Iterable {
        let mut over = self.source();
        if self.depth > 0 && self.choices.chance(4) {
            let count = 1 + self.choices.below(STAGES_MAX);
            for _ in 0..count {
                if self.affords(over.turns * 3) {
                    over = self.stage(over);
                }
            }
        }
        over
    }

    /// Adds a function to a chain.
    fn stage(&mut self, over: Iterable) -> Iterable {
        let kind = Kind::of(self.choices);
        let parameters = self.parameters(&over);
        let of = |code: String, item: Kind| Iterable {
            code,
            turns: over.turns,
            item,
            pair: [Kind::Integer, item],
        };
        let by = 1 + self.choices.below(3);
        match self.choices.below(7) {
            0 | 1 => of(self.iteration(&over, "map", "", &parameters, kind), kind),
            2 | 3 => Iterable {
                code: self.iteration(&over, "filter", "", &parameters, Kind::Boolean),
                ..over
            },
            4 => of(format!("{}.reverse_each", over.code), over.item),
            5 => of(format!("{}.step({by})", over.code), over.item),
            _ => of(format!("{}.slice({by})", over.code), Kind::Mixed),
        }
    }

    /// Makes a value to iterate over.
    fn source(&mut self) -> Iterable {
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
            3 if kind != Kind::Range => Iterable {
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

    /// Makes ` |$x, $y| { ... }` with parameters of these kinds and a result of the kind `gives`.
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
            if (!is_loop || maker.goes_wrong()) && maker.choices.chance(8) {
                let more = maker.extra_parameter();
                declared.push(more);
            }
            if !parameters.is_empty() && maker.choices.chance(12) {
                declared = vec![maker.rest(first)];
            }
            let returns = match maker.choices.chance(8) {
                true => format!(" >> {}", maker.choices.pick(gives.types())),
                false => String::new(),
            };
            let call = match maker.choices.chance(4) {
                true => maker.handed(),
                false => None,
            };
            let body = match call {
                Some(call) if gives == Kind::Any => call,
                Some(call) => format!("{call}\n{}", maker.body(gives)),
                None => maker.body(gives),
            };
            format!(" |{}|{returns} {{ {body} }}", declared.join(", "))
        })
    }

    /// Makes the only parameter of a lambda, which captures all arguments.
    fn rest(&mut self, name: usize) -> String {
        let name = PARAMETERS[name].to_owned();
        self.variables.push(Variable {
            name: name.clone(),
            kind: Kind::Mixed,
        });
        format!("*${name}")
    }

    /// Makes a last parameter that needs no argument.
    fn extra_parameter(&mut self) -> String {
        let name = self.fresh("r");
        let (kind, text) = match self.choices.below(2) {
            0 => (Kind::Mixed, format!("*${name}")),
            _ => {
                let kind = Kind::of(self.choices);
                let default = literal::literal(self.choices, kind);
                (kind, format!("${name} = ({default})"))
            }
        };
        self.variables.push(Variable { name, kind });
        text
    }

    /// Makes the type before a parameter's name with a blank after it; often empty.
    pub(super) fn declared_type(&mut self, kind: Kind) -> String {
        let alias = self.aliases.iter().rev().find(|(_, of)| *of == kind);
        let alias = alias.map(|(name, _)| name.clone());
        if self.goes_wrong() {
            return format!("{} ", literal::ty(self.choices));
        }
        match (self.choices.below(4), alias) {
            (0, Some(alias)) => format!("{alias} "),
            (0, None) => format!("{} ", kind.types()[0]),
            (1, _) => format!("{} ", self.choices.pick(kind.types())),
            _ => String::new(),
        }
    }

    /// Makes a call of an iteration function: `over.name(more) |..| { .. }`.
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

    /// Returns the kinds of one or two parameters.
    fn parameters(&mut self, over: &Iterable) -> Vec<Kind> {
        match self.choices.chance(3) {
            true => over.pair.to_vec(),
            false => vec![over.item],
        }
    }

    /// Makes a `reduce` with a result of the kind.
    pub(super) fn folded(&mut self, kind: Kind) -> String {
        if !self.affords(TURNS * 2) {
            return self.atom(kind);
        }
        let over = self.iterable();
        if self.choices.chance(8) && kind == over.item {
            return self.iteration(&over, "reduce", "", &[kind, kind], kind);
        }
        let start = self.expression(kind);
        self.iteration(&over, "reduce", &start, &[kind, over.item], kind)
    }

    /// Makes an Array or Hash that grows in each iteration. Earlier versions of it are read too.
    pub(super) fn grown(&mut self, kind: Kind) -> String {
        if !self.affords(TURNS * 3) {
            return self.atom(kind);
        }
        let over = self.iterable();
        let start = match self.choices.below(3) {
            0 => self.expression(kind),
            _ if kind.is_hash() => "{}".to_owned(),
            _ => "[]".to_owned(),
        };
        let (memo, item) = (self.fresh("g"), self.fresh("g"));
        let body = self.inside(over.turns, |maker| {
            maker.place.next = Some(kind);
            maker.place.is_loop = true;
            for (name, kind) in [(&memo, kind), (&item, over.item)] {
                let name = name.clone();
                maker.variables.push(Variable { name, kind });
            }
            let mut lines = match maker.choices.chance(4) {
                true => maker.statements(1),
                false => Vec::new(),
            };
            lines.push(maker.larger(&memo, &item, kind));
            lines.join("\n")
        });
        format!(
            "{}.reduce({start}) |${memo}, ${item}| {{ {body} }}",
            over.code
        )
    }

    /// Makes a collection from a variable and one more element.
    fn larger(&mut self, memo: &str, item: &str, kind: Kind) -> String {
        let value = self.expression(kind.element());
        if kind.is_hash() {
            let key = match self.choices.below(3) {
                0 => literal::key(self.choices),
                1 => format!("\"k${{{item}}}\""),
                _ => self.expression(Kind::Text),
            };
            return format!("${memo} + {{{key} => {value}}}");
        }
        match self.choices.below(5) {
            0 => format!("${memo} << {value}"),
            1 => {
                format!("$old = ${memo} << {value}\n$new = ${memo} + [{value}]\n$old + $new[0, 1]")
            }
            2 => format!("[*${memo}, {value}]"),
            _ => format!("${memo} + [{value}]"),
        }
    }

    /// Makes a call of `any` or `all`.
    pub(super) fn tested(&mut self) -> String {
        if !self.affords(TURNS * 2) {
            return self.atom(Kind::Boolean);
        }
        let over = self.iterable();
        let name = *self.choices.pick(&["any", "all"]);
        let parameters = self.parameters(&over);
        self.iteration(&over, name, "", &parameters, Kind::Boolean)
    }

    /// Makes a `map` with an array of the kind.
    pub(super) fn mapped(&mut self, kind: Kind) -> String {
        if !self.affords(TURNS * 2) {
            return self.atom(kind);
        }
        let over = self.iterable();
        let parameters = self.parameters(&over);
        self.iteration(&over, "map", "", &parameters, kind.element())
    }

    /// Makes a `filter` of a value of the kind.
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

    /// Makes a call of `group_by`, `partition` or a similar function as a Hash.
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

    /// Makes a call that sorts, or finds the maximum, by a block.
    pub(super) fn sorted(&mut self, kind: Kind) -> String {
        if !self.affords(TURNS * 4) {
            return self.atom(kind);
        }
        let (code, element) = (self.expression(kind), kind.element());
        let is_ordered = matches!(kind, Kind::Integers | Kind::Texts);
        let by = match self.choices.below(3) {
            _ if !is_ordered && !self.goes_wrong() => return self.distinct(&code, element),
            0 => " |$x, $y| { compare($y, $x) }".to_owned(),
            1 => " |$x, $y| { compare($x, $y) }".to_owned(),
            _ => return self.distinct(&code, element),
        };
        format!("{code}.sort{by}")
    }

    /// Makes a call that keeps the items of `code` for which a block has different values.
    fn distinct(&mut self, code: &str, element: Kind) -> String {
        let key = self.inside(TURNS, |maker| {
            maker.variables.push(Variable {
                name: "u".to_owned(),
                kind: element,
            });
            begun(maker.expression(Kind::Any))
        });
        format!("{code}.unique |$u| {{ {key} }}")
    }

    /// Makes a loop as a statement.
    pub(super) fn each(&mut self) -> String {
        let over = self.iterable();
        let parameters = self.parameters(&over);
        let by = (1 + self.choices.below(3)).to_string();
        match self.choices.below(12) {
            0 => self.iteration(&over, "reverse_each", "", &[over.item], Kind::Any),
            1 => self.iteration(&over, "step", &by, &[over.item], Kind::Any),
            2 => self.iteration(&over, "slice", &by, &[Kind::Mixed], Kind::Any),
            3 => self.iteration(&over, "slice", "2", &[over.item; 2], Kind::Any),
            4 => {
                let code = self.expression(Kind::Mixed);
                let lambda = self.lambda(&[Kind::Mixed, Kind::Any], Kind::Any, TURNS, true);
                format!("{code}.tree_each{lambda}")
            }
            5 => self.iteration(&over, "index", "", &parameters, Kind::Boolean),
            6 => {
                let code = self.expression(Kind::Any);
                let order = *self.choices.pick(&[
                    "'order' => 'breadth_first'",
                    "'include_root' => false",
                    "'include_refs' => true, 'include_containers' => false",
                    "'container_type' => Array",
                    "'include_values' => false",
                ]);
                let kinds = [Kind::Mixed, Kind::Any];
                let count = 1 + self.choices.below(2);
                let lambda = self.lambda(&kinds[..count], Kind::Any, TURNS, true);
                let code = super::expression::closed(code);
                format!("tree_each({code}, {{{order}}}){lambda}")
            }
            7 => {
                let count = 1 + self.choices.below(3);
                let parameters = vec![over.item; count];
                self.iteration(&over, "slice", &count.to_string(), &parameters, Kind::Any)
            }
            _ => self.iteration(&over, "each", "", &parameters, Kind::Any),
        }
    }

    /// Makes a value that is carried through a hot loop. Its kind, or the work, may change during
    /// the loop.
    pub(super) fn hot(&mut self) -> String {
        let (range, turns) = *self.choices.pick(&LONG);
        if !self.affords(turns * 4) {
            return self.assignment();
        }
        let kind = *self.choices.pick(&[
            Kind::Integer,
            Kind::Number,
            Kind::Float,
            Kind::Text,
            Kind::Integers,
            Kind::Boolean,
            Kind::Counts,
            Kind::Any,
        ]);
        let start = self.expression(kind);
        let (memo, turn) = (self.fresh("h"), self.fresh("h"));
        let body = self.inside(turns, |maker| {
            maker.place.next = Some(kind);
            maker.place.is_loop = true;
            for (name, kind) in [(&memo, kind), (&turn, Kind::Integer)] {
                let name = name.clone();
                maker.variables.push(Variable { name, kind });
            }
            maker.turning(&turn, turns, kind)
        });
        let name = self.declare(kind);
        format!("${name} = {range}.reduce({start}) |${memo}, ${turn}| {{ {body} }}")
    }

    /// Makes the value of an iteration of a hot loop. It does not grow, and changes its form from
    /// some iteration on.
    fn turning(&mut self, turn: &str, turns: u64, kind: Kind) -> String {
        let small = |text: String| match kind {
            Kind::Integer => format!("({} % 1000003)", closed(text)),
            Kind::Text => format!("{text}[0, 9]"),
            Kind::Integers => format!("{text}[0, 5]"),
            Kind::Number => format!("({} / 3)", closed(text)),
            _ => text,
        };
        let early = small(self.expression(kind));
        if self.choices.chance(3) {
            return begun(early);
        }
        let late = small(self.expression(kind));
        let when = turns / 8 * (1 + self.choices.below(8) as u64);
        let test = match self.choices.below(3) {
            0 => format!("${turn} == {when}"),
            1 => format!("${turn} % 16 == 3"),
            _ => format!("${turn} > {when}"),
        };
        format!("if {test} {{ {late} }} else {{ {early} }}")
    }
}
