//! Generates calls of all built-in functions that take blocks, and blocks that pass variables of
//! the surrounding code to functions.

use super::expression::{begun, closed};
use super::kind::Kind;
use super::{Function, Place, ProgramGenerator, literal};

/// The approximate number of iterations of a block.
const TURNS: u64 = 6;
/// The approximate maximum number of expressions that a function with a block may evaluate.
const COST_MAX: u64 = 400;

impl ProgramGenerator<'_, '_> {
    /// Makes a call of a built-in function with a block. Also returns the kind of its result.
    pub(super) fn block_call(&mut self) -> (String, Kind) {
        if !self.affords(TURNS * 4) {
            return (self.atom(Kind::Any), Kind::Any);
        }
        match self.choices.below(9) {
            0 | 1 => self.collected(),
            2 => self.compared(),
            3 => self.looked_for(),
            4 => self.walked(),
            5 => self.checked(),
            6 => self.converted(),
            7 => self.missed(),
            _ => (self.all_loops(), Kind::Any),
        }
    }

    /// Makes a block that runs once and is not the block of a loop.
    fn once(&mut self, parameters: &[Kind], gives: Kind) -> String {
        self.lambda(parameters, gives, 1, false)
    }

    /// Makes `name(first) block` or `first.name block`.
    fn called(&mut self, name: &str, first: String, more: &str, block: &str) -> String {
        match (self.choices.chance(2), more) {
            (true, "") => format!("{name}({first}){block}"),
            (true, more) => format!("{name}({first}, {more}){block}"),
            (false, "") => format!("{}.{name}{block}", closed(begun(first))),
            (false, more) => format!("{}.{name}({more}){block}", closed(begun(first))),
        }
    }

    /// Makes a call of a function that combines or compares values.
    fn collected(&mut self) -> (String, Kind) {
        let kind = *self.choices.pick(&Kind::COLLECTIONS);
        let kind = if kind == Kind::Range {
            Kind::Integers
        } else {
            kind
        };
        let over = self.expression(kind);
        let pair = match kind.is_hash() {
            true => [Kind::Text, kind.element()],
            false => [Kind::Integer, kind.element()],
        };
        let parameters = match self.choices.chance(3) {
            true => pair.to_vec(),
            false if kind.is_hash() => vec![Kind::Mixed],
            false => vec![kind.element()],
        };
        let key = *self
            .choices
            .pick(&[Kind::Integer, Kind::Text, Kind::Boolean, Kind::Any]);
        let (name, gives, result) = match self.choices.below(4) {
            0 | 1 => ("group_by", key, Kind::Record),
            2 => ("partition", Kind::Boolean, Kind::Mixed),
            _ => {
                let block = self.lambda(&[Kind::Any], key, TURNS, true);
                return (self.called("unique", over, "", &block), Kind::Any);
            }
        };
        let block = self.lambda(&parameters, gives, TURNS, true);
        (self.called(name, over, "", &block), result)
    }

    /// Makes a call of a function that compares by a block.
    fn compared(&mut self) -> (String, Kind) {
        let kind = *self
            .choices
            .pick(&[Kind::Integers, Kind::Texts, Kind::Text]);
        let element = if kind == Kind::Text {
            kind
        } else {
            kind.element()
        };
        // the block is a total order, so that the result does not depend on the sorting algorithm
        let order = match self.handed() {
            _ if self.goes_wrong() => self.lambda(&[element; 2], Kind::Integer, TURNS, false),
            Some(call) => format!(" |$x, $y| {{ {call}\ncompare($y, $x) }}"),
            None => " |$x, $y| { compare($y, $x) }".to_owned(),
        };
        let over = self.expression(kind);
        match self.choices.below(3) {
            0 => (self.called("sort", over, "", &order), kind),
            name => {
                let name = ["max", "min"][name - 1];
                let items = [self.expression(element), self.expression(element)];
                (
                    format!("{name}({}, {}){order}", items[0], items[1]),
                    element,
                )
            }
        }
    }

    /// Makes a call of a function that searches.
    fn looked_for(&mut self) -> (String, Kind) {
        let kind = *self
            .choices
            .pick(&[Kind::Integers, Kind::Counts, Kind::Texts, Kind::Record]);
        let over = self.expression(kind);
        let pair = match kind.is_hash() {
            true => [Kind::Text, kind.element()],
            false => [Kind::Integer, kind.element()],
        };
        let parameters = match self.choices.chance(2) {
            true => pair.to_vec(),
            false if kind.is_hash() => vec![Kind::Mixed],
            false => vec![kind.element()],
        };
        let name = *self.choices.pick(&["index", "any", "all", "filter"]);
        let block = self.lambda(&parameters, Kind::Boolean, TURNS, true);
        (self.called(name, over, "", &block), Kind::Any)
    }

    /// Makes a call of `tree_each`.
    fn walked(&mut self) -> (String, Kind) {
        let kind = *self
            .choices
            .pick(&[Kind::Mixed, Kind::Matrix, Kind::Record]);
        let over = self.expression(kind);
        let count = 1 + self.choices.below(2);
        let block = self.lambda(&[Kind::Mixed, Kind::Any][..count], Kind::Any, TURNS, true);
        (self.called("tree_each", over, "", &block), kind)
    }

    /// Makes a call of a function whose block takes values of other types, or only one value.
    fn checked(&mut self) -> (String, Kind) {
        let kind = Kind::of(self.choices);
        let value = self.expression(kind);
        let gives = Kind::of(self.choices);
        match self.choices.below(6) {
            0 | 1 => {
                let ty = literal::ty(self.choices);
                let block = self.once(&[Kind::Type, Kind::Type], gives);
                (format!("assert_type({ty}, {value}){block}"), Kind::Any)
            }
            2 => {
                let block = self.once(&[kind], gives);
                (self.called("then", value, "", &block), Kind::Any)
            }
            3 => {
                let block = self.once(&[], gives);
                (self.called("lest", value, "", &block), Kind::Any)
            }
            4 => {
                let other = self.expression(gives);
                let block = self.once(&[kind, gives], gives);
                (self.called("with", value, &other, &block), gives)
            }
            _ => {
                let block = self.once(&[kind], gives);
                (format!("call('with', {value}){block}"), gives)
            }
        }
    }

    /// Makes a call of a function that makes a value and passes it to a block.
    fn converted(&mut self) -> (String, Kind) {
        let gives = Kind::of(self.choices);
        let number = self.choices.below(90).to_string();
        let code = match self.choices.below(5) {
            0 => format!(
                "Integer.new('{number}'){}",
                self.once(&[Kind::Integer], gives)
            ),
            1 => format!("new(String, {number}){}", self.once(&[Kind::Text], gives)),
            2 => {
                let block = self.once(&[Kind::Integer], gives);
                format!("'{number}'.convert_to(Integer){block}")
            }
            3 => {
                let secret = self.expression(Kind::Secret);
                let block = self.once(&[Kind::Text], gives);
                self.called("unwrap", secret, "", &block)
            }
            _ => {
                let block = self.once(&[Kind::Integers], gives);
                format!("scanf('{number} 7', '%d %d'){block}")
            }
        };
        (code, gives)
    }

    /// Makes a call of a function that calls a block if a value is missing.
    fn missed(&mut self) -> (String, Kind) {
        let gives = Kind::of(self.choices);
        let name = *self
            .choices
            .pick(&["lookup", "hiera", "hiera_array", "hiera_hash"]);
        let code = match self.choices.below(6) {
            0 => {
                let block = self.once(&[Kind::Text], gives);
                format!("lookup('none'){block}")
            }
            1 => {
                let block = self.once(&[Kind::Text], gives);
                format!("{name}('none'){block}")
            }
            2 => {
                let (hash, block) = (self.receiver(Kind::Counts), self.once(&[Kind::Any], gives));
                format!("{hash}.get('a.b'){block}")
            }
            3 => {
                let list = self.receiver(Kind::Integers);
                let block = self.once(&[Kind::Any], gives);
                format!("{list}.get('0.x'){block}")
            }
            4 => {
                let block = self.once(&[Kind::Any], gives);
                format!("getvar('facts.none.x'){block}")
            }
            _ => {
                let block = self.once(&[Kind::Text], Kind::Texts);
                return (format!("hiera_include('none'){block}"), Kind::Any);
            }
        };
        (code, gives)
    }

    /// Makes loops whose blocks are usually inlined, with blocks that are not.
    fn all_loops(&mut self) -> String {
        let over = self.expression(Kind::Integers);
        let block = self.lambda(&[Kind::Integer], Kind::Any, TURNS, true);
        let (name, more) = *self.choices.pick(&[
            ("each", ""),
            ("map", ""),
            ("reverse_each", ""),
            ("step", "2"),
            ("slice", "2"),
        ]);
        match self.choices.below(3) {
            0 => {
                let block = self.lambda(&[Kind::Integer; 2], Kind::Integer, TURNS, true);
                self.called("reduce", over, "", &block)
            }
            1 => {
                let arguments = if more.is_empty() {
                    over
                } else {
                    format!("{over}, {more}")
                };
                format!("call('{name}', {arguments}){block}")
            }
            _ => self.called(name, over, more, &block),
        }
    }

    /// Makes a call of a function with variables of the surrounding code, if there is a function to
    /// call.
    pub(super) fn handed(&mut self) -> Option<String> {
        let functions: Vec<Function> = self.functions.clone();
        let fits = |f: &&Function| f.recursion.is_none() && !f.parameters.is_empty();
        let found: Vec<&Function> = functions.iter().filter(fits).collect();
        if found.is_empty() {
            return None;
        }
        let function = (*self.choices.pick(&found)).clone();
        if !self.affords(function.cost) {
            return None;
        }
        self.spend(function.cost);
        let mut arguments = Vec::new();
        for kind in &function.parameters {
            let variable = self.variable(*kind);
            arguments.push(variable.unwrap_or_else(|| literal::literal(self.choices, *kind)));
        }
        if let Some(kind) = function.rest {
            arguments.extend(self.variable(kind));
        }
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    /// Makes a function that passes its parameters from a block to another function, and a loop
    /// that calls it often.
    pub(super) fn handing(&mut self) -> String {
        let kinds = [Kind::of(self.choices), Kind::of(self.choices)];
        let names = [self.fresh("p"), self.fresh("p")];
        let parameters: Vec<(String, Kind)> = names.into_iter().zip(kinds).collect();
        let mut texts = Vec::new();
        for (name, kind) in &parameters {
            texts.push(format!("{}${name}", self.declared_type(*kind)));
        }
        let mut seen = parameters;
        if self.choices.chance(4) {
            let rest = self.fresh("p");
            texts.push(format!("*${rest}"));
            seen.push((rest, Kind::Mixed));
        }
        let place = Place {
            result: Some(Kind::Any),
            ..Place::default()
        };
        let (body, cost) = self.apart_with(COST_MAX, place, &seen, |maker| {
            let before = match maker.choices.chance(3) {
                true => maker.statements(1),
                false => Vec::new(),
            };
            let (call, _) = maker.block_call();
            [before, vec![begun(call)]].concat().join("\n")
        });
        let name = self.fresh("f");
        self.functions.push(Function {
            name: name.clone(),
            parameters: kinds.to_vec(),
            required: 2,
            rest: None,
            recursion: None,
            result: Kind::Any,
            cost: cost + 1,
        });
        format!("function {name}({}) {{\n{body}\n}}", texts.join(", "))
    }

    /// Makes a loop that calls a function of the program with the same variables repeatedly.
    pub(super) fn calling(&mut self) -> String {
        let turn = self.fresh("t");
        let turns = *self.choices.pick(&[12, 40, 300, 1200]);
        if !self.affords(turns * 4) {
            return self.notice();
        }
        let call = self.inside(turns, |maker| {
            let (name, kind) = (turn.clone(), Kind::Integer);
            maker.variables.push(super::Variable { name, kind });
            maker.handed()
        });
        match call {
            Some(call) => format!("Integer[1, {turns}].each |${turn}| {{ {call} }}"),
            None => self.notice(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Choices, program};

    /// Built-in functions with a block that generated programs do not call.
    const LEFT_OUT: [&str; 1] = ["annotate"];

    #[test]
    fn every_built_in_function_with_a_block_is_called_with_one() {
        let mut programs = String::new();
        (0..6_000).for_each(|seed| programs += &program(&mut Choices::of_seed(seed)));
        let names = runtime::builtins::taking_blocks();
        assert!(names.len() > 25, "{names:?}");
        for name in names {
            let is_called = || {
                let after = |at: usize| programs[at + name.len()..].chars().take(400);
                let mut places = programs.match_indices(name).map(|(at, _)| at);
                places.any(|at| {
                    let text: String = after(at).take_while(|c| *c != '\n').collect();
                    text.contains(" |")
                })
            };
            assert_eq!(is_called(), !LEFT_OUT.contains(&name), "{name}");
        }
    }
}
