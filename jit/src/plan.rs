//! Finds facts about a body before it is compiled: its kind, and the calls that may be direct.

use frontend::Symbol;
use mir::ir::{Block, Leave};
use mir::{Function, Inner, Kind, Temp, Terminator, Ty};
use runtime::frame::Body;
use runtime::function::{Occurs, Signature};
use runtime::types::{Type, TypeRef};
use runtime::{Cx, interp};

/// A function that compiled code may call directly.
#[derive(Clone, Copy)]
pub struct Target<'h> {
    /// Its code.
    pub body: &'h Body<'h>,
    /// The types of its parameters and result.
    pub signature: &'h Signature<'h>,
    /// For each parameter without an argument, the code of its default, or `None` for a constant;
    /// empty if all are constants.
    pub defaults: &'h [Option<Target<'h>>],
}

/// Returns the function that a call names, if it can be called directly with this number of
/// arguments.
pub fn target<'h>(cx: &mut Cx<'h>, name: Symbol, arguments: usize) -> Option<Target<'h>> {
    // only what is loaded: finding another function may load a file
    let function = interp::loaded_function(cx, name)?;
    let body = function.body;
    if !is_direct(body.mir, arguments) {
        return None;
    }
    let frame = cx.function_frame(body);
    let signature = interp::signature(cx, body, frame).ok()?;
    let defaults = computed_defaults(cx, body, signature, arguments);
    let target = Target {
        body,
        signature,
        defaults,
    };
    let fits = target.takes(arguments) && target.defaults_fit(arguments);
    fits.then_some(target)
}

/// Returns the defaults of the parameters after the given number of arguments. A default gets the
/// values of the parameters before it, of which computed ones have not been checked yet.
fn computed_defaults<'h>(
    cx: &mut Cx<'h>,
    body: &'h Body<'h>,
    signature: &'h Signature<'h>,
    arguments: usize,
) -> &'h [Option<Target<'h>>] {
    let mut before = signature.parameters.to_vec();
    let mut defaults = Vec::new();
    for (index, parameter) in body.mir.parameters.iter().enumerate().skip(arguments) {
        let computed = parameter.default.filter(|d| is_computed(body.mir, *d));
        defaults.push(computed.map(|default| Target {
            body: &body.inner[default.0 as usize],
            signature: cx.heap.alloc(Signature {
                parameters: cx.heap.slice(&before[..index]),
                block: None,
                returns: None,
            }),
            defaults: &[],
        }));
        if computed.is_some() {
            before[index].ty = &Type::Any;
        }
    }
    match defaults.iter().any(Option::is_some) {
        true => cx.heap.slice(&defaults),
        false => &[],
    }
}

impl<'h> Target<'h> {
    /// Returns the code of the default of a parameter without an argument; `None` for a constant.
    pub fn default_of(&self, parameter: usize) -> Option<Target<'h>> {
        let without = self.signature.parameters.len() - self.defaults.len();
        *self.defaults.get(parameter.checked_sub(without)?)?
    }

    /// Returns the parameter that takes the rest of the arguments as an Array.
    pub fn rest(&self) -> Option<usize> {
        let last = self.body.mir.parameters.len().checked_sub(1)?;
        self.body.mir.parameters[last].captures_rest.then_some(last)
    }

    /// Returns the parameter that receives an argument.
    pub fn parameter_of(&self, argument: usize) -> usize {
        self.rest().map_or(argument, |rest| rest.min(argument))
    }

    /// Returns the static type of the value of a parameter.
    pub fn declared(&self, parameter: usize) -> Ty {
        match self.rest() == Some(parameter) {
            true => Ty::Array,
            false => declared(self.signature.parameters[parameter].ty),
        }
    }

    /// Returns true if the function never returns NaN, because its result is checked.
    pub fn gives_no_nan(&self) -> bool {
        let is_checked = !leaves(self.body.mir, Leave::Return);
        is_checked && self.signature.returns.is_some_and(excludes_nan)
    }

    /// Returns the parameters with their types, for a version specialised on some types. Arguments
    /// are checked against the declared types, so these hold.
    pub fn given(&self, key: &[Ty]) -> Vec<(Temp, Ty)> {
        let ty = |(index, key): (usize, &Ty)| match key {
            Ty::Any => self.declared(index),
            known => *known,
        };
        let temps = self.body.mir.blocks[0].parameters.iter().copied();
        temps.zip(key.iter().enumerate().map(ty)).collect()
    }

    /// Returns true if the captures-rest parameter accepts the number of arguments.
    fn takes(&self, arguments: usize) -> bool {
        let Some(rest) = self.rest() else { return true };
        match self.signature.parameters[rest].occurs {
            Occurs::Repeated(size) => size.holds(arguments.saturating_sub(rest)),
            _ => false,
        }
    }

    /// Returns true if the constant defaults of parameters without an argument are of the declared
    /// types.
    fn defaults_fit(&self, arguments: usize) -> bool {
        let end = self.rest().unwrap_or(self.body.mir.parameters.len());
        (arguments..end).all(|index| {
            if self.default_of(index).is_some() {
                return true;
            }
            let default = self.body.mir.parameters[index].default;
            let constant = default.map(|d| self.body.inner[d.0 as usize].constants[0]);
            let declared = self.signature.parameters[index].ty;
            constant.is_some_and(|value| runtime::types::instance(declared, value))
        })
    }
}

fn is_direct(function: &Function, arguments: usize) -> bool {
    let (parameters, rest) = match &function.parameters[..] {
        [first @ .., last] if last.captures_rest => (first, true),
        all => (all, false),
    };
    let fits = match rest {
        true => {
            let rest = function.parameters.last();
            arguments > parameters.len() || rest.is_some_and(|p| p.default.is_none())
        }
        false => arguments <= parameters.len(),
    };
    function.kind == Kind::Function
        && function.frameless
        && fits
        && parameters.iter().all(|p| !p.captures_rest)
        && parameters.iter().skip(arguments).all(|p| {
            p.default.is_some_and(|d| is_constant(function, d) || is_computed(function, d))
        })
        // a jump from inside a lambda needs the interpreter
        && !function.inner.iter().any(jumps)
}

/// Returns for each temp whether a frameless function uses it, which finds unused parameters.
pub fn used_parameters(function: &Function) -> Vec<bool> {
    let mut used = vec![false; function.temps.len()];
    for block in &function.blocks {
        let mut visit = |temp: Temp| used[temp.0 as usize] = true;
        block
            .insts
            .iter()
            .for_each(|inst| inst.op.operands(&mut visit));
        block.terminator.operands(&mut visit);
    }
    let parameters = function.blocks[0].parameters.iter();
    parameters.map(|temp| used[temp.0 as usize]).collect()
}

/// Returns true if a function has a jump backwards.
pub fn has_loop(function: &Function) -> bool {
    let goes_back = |(index, block): (usize, &Block)| {
        let mut targets = block.terminator.targets();
        targets.any(|to| to.0 as usize <= index)
    };
    function.blocks.iter().enumerate().any(goes_back)
}

fn is_constant(function: &Function, default: Inner) -> bool {
    function.inner[default.0 as usize].sole_constant().is_some()
}

/// Returns true if a default is a lambda over the parameters before it.
fn is_computed(function: &Function, default: Inner) -> bool {
    function.inner[default.0 as usize].kind == Kind::Lambda
}

/// Returns true if a lambda, or one inside it, ends the function that contains it.
fn jumps(function: &Function) -> bool {
    leaves(function, Leave::Return)
        || leaves(function, Leave::Break)
        || function.inner.iter().any(jumps)
}

/// Returns true if a function may end by the given kind of exit.
pub fn leaves(function: &Function, how: Leave) -> bool {
    let mut ends = function.blocks.iter().map(|b| &b.terminator);
    ends.any(|end| matches!(end, Terminator::Leave(way, ..) if *way == how))
}

/// Returns the type that a resolved alias stands for; returns any other type unchanged.
pub fn without_alias<'h>(ty: TypeRef<'h>) -> TypeRef<'h> {
    let mut ty = ty;
    // another check reports an alias that stands for itself
    for _ in 0..8 {
        match ty {
            Type::Alias(alias) => match alias.resolved.get() {
                Some(target) => ty = target,
                None => break,
            },
            _ => break,
        }
    }
    ty
}

/// Returns true if NaN is no instance of a type of numbers.
pub fn excludes_nan(ty: TypeRef<'_>) -> bool {
    matches!(
        without_alias(ty),
        Type::Float { .. } | Type::Numeric | Type::Integer { .. }
    )
}

/// Returns the static type of the value of a parameter with a declared type.
pub fn declared(ty: TypeRef<'_>) -> Ty {
    match without_alias(ty) {
        Type::Integer { .. } => Ty::Integer,
        Type::Float { .. } => Ty::Float,
        Type::Boolean(_) => Ty::Boolean,
        Type::String(_) | Type::StringValue(_) | Type::Enum { .. } | Type::Pattern(_) => Ty::String,
        Type::Array { .. } | Type::Tuple { .. } => Ty::Array,
        Type::Hash { .. } | Type::Struct(_) => Ty::Hash,
        _ => Ty::Any,
    }
}

/// Returns the static type of the result of a function that declares a type. An Integer type may
/// hold Integers beyond 64 bits unless it has both ends.
pub fn declared_result(ty: TypeRef<'_>) -> Ty {
    match without_alias(ty) {
        Type::Integer { min: None, .. } | Type::Integer { max: None, .. } => Ty::Any,
        ty => declared(ty),
    }
}

/// Returns the type on which a body is specialised: one that has a representation of its own, else
/// `Any`.
pub fn key(ty: Ty) -> Ty {
    match ty {
        Ty::Integer | Ty::Float | Ty::Boolean => ty,
        _ => Ty::Any,
    }
}
