//! Finds the top-scope variables and facts that the code of a file may read.
//!
//! They are found in the code itself, so that reading a variable costs nothing extra while a
//! compilation is recorded. All code of a file counts, whether it runs or not.

use mir::{Constant, Function, Inner, Op, Temp};
use runtime::code::CodeUnit;

use super::notes::{Names, is_on, note, note_names};
use super::{Answer, Topic};

/// Notes the code of a file. Without an answer, the file was read before recording started, and it
/// counts as changed.
pub(crate) fn note_code(path: &str, answer: Option<Answer>, unit: Option<&CodeUnit>) {
    if !is_on() {
        return;
    }
    match answer {
        Some(answer) => note_names(path, answer, || unit.map(Names::of).unwrap_or_default()),
        None => note(Topic::Volatile, path, Answer::default),
    }
}

/// Notes the variables that code may read if it does not come from a file.
pub(crate) fn note_text(unit: &CodeUnit) {
    if !is_on() {
        return;
    }
    let names = Names::of(unit);
    if names.all {
        note(Topic::AllVariables, "", Answer::default);
    }
    for (kind, names) in [
        (Topic::TopVariable, &names.variables),
        (Topic::Fact, &names.facts),
    ] {
        names
            .iter()
            .for_each(|name| note(kind, name, Answer::default));
    }
}

impl Names {
    fn of(unit: &CodeUnit) -> Names {
        let mut names = Names::default();
        let definitions = unit.definitions().map(|(_, body)| body.mir);
        for function in definitions.chain([unit.program().mir]) {
            names.add(&mut vec![function], false);
        }
        for list in [&mut names.variables, &mut names.facts] {
            list.sort_unstable();
            list.dedup();
        }
        names
    }

    /// Adds the names that a function reads. `around` has the enclosing functions and, as its last
    /// item, the function itself. `is_type` is true for the type of a parameter.
    fn add(&mut self, around: &mut Vec<&Function>, is_type: bool) {
        let Some(&function) = around.last() else {
            return;
        };
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            match &inst.op {
                Op::LoadVariable(name) => self.add_variable(function, name.as_str(), inst.result),
                // a variable without a value is looked up by its name
                Op::LoadSlot { depth, slot } => {
                    let owner = around.len().checked_sub(1 + *depth as usize);
                    let owner = owner.and_then(|at| around.get(at));
                    let Some(owner) = owner else {
                        self.all = true;
                        continue;
                    };
                    let is_parameter = (*slot as usize) < owner.parameters.len();
                    if let Some(name) = owner.slots.get(*slot as usize)
                        && (!is_parameter || is_type)
                    {
                        self.add_variable(function, name.as_str(), inst.result);
                    }
                }
                _ => {}
            }
        }
        let types = function
            .parameters
            .iter()
            .filter_map(|parameter| parameter.type_expr);
        let types: Vec<Inner> = types.chain(function.returns).collect();
        for (at, inner) in function.inner.iter().enumerate() {
            let is_type = is_type || types.iter().any(|ty| ty.0 as usize == at);
            around.push(inner);
            self.add(around, is_type);
            around.pop();
        }
    }

    fn add_variable(&mut self, function: &Function, name: &str, result: Temp) {
        let bare = name.strip_prefix("::").unwrap_or(name);
        match bare == "facts" {
            true => match keys(function, result) {
                Some(keys) => self.facts.extend(keys),
                None => self.variables.push(bare.into()),
            },
            false => self.variables.push(bare.into()),
        }
    }
}

/// Returns the keys by which a value is accessed, if it has no other use.
fn keys(function: &Function, value: Temp) -> Option<Vec<Box<str>>> {
    let mut keys = Vec::new();
    for block in &function.blocks {
        for inst in &block.insts {
            let mut uses = 0;
            inst.op
                .operands(&mut |temp| uses += usize::from(temp == value));
            match &inst.op {
                _ if uses == 0 => {}
                Op::Access { left, keys: given } if left.temp == value && uses == 1 => {
                    match &**given {
                        [key] if !key.splat => keys.push(constant(function, key.value.temp)?),
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        let mut is_used = false;
        block
            .terminator
            .operands(&mut |temp| is_used |= temp == value);
        if is_used {
            return None;
        }
    }
    Some(keys)
}

/// Returns the value of a temp if it is a constant text.
fn constant(function: &Function, temp: Temp) -> Option<Box<str>> {
    let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
    let made = insts.find(|inst| inst.result == temp)?;
    match &made.op {
        Op::Const(at) => match function.constants.get(*at as usize)? {
            Constant::String(text) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}
