//! Owns the types and signatures of built-in declarations. They are made once per process and
//! shared by all threads.
//!
//! Invariants of the unsafe code here:
//! * the heap is never dropped, and allocations in it need its lock;
//! * a type or signature is never changed after it was returned, and contains no frame, closure or
//!   cell: types of declarations are made of texts, numbers and other such types.
#![allow(unsafe_code, reason = "a heap for ever")]

use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

use hashbrown::HashMap;

use crate::answer_cache::address;
use crate::dispatch::arity;
use crate::error::{Raise, Res};
use crate::function::{
    BlockParameter, Builtin, Check, Declaration, Occurs, Parameter, Resolved, Signature,
};
use crate::heap::{Heap, Knot};
use crate::types::{self, Size, Type, TypeAlias, TypeRef};
use crate::value::Shape;
use crate::value::kinds::Verdict;
use crate::value::lasting::LastingAlias;

/// Something of the frozen heap.
#[derive(Clone, Copy)]
struct Frozen<T>(T);

// SAFETY: see the module's text: immutable plain data
unsafe impl<T> Send for Frozen<T> {}
// SAFETY: as above
unsafe impl<T> Sync for Frozen<T> {}

type Table<K, V> = LazyLock<RwLock<HashMap<K, Frozen<V>, foldhash::fast::FixedState>>>;

static HEAP: LazyLock<Mutex<Heap>> = LazyLock::new(|| Mutex::new(Heap::new()));
/// The heap for types of programs. Making these may need types of [`HEAP`].
static CONSTANTS: LazyLock<Mutex<Heap>> = LazyLock::new(|| Mutex::new(Heap::new()));
static TYPES: Table<&'static str, TypeRef<'static>> = LazyLock::new(Default::default);
/// The aliases by name, text of the target, and the addresses of the aliases that the target names.
static ALIASES: Table<Box<str>, &'static LastingAlias> = LazyLock::new(Default::default);
/// The shapes by their keys, each prefixed with its length.
static SHAPES: Table<Box<str>, Shape> = LazyLock::new(Default::default);
static FUNCTIONS: Table<usize, &'static Resolved> = LazyLock::new(Default::default);

/// Runs `make` with the frozen heap.
fn freeze<T>(make: impl FnOnce(&'static Heap) -> T) -> T {
    freeze_in(&HEAP, make)
}

/// Runs `make` with a heap that is never dropped.
fn freeze_in<T>(heap: &'static Mutex<Heap>, make: impl FnOnce(&'static Heap) -> T) -> T {
    let guard = heap.lock().unwrap_or_else(PoisonError::into_inner);
    let at: *const Heap = &raw const *guard;
    // SAFETY: a static is never dropped, and the guard is held while `make` runs
    let heap: &'static Heap = unsafe { &*at };
    make(heap)
}

/// Returns the type of a text in our code, such as `Variant[Integer, Array[String]]`.
pub fn ty(text: &'static str) -> TypeRef<'static> {
    let known = TYPES.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(ty) = known.get(text) {
        return ty.0;
    }
    drop(known);
    let ty = freeze(|heap| read(heap, text, &[]));
    let mut table = TYPES.write().unwrap_or_else(PoisonError::into_inner);
    table.entry(text).or_insert(Frozen(ty)).0
}

/// Returns the type of a text in a program, if it is made of built-in types only.
pub fn constant(text: &str) -> Option<TypeRef<'static>> {
    let known = TYPES.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(ty) = known.get(text) {
        return Some(ty.0);
    }
    drop(known);
    let (name, ty) = freeze_in(&CONSTANTS, |heap| {
        let mut names = |name: &str| match types::basic(name) {
            Some(ty) => Ok(Some(ty)),
            None => crate::error::fail("not built in"),
        };
        let ty = types::parse::text_type(heap, text, &mut names).ok()?;
        Some((heap.text(text), ty))
    })?;
    let mut table = TYPES.write().unwrap_or_else(PoisonError::into_inner);
    Some(table.entry(name).or_insert(Frozen(ty)).0)
}

/// Returns the alias of a name for the type of a text in a program, if that is made of built-in
/// types, itself, and these aliases only.
pub(crate) fn alias(
    name: &str,
    text: &str,
    needs: &[TypeRef<'static>],
) -> Option<&'static LastingAlias> {
    let addresses = needs.iter().map(|ty| format!(" {:x}", address(*ty)));
    // names contain no `=`
    let key = format!("{name}={text}{}", addresses.collect::<String>());
    let known = ALIASES.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = known.get(&*key) {
        return Some(kept.0);
    }
    drop(known);
    let kept = freeze_in(&CONSTANTS, |heap| {
        let alias: &'static TypeAlias<'static> = heap.alloc(TypeAlias::new(heap.text(name)));
        let own: TypeRef<'static> = heap.alloc(Type::Alias(alias));
        let is_named =
            |ty: TypeRef<'_>, name: &str| matches!(ty, Type::Alias(it) if it.name == name);
        let mut names = |asked: &str| match types::basic(asked) {
            Some(ty) => Ok(Some(ty)),
            None => match [&[own], needs]
                .concat()
                .iter()
                .find(|ty| is_named(ty, asked))
            {
                Some(ty) => Ok(Some(*ty)),
                None => crate::error::fail("neither built in nor kept"),
            },
        };
        let target = types::parse::text_type(heap, text, &mut names).ok()?;
        types::alias::tie(alias, target);
        let needs = heap.slice(needs);
        let kept: &'static LastingAlias = heap.alloc(LastingAlias { ty: own, needs });
        Some(kept)
    })?;
    let mut table = ALIASES.write().unwrap_or_else(PoisonError::into_inner);
    Some(table.entry(key.into()).or_insert(Frozen(kept)).0)
}

/// Ties a knot to a target that lives as long as the process.
pub(crate) fn tie<T>(knot: &Knot<T>, target: &'static T) {
    // SAFETY: the target lives for ever
    unsafe { knot.tie(target) }
}

/// Returns the shape of hashes with these keys, which differ, in this order.
pub fn shape(keys: &[&str]) -> Shape {
    let parts = keys.iter().map(|key| format!("{}:{key}", key.len()));
    let name = parts.collect::<String>().into_boxed_str();
    let known = SHAPES.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(shape) = known.get(&name) {
        return shape.0;
    }
    drop(known);
    let shape = freeze(|heap| Shape::new(heap, keys));
    let mut table = SHAPES.write().unwrap_or_else(PoisonError::into_inner);
    table.entry(name).or_insert(Frozen(shape)).0
}

const DEFERRED: &str = r"Object[{name => 'Deferred', attributes => {name => Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/], arguments => {type => Optional[Array], value => undef}}}]";
const ERROR: &str = "Object[{name => 'Error', type_parameters => {kind => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]], issue_code => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]]}, attributes => {msg => String[1], kind => {type => Optional[String[1]], value => undef}, details => {type => Optional[Hash[String[1], Data]], value => undef}, issue_code => {type => Optional[String[1]], value => undef}}, functions => {message => Callable[[0, 0], String[1]]}}]";

const LOOKUP_CONTEXT: &str = "Object[{name => 'Puppet::LookupContext', parent => Any, attributes => {environment_name => {type => String[1], kind => derived}, module_name => Variant[String[1], Undef]}, functions => {not_found => Callable[[0, 0], Undef], explain => Callable[[0, 0, Callable[0, 0]], Undef], interpolate => Callable[1, 1], cache => Callable[Optional[Scalar], Any], cache_all => Callable[[Hash[Optional[Scalar], Any]], Undef], cache_has_key => Callable[[Optional[Scalar]], Boolean], cached_value => Callable[Optional[Scalar]], cached_entries => Variant[Callable[[0, 0, Callable[1, 1]], Undef], Callable[[0, 0, Callable[2, 2]], Undef], Callable[[0, 0], Iterable[Tuple[Optional[Scalar], Any]]]], cached_file_data => Callable[String, Optional[Callable[Array[Integer]]]]}}]";

/// Makes a type in a heap of its own, because other declarations name it while the common heap is
/// locked.
fn apart(text: &'static str) -> Frozen<TypeRef<'static>> {
    Frozen(read(Box::leak(Box::new(Heap::new())), text, &[]))
}

/// Returns the type `Deferred`.
pub fn deferred() -> TypeRef<'static> {
    static TYPE: LazyLock<Frozen<TypeRef<'static>>> = LazyLock::new(|| apart(DEFERRED));
    TYPE.0
}

/// Returns the type `Error`.
pub fn error() -> TypeRef<'static> {
    static TYPE: LazyLock<Frozen<TypeRef<'static>>> = LazyLock::new(|| apart(ERROR));
    TYPE.0
}

/// Returns the type `Puppet::LookupContext`.
pub fn lookup_context() -> TypeRef<'static> {
    static TYPE: LazyLock<Frozen<TypeRef<'static>>> = LazyLock::new(|| apart(LOOKUP_CONTEXT));
    TYPE.0
}

/// Returns the type `TypeAlias`, which is an alias of no type.
pub fn type_alias() -> TypeRef<'static> {
    static TYPE: LazyLock<Frozen<TypeRef<'static>>> =
        LazyLock::new(|| Frozen(types::alias::unresolved(Box::leak(Box::new(Heap::new())))));
    TYPE.0
}

/// Returns the resolved form of a built-in function, which is made on first use.
pub fn resolve(builtin: &'static Builtin) -> &'static Resolved {
    let key = std::ptr::from_ref(builtin) as usize;
    let known = FUNCTIONS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(resolved) = known.get(&key) {
        return resolved.0;
    }
    drop(known);
    let resolved: &'static Resolved = freeze(|heap| {
        let mut aliases = Vec::new();
        let list: Vec<Signature<'static>> = builtin
            .dispatches
            .iter()
            .map(|dispatch| signature(heap, dispatch, &mut aliases))
            .collect();
        let accepting: Vec<Signature<'static>> = list
            .iter()
            .zip(builtin.dispatches)
            .filter(|(_, dispatch)| !dispatch.mismatch)
            .map(|(signature, _)| *signature)
            .collect();
        let checks = list.iter().map(|signature| check(heap, signature));
        let resolved: &'static Resolved = heap.alloc(Resolved {
            checks: heap.slice_from(list.len(), checks),
            declaration: builtin,
            signatures: heap.slice(&list),
            accepting: heap.slice(&accepting),
        });
        resolved
    });
    let mut table = FUNCTIONS.write().unwrap_or_else(PoisonError::into_inner);
    table.entry(key).or_insert(Frozen(resolved)).0
}

fn check(heap: &'static Heap, signature: &Signature<'static>) -> Check {
    let parameters = signature.parameters;
    let verdicts = parameters.iter().map(|p| Verdict::of(p.ty));
    Check {
        size: arity(parameters),
        verdicts: heap.slice_from(parameters.len(), verdicts),
    }
}

type Aliases = Vec<(&'static str, TypeRef<'static>)>;

fn signature(
    heap: &'static Heap,
    dispatch: &'static Declaration,
    aliases: &mut Aliases,
) -> Signature<'static> {
    let mut parameters = Vec::with_capacity(dispatch.parameters.len());
    let mut block = None;
    let mut returns = None;
    for &text in dispatch.parameters {
        if let Some(local) = text.strip_prefix('=') {
            declared(heap, local, aliases);
            continue;
        }
        if let Some(ty) = text.strip_prefix('>') {
            returns = Some(read(heap, ty, aliases));
            continue;
        }
        let (mark, rest) = match text.strip_prefix("&?") {
            Some(rest) => ("&?", rest),
            None => match text.as_bytes().first() {
                Some(b'&' | b'?' | b'*' | b'+') => text.split_at(1),
                _ => ("", text),
            },
        };
        let (ty, name) = rest
            .rsplit_once(' ')
            .expect("a declared parameter is a type and a name");
        let ty = declared(heap, ty, aliases);
        let occurs = match mark {
            "" => Occurs::Required,
            "?" => Occurs::Optional,
            "*" => Occurs::Repeated(Size::ANY),
            "+" => Occurs::Repeated(Size::AT_LEAST_ONE),
            _ => {
                block = Some(BlockParameter {
                    name,
                    ty,
                    required: mark == "&",
                });
                continue;
            }
        };
        parameters.push(Parameter { name, ty, occurs });
    }
    Signature {
        parameters: heap.slice(&parameters),
        block,
        returns,
    }
}

/// Makes the type of a parameter: `Type`, or `Name = Type`, which is known by its name from then
/// on.
fn declared(heap: &'static Heap, text: &'static str, aliases: &mut Aliases) -> TypeRef<'static> {
    match text.split_once(" = ") {
        Some((name, text)) => declare(heap, name, text, aliases),
        None => read(heap, text, aliases),
    }
}

/// Declares an alias, which may refer to itself and to earlier aliases.
fn declare(
    heap: &'static Heap,
    name: &'static str,
    text: &'static str,
    aliases: &mut Aliases,
) -> TypeRef<'static> {
    let alias: &'static TypeAlias<'static> = heap.alloc(TypeAlias::new(name));
    let ty: TypeRef<'static> = heap.alloc(Type::Alias(alias));
    aliases.push((name, ty));
    let target = read(heap, text, aliases);
    // SAFETY: both live for ever
    unsafe {
        alias.end.tie(target);
        alias.resolved.tie(target);
    }
    ty
}

fn read(
    heap: &'static Heap,
    text: &'static str,
    aliases: &[(&str, TypeRef<'static>)],
) -> TypeRef<'static> {
    let mut names = |name: &str| -> Res<'static, Option<TypeRef<'static>>> {
        let local = aliases.iter().find(|(known, _)| *known == name);
        Ok(local.map(|(_, ty)| *ty).or_else(|| types::named(name)))
    };
    match types::parse::text_type(heap, text, &mut names) {
        Ok(ty) => ty,
        Err(raise) => match *raise {
            Raise::Error(error) => panic!("the declared type {text}: {}", error.message),
            _ => panic!("the declared type {text}"),
        },
    }
}
