//! Selects the dispatch of a function that takes given arguments, and explains why none does.

use crate::closure::Closure;
use crate::convert::check_init_met;
use crate::cx::Cx;
use crate::deferred::parameter_problems;
use crate::error::Res;
use crate::function::{BlockParameter, Check, Occurs, Parameter, Resolved, Signature};
use crate::heap::Heap;
use crate::limits;
use crate::types::init::{is_within, met};
use crate::types::mismatch::{self, Kind, Mismatch, Step};
use crate::types::{self, Size, Type, TypeRef, infer};
use crate::value::Value;
use crate::value::kinds::{Kinds, Verdict};

pub use crate::frozen::resolve;

/// Returns the index of the first signature that takes the arguments and the block. Does not
/// allocate.
///
/// # Errors
/// Returns the error of a type expression of the block's parameters.
pub fn select<'h>(
    cx: &mut Cx<'h>,
    signatures: &[Signature<'h>],
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h, Option<usize>> {
    for (at, signature) in signatures.iter().enumerate() {
        if takes_arguments_again(cx.heap, signature, arguments) && fits_block(cx, signature, block)?
        {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Works like [`select`], for a built-in function: the kinds of values are checked first.
///
/// # Errors
/// Same as [`select`].
pub fn select_builtin<'h>(
    cx: &mut Cx<'h>,
    builtin: &'static Resolved,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h, Option<usize>> {
    let signatures = builtin.signatures();
    for (at, (check, signature)) in builtin.checks().iter().zip(signatures).enumerate() {
        if passes(check, signature, arguments) && fits_block(cx, signature, block)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Static knowledge about an argument.
pub enum Foreseen<'h> {
    /// The kinds that its value can have.
    Kinds(Kinds),
    /// Its constant value.
    Constant(Value<'h>),
}

impl Foreseen<'_> {
    /// Returns true if a parameter takes the argument, and `None` if that is uncertain.
    fn fits(&self, verdict: Verdict, ty: TypeRef<'static>) -> Option<bool> {
        let kinds = match self {
            Foreseen::Kinds(kinds) => *kinds,
            Foreseen::Constant(value) => Kinds::of(*value),
        };
        if verdict.always.hold(kinds) {
            return Some(true);
        }
        if !verdict.sometimes.meet(kinds) {
            return Some(false);
        }
        match self {
            Foreseen::Kinds(_) => None,
            Foreseen::Constant(value) => limits::guarded(|| types::instance(ty, *value)).ok(),
        }
    }
}

/// Returns the dispatch that these arguments always get, given the static knowledge about them,
/// with a block of such a signature.
pub fn certain<'h>(
    builtin: &Resolved,
    arguments: &[Foreseen<'_>],
    block: Option<&Signature<'h>>,
) -> Option<usize> {
    for (at, (check, signature)) in builtin
        .checks()
        .iter()
        .zip(builtin.signatures())
        .enumerate()
    {
        if !check.size.holds(arguments.len()) || !accepts_block(signature, block) {
            continue;
        }
        let mut fits = Some(true);
        for (at, argument) in arguments.iter().enumerate() {
            // the last parameter repeats
            let at = at.min(check.verdicts.len() - 1);
            let one = argument.fits(check.verdicts[at], signature.parameters[at].ty);
            fits = match (fits, one) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        match fits {
            Some(true) => return Some(at),
            Some(false) => {}
            None => return None,
        }
    }
    None
}

fn passes<'h>(check: &Check, signature: &Signature<'h>, arguments: &[Value<'h>]) -> bool {
    check.size.holds(arguments.len())
        && arguments.iter().enumerate().all(|(at, &value)| {
            // the last parameter repeats
            let at = at.min(check.verdicts.len() - 1);
            let (verdict, kind) = (check.verdicts[at], Kinds::of(value));
            verdict.always.hold(kind)
                || (verdict.sometimes.hold(kind)
                    && types::instance(signature.parameters[at].ty, value))
        })
}

fn fits_block<'h>(
    cx: &mut Cx<'h>,
    signature: &Signature<'h>,
    block: Option<&'h Closure<'h>>,
) -> Res<'h, bool> {
    let block = match block {
        Some(closure) if looks_at_block(signature) => Some(cx.signature_of(closure)?),
        Some(_) => return Ok(signature.block.is_some()),
        None => None,
    };
    Ok(accepts_block(signature, block))
}

/// Returns true if the kind of the block matters. Functions of the 3.x API take any block and never
/// use it.
fn looks_at_block(signature: &Signature<'_>) -> bool {
    let any = |only: &Parameter<'_>| matches!((only.ty, only.occurs), (Type::Any, Occurs::Repeated(times)) if times.from == 0);
    let is_legacy = matches!(signature.parameters, [only] if any(only));
    signature.block.as_ref().is_some_and(|wanted| {
        wanted.required || !is_legacy || !matches!(wanted.ty, Type::Callable(None))
    })
}

/// Returns true if a signature accepts the block of another signature.
fn accepts_block<'h>(signature: &Signature<'h>, block: Option<&Signature<'h>>) -> bool {
    match (&signature.block, block) {
        (None, block) => block.is_none(),
        (Some(wanted), None) => !wanted.required,
        (Some(wanted), Some(block)) => !looks_at_block(signature) || takes_block(wanted.ty, block),
    }
}

/// Returns the least and the greatest number of arguments.
pub fn arity(parameters: &[Parameter<'_>]) -> Size {
    let mut size = Size {
        from: 0,
        to: Some(parameters.len() as i64),
    };
    for parameter in parameters {
        match parameter.occurs {
            Occurs::Required => size.from += 1,
            Occurs::Optional => {}
            Occurs::Repeated(times) => {
                size.from += times.from;
                size.to = size.to.zip(times.to).map(|(to, times)| to - 1 + times);
            }
        }
    }
    size
}

/// Returns true if a signature takes arguments, leaving the block aside.
pub fn takes_arguments<'h>(signature: &Signature<'h>, arguments: &[Value<'h>]) -> bool {
    takes(signature, arguments, types::instance)
}

/// Works like [`takes_arguments`]; large arguments are checked again only where they have changed.
fn takes_arguments_again<'h>(
    heap: &'h Heap,
    signature: &Signature<'h>,
    arguments: &[Value<'h>],
) -> bool {
    let is = |ty, value| types::instance_again(heap, ty, value);
    takes(signature, arguments, is)
}

fn takes<'h>(
    signature: &Signature<'h>,
    arguments: &[Value<'h>],
    is: impl Fn(TypeRef<'h>, Value<'h>) -> bool,
) -> bool {
    let parameters = signature.parameters;
    arity(parameters).holds(arguments.len())
        && arguments.iter().enumerate().all(|(at, &value)| {
            // the last parameter repeats
            let parameter = &parameters[at.min(parameters.len() - 1)];
            matches!(parameter.ty, Type::Any) || is(parameter.ty, value)
        })
}

/// Returns true if a signature takes arguments of given types. The arguments described are types: a
/// negative Integer, say, is of an iterable type but not iterable itself.
fn takes_types<'h>(signature: &Signature<'h>, types: &[TypeRef<'h>]) -> bool {
    let parameters = signature.parameters;
    arity(parameters).holds(types.len())
        && types.iter().enumerate().all(|(at, &ty)| {
            let parameter = &parameters[at.min(parameters.len() - 1)];
            types::assignable(parameter.ty, ty)
        })
}

/// Returns true if a lambda can be called as the type of a block parameter demands.
fn takes_block<'h>(wanted: TypeRef<'h>, lambda: &Signature<'h>) -> bool {
    let callable = match wanted {
        Type::Callable(callable) => callable,
        Type::Optional(Some(Type::Callable(callable))) => callable,
        Type::Optional(None) | Type::Any => return true,
        Type::Variant(types) => return types.iter().any(|ty| takes_block(ty, lambda)),
        Type::Alias(alias) => {
            return alias
                .resolved
                .get()
                .is_some_and(|ty| takes_block(ty, lambda));
        }
        _ => return false,
    };
    let Some(callable) = callable else {
        return true;
    };
    let size = callable.arity();
    let parameters = lambda.parameters;
    if !arity(parameters).covers(size) {
        return false;
    }
    // optional parameters that no argument reaches may be of any type
    let reached = size.to.map_or(usize::MAX, |to| to as usize);
    let count = callable.parameters.len().max(parameters.len()).min(reached);
    callable.parameters.is_empty()
        || parameters.is_empty()
        || (0..count).all(|at| {
            let parameter = &parameters[at.min(parameters.len() - 1)];
            let given = callable.parameters[at.min(callable.parameters.len() - 1)];
            matches!(parameter.ty, Type::Any) || types::assignable(parameter.ty, given)
        })
}

/// Explains why no signature takes the arguments: `'f' parameter 'x' expects an Integer value, got
/// String`, or a list of the signatures, each with its mismatch.
///
/// # Errors
/// Returns the error of a type expression of the block's parameters.
pub fn describe_call<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    signatures: &[Signature<'h>],
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h, String> {
    let heap = cx.heap;
    refuse_init(signatures, arguments)?;
    let block = match block {
        Some(closure) => Some(cx.signature_of(closure)?),
        None => None,
    };
    let types: Vec<TypeRef<'h>> = arguments.iter().map(|&v| infer(heap, v)).collect();
    let accepted = |signature: &Signature<'h>| takes_types(signature, &types);
    let of_block = |signature: &Signature<'h>| describe_block(heap, signature, block);
    // if the arguments fit some signature, the block is wrong
    let mut found: Vec<Vec<Mismatch<'h>>> = Vec::new();
    if signatures.iter().any(accepted) {
        found = signatures.iter().map(of_block).collect();
    }
    if found.is_empty() || found.iter().any(Vec::is_empty) {
        found = signatures
            .iter()
            .map(|signature| match accepted(signature) {
                true => of_block(signature),
                false => describe_arguments(heap, signature, &types),
            })
            .collect();
    }
    Ok(call_text(
        heap,
        &format!("'{name}'"),
        name,
        signatures,
        found,
    ))
}

fn call_text<'h>(
    heap: &'h Heap,
    subject: &str,
    name: &str,
    signatures: &[Signature<'h>],
    found: Vec<Vec<Mismatch<'h>>>,
) -> String {
    let merged = mismatch::merge(heap, found.clone());
    if let [one] = &merged[..] {
        return format!("{subject} {}", one.text());
    }
    let rejected = |indent: &str, list: &[Mismatch<'h>]| -> String {
        list.iter()
            .map(|mismatch| format!("\n{indent}rejected: {}", mismatch.text()))
            .collect()
    };
    if let ([signature], [list]) = (signatures, &found[..]) {
        let signature = signature_text(signature);
        return format!("{subject} expects {signature}{}", rejected("  ", list));
    }
    if signatures.is_empty() {
        // there is no signature to describe: Puppet shows the name of Ruby's error
        return "ArgumentError".to_owned();
    }
    let mut text = format!(
        "The function '{name}' was called with arguments it does not accept. It expects one of:"
    );
    for (signature, list) in signatures.iter().zip(&found) {
        text.push_str("\n  ");
        text.push_str(&signature_text(signature));
        text.push_str(&rejected("    ", list));
    }
    text
}

/// Returns the text of a signature: `(Integer a, String b?, Any rest*, Callable block)`.
pub fn signature_text(signature: &Signature<'_>) -> String {
    let mut parts = Vec::new();
    let size = arity(signature.parameters);
    for (at, parameter) in signature.parameters.iter().enumerate() {
        let (ty, mark) = match (parameter.occurs, parameter.ty) {
            (Occurs::Optional, Type::Optional(Some(ty))) => (*ty, "?"),
            (Occurs::Optional, ty) => (ty, "?"),
            (Occurs::Required, ty) => (ty, ""),
            (Occurs::Repeated(_), ty) => match size {
                Size { from, to: None } if from == at as i64 + 1 => (ty, "+"),
                Size { to: None, .. } => (ty, "*"),
                Size { from, .. } if from <= at as i64 => (ty, "?"),
                _ => (ty, ""),
            },
        };
        parts.push(format!("{ty} {}{mark}", parameter.name));
    }
    if signature.parameters.is_empty() {
        // Puppet does not show the block
        return "()".to_owned();
    }
    // Puppet shows the type of a required block if it is a Callable; the block of a Callable type
    // has no name
    let shown = |block: &&BlockParameter<'_>| {
        !block.name.is_empty()
            && (!block.required || !matches!(block.ty, Type::Alias(_) | Type::Variant(_)))
    };
    if let Some(block) = signature.block.as_ref().filter(shown) {
        let mark = if block.required { "" } else { "?" };
        let ty = match block.ty {
            Type::Optional(Some(ty)) => ty,
            ty => ty,
        };
        parts.push(format!("{ty} {}{mark}", block.name));
    }
    format!("({})", parts.join(", "))
}

/// Returns the mismatches of the arguments: their number, or the first argument that does not fit.
fn describe_arguments<'h>(
    heap: &'h Heap,
    signature: &Signature<'h>,
    types: &[TypeRef<'h>],
) -> Vec<Mismatch<'h>> {
    let parameters = signature.parameters;
    let expected = arity(parameters);
    if !expected.holds(types.len()) {
        let kind = Kind::Count {
            expected,
            actual: Size::exactly(types.len()),
        };
        return vec![Mismatch {
            path: Vec::new(),
            kind,
        }];
    }
    for (at, &ty) in types.iter().enumerate() {
        let parameter = &parameters[at.min(parameters.len() - 1)];
        if !types::assignable(parameter.ty, ty) {
            let path = [Step::Parameter(parameter.name.to_owned())];
            let found = mismatch::mismatches(heap, parameter.ty, ty, &path);
            // `Variant` alone accepts nothing, without a reason
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

/// Returns the mismatches of the block.
fn describe_block<'h>(
    heap: &'h Heap,
    signature: &Signature<'h>,
    block: Option<&Signature<'h>>,
) -> Vec<Mismatch<'h>> {
    let at = |path: Vec<Step>, kind| vec![Mismatch { path, kind }];
    match (&signature.block, block) {
        (None, None) => Vec::new(),
        (None, Some(_)) => at(Vec::new(), Kind::UnexpectedBlock),
        (Some(wanted), None) if wanted.required => at(Vec::new(), Kind::MissingBlock),
        (Some(_), None) => Vec::new(),
        // this includes a block that could be called: Puppet has a comparison of its own here
        (Some(wanted), Some(lambda)) => describe_lambda_type(heap, wanted, wanted.ty, lambda),
    }
}

fn describe_lambda_type<'h>(
    heap: &'h Heap,
    block: &BlockParameter<'h>,
    wanted: TypeRef<'h>,
    lambda: &Signature<'h>,
) -> Vec<Mismatch<'h>> {
    let callable = match wanted {
        Type::Variant(types) => return describe_lambda_of(heap, block, types, lambda),
        Type::Optional(Some(Type::Variant(types))) => {
            return describe_lambda_of(heap, block, types, lambda);
        }
        Type::Callable(Some(callable)) => callable,
        Type::Optional(Some(Type::Callable(Some(callable)))) => callable,
        Type::Alias(alias) => match alias.resolved.get() {
            Some(ty) => return describe_lambda_type(heap, block, ty, lambda),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let expected = callable.arity();
    let actual = arity(lambda.parameters);
    if !actual.covers(expected) || !expected.covers(actual) {
        return vec![Mismatch {
            path: vec![Step::Block],
            kind: Kind::Count { expected, actual },
        }];
    }
    // Puppet compares the types in this direction here
    let mut found = Vec::new();
    for (at, parameter) in lambda.parameters.iter().enumerate() {
        let Some(wanted) = callable.parameters.get(at).or(callable.parameters.last()) else {
            break;
        };
        if !types::assignable(wanted, parameter.ty) {
            let path = [Step::Block, Step::Index(at)];
            found.extend(mismatch::mismatches(heap, wanted, parameter.ty, &path));
        }
    }
    found
}

/// Returns the mismatches of a block where several types are accepted and none of them takes it.
fn describe_lambda_of<'h>(
    heap: &'h Heap,
    block: &BlockParameter<'h>,
    types: &[TypeRef<'h>],
    lambda: &Signature<'h>,
) -> Vec<Mismatch<'h>> {
    let each = types
        .iter()
        .map(|ty| describe_lambda_type(heap, block, ty, lambda));
    let found: Vec<Vec<Mismatch<'h>>> = each.collect();
    if found.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    if !block.required {
        // the first of the types is for calls without a block
        return mismatch::mismatches(
            heap,
            &Type::Undef,
            &Type::Callable(None),
            &[Step::Block, Step::Variant(0)],
        );
    }
    mismatch::merge(heap, found)
}

/// Returns `SUBJECT index 1 expects an Integer value, got String`. Several reasons stand on a line
/// each, the first after a blank. The subject may be `value returned from f has wrong type,`.
pub fn describe_mismatch<'h>(
    cx: &mut Cx<'h>,
    subject: &str,
    ty: TypeRef<'h>,
    value: Value<'h>,
) -> String {
    mismatch::describe(cx.heap, subject, ty, value)
}

/// Refuses arguments if the check of a parameter reaches an `Init` type of which no value can be
/// made.
///
/// # Errors
/// Returns the error of making a value.
fn refuse_init<'h>(signatures: &[Signature<'h>], arguments: &[Value<'h>]) -> Res<'h, ()> {
    let parameters = signatures.iter().flat_map(|s| s.parameters);
    if parameters.clone().any(|p| is_within(p.ty)) {
        for signature in signatures {
            check_init_met(|| takes_arguments(signature, arguments))?;
        }
    }
    Ok(())
}

/// Returns the reasons why a parameter does not take a value: `parameter 'x' expects ...`. Empty
/// when it takes it.
pub fn describe_parameter<'h>(
    heap: &'h Heap,
    parameter: &Parameter<'h>,
    value: Value<'h>,
) -> Vec<String> {
    if types::instance(parameter.ty, value) {
        return Vec::new();
    }
    let path = [Step::Parameter(parameter.name.to_owned())];
    mismatch::mismatches(heap, parameter.ty, infer(heap, value), &path)
        .iter()
        .map(Mismatch::text)
        .collect()
}

/// Returns `SUBJECT: problem`, or the problems on a line each.
fn describe_problems(subject: &str, problems: &[String]) -> String {
    match problems {
        [one] => format!("{subject}: {one}"),
        _ => format!("{subject}:\n  {}", problems.join("\n  ")),
    }
}

/// Returns the reasons why arguments by name do not fit the parameters of a class, define or
/// template; `None` when they do fit. `given` holds names and values.
///
/// # Errors
/// Returns the error about the function of a Deferred.
pub fn check_named<'h>(
    cx: &mut Cx<'h>,
    subject: &str,
    parameters: &[Parameter<'h>],
    given: &[(&str, Value<'h>)],
) -> Res<'h, Option<String>> {
    let value_of = |name: &str| given.iter().find(|(given, _)| *given == name);
    let mut problems = Vec::new();
    for (name, _) in given {
        if !parameters.iter().any(|parameter| parameter.name == *name) {
            problems.push(format!("has no parameter named '{name}'"));
        }
    }
    for parameter in parameters {
        match value_of(parameter.name) {
            Some((_, value)) => problems.extend(parameter_problems(cx, parameter, *value)?),
            None if parameter.occurs == Occurs::Optional => {}
            None => problems.push(format!(
                "expects a value for parameter '{}'",
                parameter.name
            )),
        }
    }
    Ok((!problems.is_empty()).then(|| describe_problems(subject, &problems)))
}

/// Returns the reason why a lambda does not take its arguments: `block parameter 'x' expects ...`;
/// `None` when it does.
pub fn check_lambda<'h>(
    cx: &mut Cx<'h>,
    signature: &Signature<'h>,
    arguments: &[Value<'h>],
) -> Option<String> {
    check_arguments(cx.heap, "block", signature, arguments)
}

/// Returns the reason why a signature does not take arguments, including defaults: `SUBJECT
/// parameter 'x' expects ...`; `None` when it does. The subject is `'name'` of a function, or
/// `block`.
pub fn check_arguments<'h>(
    heap: &'h Heap,
    subject: &str,
    signature: &Signature<'h>,
    arguments: &[Value<'h>],
) -> Option<String> {
    let takes = || takes_arguments(signature, arguments);
    let is_taken = takes_arguments_again(heap, signature, arguments);
    if let Some(problem) = met(takes) {
        return Some(problem);
    }
    if is_taken {
        return None;
    }
    let types: Vec<TypeRef<'h>> = arguments.iter().map(|&v| infer(heap, v)).collect();
    let found = describe_arguments(heap, signature, &types);
    let signatures = std::slice::from_ref(signature);
    Some(call_text(heap, subject, subject, signatures, vec![found]))
}
