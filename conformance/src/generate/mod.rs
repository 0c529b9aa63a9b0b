//! Generates programs, most of them well-typed, for comparing the tiers with each other and bunraku
//! with the real Puppet.
//!
//! A program is made from [`Choices`]: those of a seed, or of the bytes of a property test or
//! fuzzer. It ends soon: its work is counted while it is generated, loops have few iterations, and
//! recursion has a typed, small depth.

mod block;
mod choices;
mod definition;
pub mod edit;
pub mod environment;
mod expression;
mod growing_collection;
mod invalid_expression;
mod iteration;
mod kind;
mod literal;
mod operation;
mod recursion;
mod statement;

pub use choices::Choices;
use kind::Kind;

/// Makes the program of these choices.
pub fn program(choices: &mut Choices<'_>) -> String {
    let budget = *choices.pick(&[300, 1_000, 100, 3_000, 20_000]);
    let ill = *choices.pick(&[0, 0, 250, 60, 20]);
    let mut maker = ProgramGenerator {
        choices,
        variables: Vec::new(),
        functions: Vec::new(),
        aliases: Vec::new(),
        names: 0,
        depth: 4,
        work: Work {
            weight: 1,
            spent: 0,
            budget,
        },
        ill,
        place: Place::default(),
    };
    maker.program()
}

/// The generator of a program.
struct ProgramGenerator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    /// The variables that can be read here. Of equal names the last one counts.
    variables: Vec<Variable>,
    /// The functions that can be called here.
    functions: Vec<Function>,
    /// The type aliases, each with a kind whose values it accepts.
    aliases: Vec<(String, Kind)>,
    /// The number of names given so far.
    names: usize,
    /// The number of further levels that expressions and blocks may be nested.
    depth: usize,
    work: Work,
    /// One expression of this number has a wrong kind; 0 means none.
    ill: usize,
    place: Place,
}

#[derive(Clone)]
struct Variable {
    name: String,
    kind: Kind,
}

#[derive(Clone)]
struct Function {
    name: String,
    parameters: Vec<Kind>,
    /// The number of required arguments.
    required: usize,
    /// The kind of the parameter that captures the rest of the arguments.
    rest: Option<Kind>,
    /// The maximum depth of the recursion, which is the first argument.
    recursion: Option<u32>,
    result: Kind,
    /// The approximate number of expressions that a call evaluates.
    cost: u64,
}

/// The amount of work that a program does.
#[derive(Clone, Copy)]
struct Work {
    /// The approximate number of times that the current code runs.
    weight: u64,
    /// The approximate number of expressions that the program so far evaluates.
    spent: u64,
    /// The maximum number of expressions to be evaluated.
    budget: u64,
}

/// The surroundings of the current code.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The kind that `next` gives here, in a lambda.
    next: Option<Kind>,
    /// The kind that `return` gives here, in a function.
    result: Option<Kind>,
    /// True if there is a loop for `break`.
    is_loop: bool,
}

impl ProgramGenerator<'_, '_> {
    /// Returns a new name.
    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Declares a new variable that can be read from now on.
    fn declare(&mut self, kind: Kind) -> String {
        let name = self.fresh("v");
        self.variables.push(Variable {
            name: name.clone(),
            kind,
        });
        name
    }

    /// Returns a variable of the kind, if there is one.
    fn variable(&mut self, kind: Kind) -> Option<String> {
        let hidden = |at: usize| {
            let name = &self.variables[at].name;
            self.variables[at + 1..].iter().any(|v| v.name == *name)
        };
        let fits = |v: &Variable| kind == Kind::Any || v.kind == kind;
        let found: Vec<usize> = (0..self.variables.len())
            .filter(|&at| fits(&self.variables[at]) && !hidden(at))
            .collect();
        if found.is_empty() {
            return None;
        }
        // prefers the newest
        let at = found.len() - 1 - self.choices.below(found.len());
        Some(format!("${}", self.variables[found[at]].name))
    }

    /// Makes code that runs `times` as often, in its own scope.
    fn inside<T>(&mut self, times: u64, make: impl FnOnce(&mut Self) -> T) -> T {
        let (weight, place, visible) = (self.work.weight, self.place, self.variables.len());
        self.work.weight = weight.saturating_mul(times);
        let made = make(self);
        self.work.weight = weight;
        self.place = place;
        self.variables.truncate(visible);
        made
    }

    /// Returns true if code that evaluates `cost` expressions fits the budget here.
    fn affords(&self, cost: u64) -> bool {
        let cost = self.work.weight.saturating_mul(cost);
        self.work.spent.saturating_add(cost) <= self.work.budget
    }

    /// Counts the expressions that code evaluates.
    fn spend(&mut self, cost: u64) {
        let cost = self.work.weight.saturating_mul(cost);
        self.work.spent = self.work.spent.saturating_add(cost);
    }

    /// Returns true if the next expression should have a wrong kind.
    fn goes_wrong(&mut self) -> bool {
        self.ill > 0 && self.choices.chance(self.ill)
    }
}

#[cfg(test)]
mod tests {
    use super::{Choices, program};

    #[test]
    fn programs_parse() {
        let mut wrong = 0;
        for seed in 0..300 {
            let code = program(&mut Choices::of_seed(seed));
            let source = frontend::Source::new(None, code.as_str());
            let arena = bumpalo::Bump::new();
            let parsed = frontend::parser::parse(&arena, &source);
            assert!(parsed.is_ok(), "{code}");
            let parsed = parsed.unwrap_or_else(|_| unreachable!("just asked"));
            let options = frontend::validate::Options::default();
            wrong +=
                usize::from(!frontend::validate::validate(&parsed, &source, &options).is_empty());
        }
        assert!(wrong < 30, "{wrong} of 300 programs do not pass the checks");
    }

    #[test]
    fn no_choices_give_a_program() {
        assert!(!program(&mut Choices::of_bytes(&[])).is_empty());
    }
}
