//! Generates functions that call themselves or each other.

use super::kind::Kind;
use super::{Function, Place, ProgramGenerator};

impl ProgramGenerator<'_, '_> {
    /// Makes a function that calls itself once.
    pub(super) fn recursive(&mut self) -> String {
        let result = *self
            .choices
            .pick(&[Kind::Integer, Kind::Float, Kind::Text, Kind::Integers]);
        let deep = matches!(result, Kind::Integer | Kind::Float) && self.choices.chance(2);
        let most = if deep { 60 } else { 5 };
        let name = self.fresh("f");
        let parameters = formal(result);
        let place = Place {
            result: Some(result),
            ..Place::default()
        };
        let depth = self.depth;
        self.depth = 2;
        let ((acc, end), cost) = self.apart(place, &parameters, |maker| {
            (maker.expression(result), maker.expression(result))
        });
        self.depth = depth;
        let (ty, returns) = (self.declared_type(result), self.return_type(result));
        let last = self.choices.chance(3);
        let step = match last {
            true => format!("$r = {name}($n - 1, {acc})\n$r"),
            false => format!("{name}($n - 1, {acc})"),
        };
        let code = format!(
            "function {name}(Integer[0, {most}] $n, {ty}$acc){returns} {{\nif $n == 0 {{ {end} }} else {{ {step} }}\n}}"
        );
        self.recursion(name, result, most, (cost + 3) * u64::from(most));
        code
    }

    /// Makes a function that calls itself twice.
    pub(super) fn branching(&mut self) -> String {
        let name = self.fresh("f");
        let operator = *self.choices.pick(&["+", "-", "*"]);
        let ty = *self
            .choices
            .pick(&["Integer ", "", "Numeric ", "Integer[0, 12] "]);
        let returns = *self.choices.pick(&["", " >> Integer", " >> Numeric"]);
        let most = 6;
        let parameters = [("n".to_owned(), Kind::Integer)];
        let (end, cost) = self.apart(Place::default(), &parameters, |maker| {
            maker.depth -= 2;
            let end = maker.expression(Kind::Integer);
            maker.depth += 2;
            end
        });
        let code = format!(
            "function {name}({ty}$n){returns} {{\nif $n < 2 {{ {end} }} else {{ {name}($n - 1) {operator} {name}($n - 2) }}\n}}"
        );
        self.functions.push(Function {
            name,
            parameters: vec![Kind::Integer],
            required: 1,
            rest: None,
            recursion: Some(most),
            result: Kind::Integer,
            cost: (cost + 4) * 25,
        });
        code
    }

    /// Makes two functions that call each other.
    pub(super) fn mutual(&mut self) -> String {
        let result = *self
            .choices
            .pick(&[Kind::Integer, Kind::Text, Kind::Integers, Kind::Any]);
        let names = [self.fresh("f"), self.fresh("f")];
        let most = *self.choices.pick(&[6, 30, 200]);
        let parameters = formal(result);
        let place = Place {
            result: Some(result),
            ..Place::default()
        };
        let depth = std::mem::replace(&mut self.depth, 2);
        let (mut code, mut cost) = (String::new(), 3);
        for (at, name) in names.iter().enumerate() {
            let ((acc, end, before), spent) = self.apart(place, &parameters, |maker| {
                let before = match maker.choices.chance(3) {
                    true => maker.statements(1).join("\n"),
                    false => String::new(),
                };
                (maker.expression(result), maker.expression(result), before)
            });
            cost += spent;
            let other = &names[1 - at];
            let (ty, returns) = (self.declared_type(result), self.return_type(result));
            let acc = match result {
                Kind::Text => format!("{acc}[0, 20]"),
                Kind::Integers => format!("{acc}[0, 9]"),
                _ => acc,
            };
            code.push_str(&format!(
                "function {name}(Integer $n, {ty}$acc){returns} {{\n{before}\nif $n < 1 {{ {end} }} else {{ {other}($n - 1, {acc}) }}\n}}\n"
            ));
        }
        self.depth = depth;
        let [name, _] = names;
        self.recursion(name, result, most, cost * u64::from(most));
        code
    }

    /// Makes a function that calls itself from a lambda, which reads parameters and loop variables.
    pub(super) fn through_lambda(&mut self) -> String {
        let result = *self
            .choices
            .pick(&[Kind::Integer, Kind::Boolean, Kind::Float]);
        let name = self.fresh("f");
        let place = Place {
            result: Some(result),
            ..Place::default()
        };
        let outside = formal(result);
        let mut inside = outside.to_vec();
        inside.extend([("k".to_owned(), Kind::Integer), ("m".to_owned(), result)]);
        let depth = std::mem::replace(&mut self.depth, 2);
        let (end, before) = self.apart(place, &outside, |maker| maker.expression(result));
        let ((mut lines, next), step) = self.apart(place, &inside, |maker| {
            let count = maker.choices.below(2);
            (maker.statements(count), maker.expression(result))
        });
        self.depth = depth;
        let most = 4;
        let (ty, returns) = (self.declared_type(result), self.return_type(result));
        let (head, tail) = *self.choices.pick(&[
            ("[1, 2].reduce($acc) |$m, $k| {", "}"),
            ("Integer[1, 2].reduce($acc) |$m, $k| {", "}"),
            (
                "{1 => $acc, 2 => $acc}.reduce($acc) |$m, $e| { $e[0].then |$k| {",
                "} }",
            ),
        ]);
        lines.push(format!("{name}($n - 1, {next})"));
        let code = format!(
            "function {name}(Integer[0, {most}] $n, {ty}$acc){returns} {{\nif $n == 0 {{ {end} }} else {{ {head} {} {tail} }}\n}}",
            lines.join("\n")
        );
        self.recursion(name, result, most, (before + step + 6) << most);
        code
    }

    /// Adds a function that calls itself, with [`formal`] parameters.
    fn recursion(&mut self, name: String, result: Kind, most: u32, cost: u64) {
        self.functions.push(Function {
            name,
            parameters: vec![Kind::Integer, result],
            required: 2,
            rest: None,
            recursion: Some(most),
            result,
            cost,
        });
    }
}

/// Returns the parameters of a function that calls itself: the number of further calls, and the
/// result so far.
fn formal(result: Kind) -> [(String, Kind); 2] {
    [("n".to_owned(), Kind::Integer), ("acc".to_owned(), result)]
}
