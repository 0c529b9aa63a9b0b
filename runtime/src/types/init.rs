//! Implements `Init[T]`: values from which a `T` can be made.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Size, Type, TypeRef, infer};
use crate::convert;
use crate::dispatch::{arity, takes_arguments};
use crate::function::Signature;
use crate::heap::Heap;
use crate::value::Value;

thread_local! {
    /// The reason why the last `Init` type that a check found allows no value to be made.
    static REFUSED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Asks a question about types and returns the error if the question reaches an `Init` type of
/// which no value can be made. The answer does not matter.
pub(crate) fn refusal(question: impl FnOnce() -> bool) -> Option<String> {
    REFUSED.take();
    question();
    REFUSED.take()
}

/// True if any check has found an `Init` type of which no value can be made, which is rare.
static IS_MET: AtomicBool = AtomicBool::new(false);

/// Returns true if any check has found an `Init` type of which no value can be made.
pub(crate) fn is_any_met() -> bool {
    IS_MET.load(Ordering::Relaxed)
}

/// Works like [`refusal`], for a check that has been made before. Costs nothing unless such a type
/// has been found.
pub(crate) fn met(question: impl FnOnce() -> bool) -> Option<String> {
    match is_any_met() {
        true => refusal(question),
        false => None,
    }
}

/// Returns true if a type may contain an `Init`.
pub(crate) fn is_within(ty: TypeRef<'_>) -> bool {
    within(ty, DEPTH_MAX)
}

/// The nesting depth of types up to which an `Init` is searched.
const DEPTH_MAX: u32 = 8;

fn within(ty: TypeRef<'_>, depth: u32) -> bool {
    use super::Type::*;
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match ty {
        Init { .. } => true,
        Array { element, .. } => within(element, depth),
        Hash { key, value, .. } => within(key, depth) || within(value, depth),
        Tuple { types, .. } | Variant(types) => types.iter().any(|ty| within(ty, depth)),
        Struct(elements) => elements.iter().any(|element| within(element.value, depth)),
        Iterable(of) | Iterator(of) | Optional(of) | NotUndef(of) | Sensitive(of) | Type(of) => {
            of.is_some_and(|of| within(of, depth))
        }
        Callable(Some(callable)) => {
            callable.parameters.iter().any(|ty| within(ty, depth))
                || callable.returns.is_some_and(|ty| within(ty, depth))
                || callable.block.is_some_and(|ty| within(ty, depth))
        }
        Alias(alias) => alias.resolved.get().is_some_and(|ty| within(ty, depth)),
        _ => false,
    }
}

/// Returns true if a value can be made. Records a failure.
fn can_be_made<'h>(heap: &'h Heap, ty: TypeRef<'h>, arguments: &[Value<'h>]) -> bool {
    let Some(problem) = convert::init_problem(heap, ty, arguments) else {
        return true;
    };
    IS_MET.store(true, Ordering::Relaxed);
    // the first reason counts
    REFUSED.with_borrow_mut(|refused| {
        refused.get_or_insert(problem);
    });
    false
}

fn signatures<'h>(heap: &'h Heap, ty: TypeRef<'h>) -> &'h [Signature<'h>] {
    convert::signatures(heap, ty).unwrap_or_default()
}

thread_local! {
    /// The `Init` types that are being checked.
    static ASKED: RefCell<Vec<*const ()>> = const { RefCell::new(Vec::new()) };
}

/// The last entry of [`ASKED`], which is removed however the check ends.
struct Asked;

impl Drop for Asked {
    fn drop(&mut self) {
        ASKED.with_borrow_mut(Vec::pop);
    }
}

/// Answers a question about an `Init` type. An `Init` type that contains itself through an
/// attribute accepts nothing there.
fn once(init: TypeRef<'_>, ask: impl FnOnce() -> bool) -> bool {
    let init = std::ptr::from_ref(init).cast::<()>();
    if ASKED.with_borrow(|asked| asked.contains(&init)) {
        return false;
    }
    ASKED.with_borrow_mut(|asked| asked.push(init));
    let _asked = Asked;
    ask()
}

/// Returns true if a signature takes exactly one argument.
fn takes_exactly_one(signature: &Signature<'_>) -> bool {
    arity(signature.parameters) == Size::exactly(1)
}

/// Returns true if a signature that takes more than one number of arguments requires just one.
fn may_be_single(signatures: &[Signature<'_>]) -> bool {
    let mut several = signatures.iter().filter(|s| !takes_exactly_one(s));
    several.any(|signature| arity(signature.parameters).from == 1)
}

/// Returns true if `T.new(value, arguments)` accepts its arguments. An array may hold all of them.
/// `is` checks whether the value is of a type, and `init` is the `Init` type.
pub(super) fn accepts<'h>(
    init: TypeRef<'h>,
    ty: Option<TypeRef<'h>>,
    arguments: &[Value<'h>],
    value: Value<'h>,
    is: impl FnOnce(TypeRef<'h>) -> bool,
) -> bool {
    let Some(ty) = ty else {
        return super::instance(&Type::RichData, value);
    };
    let heap = Heap::new();
    once(init, || {
        can_be_made(&heap, ty, arguments) && (is(ty) || takes_value(&heap, ty, arguments, value))
    })
}

fn takes_value<'h>(
    heap: &Heap,
    ty: TypeRef<'h>,
    arguments: &[Value<'h>],
    value: Value<'h>,
) -> bool {
    let signatures = signatures(heap, ty);
    let mut all = vec![value];
    all.extend_from_slice(arguments);
    let single_too = !arguments.is_empty() || may_be_single(signatures);
    signatures
        .iter()
        .any(|signature| match takes_exactly_one(signature) {
            true => takes_arguments(signature, &all),
            false => {
                single_too && takes_arguments(signature, &all)
                    || matches!(value, Value::Array(items)
                        if arguments.is_empty() && takes_arguments(signature, &items.to_vec()))
            }
        })
}

/// Returns true if all values of `from` are accepted. `are` checks whether they are of a type, and
/// `init` is the `Init` type.
pub(super) fn assignable<'h>(
    init: TypeRef<'h>,
    ty: Option<TypeRef<'h>>,
    arguments: &[Value<'h>],
    from: TypeRef<'h>,
    are: impl FnOnce(TypeRef<'h>) -> bool,
) -> bool {
    let Some(ty) = ty else {
        return any_assignable(from);
    };
    let heap = Heap::new();
    once(init, || {
        can_be_made(&heap, ty, arguments);
        if let Type::Init { ty: of, .. } = from {
            return of.is_some_and(|of| super::assignable(ty, of));
        }
        are(ty) || takes_all_of(&heap, ty, arguments, from)
    })
}

fn takes_all_of<'h>(
    heap: &'h Heap,
    ty: TypeRef<'h>,
    arguments: &[Value<'h>],
    from: TypeRef<'h>,
) -> bool {
    let of_arguments: Vec<TypeRef<'_>> = arguments.iter().map(|&v| infer(heap, v)).collect();
    let signatures = signatures(heap, ty);
    let single_too = !arguments.is_empty() || may_be_single(signatures);
    let mut all: Vec<TypeRef<'_>> = vec![from];
    all.extend(of_arguments);
    signatures
        .iter()
        .filter(|signature| single_too || takes_exactly_one(signature))
        .any(|signature| takes_types(signature, &all))
        || arguments.is_empty()
            && matches!(from, Type::Tuple { .. } | Type::Array { .. })
            && signatures
                .iter()
                .any(|signature| takes_list(heap, signature, from))
}

/// Returns true if a list of such a type may hold all arguments. A single argument is not such a
/// list.
fn takes_list<'h>(heap: &'h Heap, signature: &Signature<'h>, from: TypeRef<'h>) -> bool {
    let size = arity(signature.parameters);
    if size == Size::exactly(1) {
        return false;
    }
    let types = signature.parameters.iter().map(|parameter| parameter.ty);
    let types = heap.slice_from(signature.parameters.len(), types);
    let size = Some(size);
    super::assignable(&Type::Tuple { types, size }, from)
}

/// Returns true if `Init` alone accepts a type.
fn any_assignable(from: TypeRef<'_>) -> bool {
    matches!(from, Type::Init { .. } | Type::Undef) || super::assignable(&Type::RichData, from)
}

fn takes_types(signature: &Signature<'_>, types: &[TypeRef<'_>]) -> bool {
    let parameters = signature.parameters;
    arity(parameters).holds(types.len())
        && types.iter().enumerate().all(|(at, ty)| {
            let parameter = &parameters[at.min(parameters.len() - 1)];
            let (wanted, given): (TypeRef<'_>, TypeRef<'_>) = (parameter.ty, ty);
            super::assignable(wanted, given)
        })
}
