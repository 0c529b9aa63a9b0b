//! Generates whole programs: definitions, then statements.

use super::expression::begun;
use super::kind::Kind;
use super::{Function, Place, ProgramGenerator, Variable, Work};

/// The approximate maximum number of expressions that a call of a function may evaluate.
const CALL_COST_MAX: u64 = 150;

impl ProgramGenerator<'_, '_> {
    /// Makes the program.
    pub(super) fn program(&mut self) -> String {
        let count = self.choices.below(5);
        let mut parts: Vec<String> = Vec::new();
        for _ in 0..self.choices.below(3) {
            let alias = self.alias();
            parts.push(alias);
        }
        for _ in 0..count {
            let part = match self.choices.below(11) {
                0 => self.recursive(),
                1 => self.branching(),
                2 => self.accumulating(),
                3 => self.mutual(),
                4 => self.through_lambda(),
                9 | 10 => self.handing(),
                _ => self.function(),
            };
            parts.push(part);
        }
        if self.choices.chance(4) {
            parts.push(self.class());
        }
        if self.choices.chance(5) {
            parts.push(self.define());
        }
        let count = 1 + self.choices.below(6);
        parts.extend(self.statements(count));
        parts.push(self.notice());
        parts.join("\n") + "\n"
    }

    /// Makes a type alias, perhaps of a recursive type.
    fn alias(&mut self) -> String {
        let kind = Kind::of(self.choices);
        let name = self.fresh("T");
        let ty = *self.choices.pick(kind.types());
        let ty = match self.choices.below(4) {
            0 => format!("Variant[{ty}, Array[{name}]]"),
            1 => format!("Optional[{ty}]"),
            2 => format!("Variant[{ty}, Hash[String, {name}]]"),
            _ => ty.to_owned(),
        };
        self.aliases.push((name.clone(), kind));
        format!("type {name} = {ty}")
    }

    /// Makes a body that sees only its parameters. Also returns its cost.
    pub(super) fn apart<T>(
        &mut self,
        place: Place,
        parameters: &[(String, Kind)],
        make: impl FnOnce(&mut Self) -> T,
    ) -> (T, u64) {
        self.apart_with(CALL_COST_MAX, place, parameters, make)
    }

    /// Works like [`ProgramGenerator::apart`], with a maximum cost.
    pub(super) fn apart_with<T>(
        &mut self,
        budget: u64,
        place: Place,
        parameters: &[(String, Kind)],
        make: impl FnOnce(&mut Self) -> T,
    ) -> (T, u64) {
        let variables = std::mem::take(&mut self.variables);
        let (outer, outside) = (self.work, self.place);
        self.work = Work {
            weight: 1,
            spent: 0,
            budget,
        };
        self.place = place;
        self.variables = parameters
            .iter()
            .map(|(name, kind)| Variable {
                name: name.clone(),
                kind: *kind,
            })
            .collect();
        let made = make(self);
        let cost = self.work.spent;
        self.variables = variables;
        self.work = outer;
        self.place = outside;
        (made, cost)
    }

    /// Makes up to three parameters. Returns their names and kinds, their texts, and the number of
    /// required ones.
    fn formal(&mut self) -> (Vec<(String, Kind)>, Vec<String>, usize) {
        let count = *self.choices.pick(&[1, 2, 0, 3]);
        let defaults = if self.choices.chance(4) {
            self.choices.below(count + 1)
        } else {
            0
        };
        let required = count - defaults;
        let (mut parameters, mut texts): (Vec<(String, Kind)>, Vec<String>) = Default::default();
        for at in 0..count {
            let kind = Kind::of(self.choices);
            let name = self.fresh("p");
            let ty = self.declared_type(kind);
            let default = match at >= required {
                true => match parameters.iter().find(|(_, k)| *k == kind) {
                    Some((earlier, _)) if self.choices.chance(2) => format!(" = ${earlier}"),
                    _ => format!(" = {}", super::literal::literal(self.choices, kind)),
                },
                false => String::new(),
            };
            texts.push(format!("{ty}${name}{default}"));
            parameters.push((name, kind));
        }
        (parameters, texts, required)
    }

    pub(super) fn return_type(&mut self, kind: Kind) -> String {
        match self.choices.below(3) {
            0 => format!(" >> {}", self.choices.pick(kind.types())),
            _ => String::new(),
        }
    }

    fn function(&mut self) -> String {
        let result = Kind::of(self.choices);
        let (parameters, mut texts, required) = self.formal();
        let place = Place {
            result: Some(result),
            ..Place::default()
        };
        let rest = match self.choices.chance(5) {
            true => Some(*self.choices.pick(&[Kind::Integer, Kind::Text, Kind::Any])),
            false => None,
        };
        let mut seen = parameters.clone();
        if let Some(kind) = rest {
            let name = self.fresh("p");
            texts.push(format!("{}*${name}", self.declared_type(kind)));
            seen.push((name, kind.listed()));
        }
        let (body, cost) = self.apart(place, &seen, |maker| {
            let count = maker.choices.below(4);
            let mut lines = maker.statements(count);
            lines.push(begun(maker.expression(result)));
            lines.join("\n")
        });
        let name = self.fresh("f");
        let returns = self.return_type(result);
        let code = format!(
            "function {name}({}){returns} {{\n{body}\n}}",
            texts.join(", ")
        );
        self.functions.push(Function {
            name,
            parameters: parameters.into_iter().map(|(_, kind)| kind).collect(),
            required,
            rest,
            recursion: None,
            result,
            cost: cost + 1,
        });
        code
    }

    /// Makes a class and its declaration.
    fn class(&mut self) -> String {
        let name = self.fresh("c");
        let (parameters, texts, required) = self.formal();
        let (lines, cost) = self.apart(Place::default(), &parameters, |maker| {
            let count = 1 + maker.choices.below(3);
            maker.statements(count).join("\n")
        });
        self.spend(cost);
        let attributes = self.attributes(&parameters, required);
        for (parameter, kind) in parameters {
            let name = format!("{name}::{parameter}");
            self.variables.push(Variable { name, kind });
        }
        let declaration = format!("class {{ '{name}': {attributes} }}");
        format!(
            "class {name}({}) {{\n{lines}\n}}\n{declaration}",
            texts.join(", ")
        )
    }

    /// Makes a define and some instances.
    fn define(&mut self) -> String {
        let name = self.fresh("d");
        let (parameters, texts, required) = self.formal();
        let mut seen = parameters.clone();
        seen.push(("title".to_owned(), Kind::Text));
        let (lines, cost) = self.apart(Place::default(), &seen, |maker| {
            let count = 1 + maker.choices.below(3);
            maker.statements(count).join("\n")
        });
        self.spend(cost * 2);
        let mut code = format!("define {name}({}) {{\n{lines}\n}}", texts.join(", "));
        for title in ["one", "Two"] {
            let attributes = self.attributes(&parameters, required);
            code.push_str(&format!("\n{name} {{ '{title}': {attributes} }}"));
        }
        code
    }

    fn attributes(&mut self, parameters: &[(String, Kind)], required: usize) -> String {
        let given = required + self.choices.below(parameters.len() - required + 1);
        let value = |(name, kind): &(String, Kind)| format!("{name} => {}", self.expression(*kind));
        let texts: Vec<String> = parameters[..given].iter().map(value).collect();
        texts.join(", ")
    }
}
