//! The engine: what has been compiled for one environment, and compiling more of it.
//!
//! A body's note of code (`body.heat`) points to a [`Versions`] that the engine owns: the code of
//! the body for the types seen so far. The evaluations of an environment end before its engine.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use frontend::name::Map;
use mir::ranges::Range;
use mir::{BlockId, Function, Temp, Ty};
use runtime::frame::{Body, Frame};
use runtime::types::Type;
use runtime::value::Items;
use runtime::{Cx, Value, interp};

use crate::abi;
use crate::code::{Code, Memory};
use crate::linker::{Linked, Linker};
use crate::liveness;
use crate::lower::Shape;
use crate::plan;
use crate::watch::{Symbol, Watch};

/// When bodies are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// When they have run often.
    Auto,
    /// Before they run.
    Always,
}

/// Entries of a body before it is compiled, unless set otherwise.
pub const THRESHOLD: u32 = 40;
/// Instructions of a body beyond which it stays in the interpreter, unless always compiled.
const SIZE_MAX: usize = 6_000;
/// Versions of a body, or of a loop: the last takes anything.
const VERSIONS: usize = 4;

/// The compiler of one environment.
pub struct Engine {
    pub(crate) mode: Mode,
    pub(crate) threshold: u32,
    watch: Watch,
    inner: Mutex<Inner>,
    counts: Counts,
}

/// What was done so far.
#[derive(Default)]
struct Counts {
    compiled: AtomicU64,
    failed: AtomicU64,
    nanos: AtomicU64,
    slowest: AtomicU64,
    entered: AtomicU64,
    loops: AtomicU64,
    interpreted: AtomicU64,
}

/// What was done so far, for `--jit-stats` and tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Functions compiled: versions of bodies and loops.
    pub compiled: u64,
    /// Functions that could not be compiled.
    pub failed: u64,
    /// Nanoseconds spent on that.
    pub nanos: u64,
    /// Nanoseconds of the slowest.
    pub slowest: u64,
    /// Bytes of code.
    pub bytes: u64,
    /// Entries of compiled bodies from the interpreter.
    pub entered: u64,
    /// Loops that went on in compiled code.
    pub loops: u64,
    /// Entries of bodies that the interpreter ran: what had no code, or none for its values.
    pub interpreted: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, more: Statistics) {
        self.compiled += more.compiled;
        self.failed += more.failed;
        self.nanos += more.nanos;
        self.slowest = self.slowest.max(more.slowest);
        self.bytes += more.bytes;
        self.entered += more.entered;
        self.loops += more.loops;
        self.interpreted += more.interpreted;
    }
}

/// The versions of a body, or of a loop.
#[derive(Default)]
pub(crate) struct Versions {
    list: [AtomicPtr<Version>; VERSIONS],
}

/// Code for given types.
pub(crate) struct Version {
    /// Which tags of few values count, and what they must be, when nothing else does: see [`pack`].
    few: Option<(u64, u64)>,
    /// The tags of values by their places: among the arguments of a frameless body, else among
    /// the registers.
    tags: Box<[(u32, u8)]>,
    /// The types of values of which the tags do not tell enough.
    given: Box<[(u32, Ty)]>,
    /// The bounds that its Integers are taken to have.
    ranges: Box<[(u32, Range)]>,
    code: Code,
}

struct Inner {
    linked: Linked,
    loops: Map<(usize, u32), Box<Versions>>,
    #[allow(clippy::vec_box, reason = "versions are pointed to")]
    bodies: Vec<Box<Versions>>,
    /// Why something could not be compiled, the first time.
    problem: Option<String>,
    #[allow(clippy::vec_box, reason = "versions are pointed to")]
    versions: Vec<Box<Version>>,
}

/// The static type of a value, as far as code is specialised on it.
pub(crate) fn type_of(value: Value<'_>) -> Ty {
    match value {
        Value::Integer(_) => Ty::Integer,
        // code counts on an order
        Value::Float(f) if !f.is_nan() => Ty::Float,
        Value::Boolean(_) => Ty::Boolean,
        Value::Type(Type::Integer {
            min: Some(_),
            max: Some(_),
        }) => Ty::Range,
        Value::Array(array) => match array.items() {
            Items::Integers(_) if !array.is_empty() => Ty::Integers,
            Items::Floats(_) if !array.is_empty() => Ty::Floats,
            _ => Ty::Array,
        },
        Value::Hash(_) => Ty::Hash,
        Value::Iterator(iterator) if iterator.counts() => Ty::Strided,
        _ => Ty::Any,
    }
}

/// Whether a value is of a type that [`type_of`] gives for some value.
#[inline]
fn is_of(ty: Ty, value: Value<'_>) -> bool {
    match ty {
        Ty::Any => true,
        Ty::Integer => matches!(value, Value::Integer(_)),
        Ty::Float => matches!(value, Value::Float(f) if !f.is_nan()),
        Ty::Boolean => matches!(value, Value::Boolean(_)),
        Ty::Array => matches!(value, Value::Array(_)),
        Ty::Hash => matches!(value, Value::Hash(_)),
        ty => type_of(value) == ty,
    }
}

/// How many tags are packed in one word.
const PACKED: usize = 8;

/// The tags of the first values, the first in the lowest byte.
#[inline]
fn pack(values: &[Value<'_>]) -> u64 {
    let tags = values.iter().take(PACKED).enumerate();
    tags.fold(0, |packed, (at, value)| {
        packed | u64::from(abi::tag(*value)) << (at * 8)
    })
}

/// The tag that says that a value is of a type.
fn tag_of(ty: Ty) -> Option<u8> {
    Some(match ty {
        Ty::Integer => abi::INTEGER as u8,
        Ty::Boolean => abi::BOOLEAN as u8,
        Ty::Array => abi::ARRAY as u8,
        Ty::Hash => abi::HASH as u8,
        _ => return None,
    })
}

impl Version {
    fn new(
        body: &Body<'_>,
        entry: BlockId,
        given: &[(Temp, Ty)],
        ranges: &[(Temp, Range)],
        code: Code,
    ) -> Version {
        let is_block = Shape::of_entry(body, entry) == Shape::Block;
        let mut tags = Vec::new();
        let mut others = Vec::new();
        for (index, (temp, ty)) in given.iter().enumerate() {
            let place = if is_block { index as u32 } else { temp.0 };
            match tag_of(*ty) {
                Some(tag) => tags.push((place, tag)),
                None if *ty == Ty::Any => {}
                None => others.push((place, *ty)),
            }
        }
        let plain = is_block && others.is_empty() && ranges.is_empty() && given.len() <= PACKED;
        let few = plain.then(|| {
            tags.iter().fold((0, 0), |(mask, wanted), (place, tag)| {
                let shift = place * 8;
                (mask | 0xff << shift, wanted | u64::from(*tag) << shift)
            })
        });
        Version {
            few,
            tags: tags.into(),
            given: others.into(),
            ranges: ranges
                .iter()
                .map(|(temp, range)| (temp.0, *range))
                .collect(),
            code,
        }
    }

    #[inline]
    fn fits(&self, values: &[Value<'_>]) -> bool {
        for (place, tag) in &self.tags {
            if abi::tag(values[*place as usize]) != *tag {
                return false;
            }
        }
        for (place, ty) in &self.given {
            if !is_of(*ty, values[*place as usize]) {
                return false;
            }
        }
        for (place, range) in &self.ranges {
            match values[*place as usize] {
                Value::Integer(value) if range.holds(value) => {}
                _ => return false,
            }
        }
        true
    }
}

impl Versions {
    /// The code for values in their places.
    #[inline]
    pub(crate) fn find(&self, values: &[Value<'_>]) -> Option<Code> {
        for version in &self.list {
            let at = version.load(Ordering::Acquire);
            let version = crate::versions::get(at)?;
            let fits = match version.few {
                Some((mask, wanted)) => pack(values) & mask == wanted,
                None => version.fits(values),
            };
            if fits {
                return Some(version.code);
            }
        }
        None
    }

    fn count(&self) -> usize {
        self.list
            .iter()
            .filter(|v| !v.load(Ordering::Acquire).is_null())
            .count()
    }

    fn add(&self, version: &mut Version) {
        let free = self
            .list
            .iter()
            .find(|v| v.load(Ordering::Acquire).is_null());
        if let Some(free) = free {
            free.store(version, Ordering::Release);
        }
    }
}

impl Engine {
    /// An engine; `threshold` is how many times a body runs before it is compiled.
    pub fn new(mode: Mode, threshold: Option<u32>) -> Engine {
        let threshold = match mode {
            Mode::Always => 0,
            Mode::Auto => threshold.unwrap_or(THRESHOLD),
        };
        Engine {
            mode,
            threshold,
            watch: Watch::default(),
            inner: Mutex::new(Inner {
                linked: Linked::default(),
                loops: Map::default(),
                bodies: Vec::new(),
                problem: None,
                versions: Vec::new(),
            }),
            counts: Counts::default(),
        }
    }

    /// The engine, with notes of the code that it makes.
    pub fn watched(mut self, watch: Watch) -> Engine {
        self.watch = watch;
        self
    }

    /// What the watch wanted to see of the code so far, and where functions are.
    pub fn listing(&self) -> (String, Vec<Symbol>) {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = |memory: &Memory| (memory.listing.clone(), memory.symbols.clone());
        inner.linked.memory.as_ref().map(shown).unwrap_or_default()
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        let load = |n: &AtomicU64| n.load(Ordering::Relaxed);
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = inner
            .linked
            .memory
            .as_ref()
            .map_or(0, |memory| memory.bytes);
        Statistics {
            compiled: load(&self.counts.compiled),
            failed: load(&self.counts.failed),
            nanos: load(&self.counts.nanos),
            slowest: load(&self.counts.slowest),
            bytes: bytes as u64,
            entered: load(&self.counts.entered),
            loops: load(&self.counts.loops),
            interpreted: load(&self.counts.interpreted),
        }
    }

    /// Why something could not be compiled, the first time.
    pub fn problem(&self) -> Option<String> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.problem.clone()
    }

    /// Counts an entry; of two at the same time one may get lost, so that counting costs nothing.
    #[inline]
    pub(crate) fn count_entry(&self) {
        let entered = self.counts.entered.load(Ordering::Relaxed);
        self.counts.entered.store(entered + 1, Ordering::Relaxed);
    }

    pub(crate) fn count_interpreted(&self) {
        self.counts.interpreted.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn count_loop(&self) {
        self.counts.loops.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether a body is worth compiling.
    pub(crate) fn accepts(&self, function: &Function) -> bool {
        let size: usize = function.blocks.iter().map(|b| b.insts.len()).sum();
        self.mode == Mode::Always || size <= SIZE_MAX
    }

    /// The versions of a body, to be published as its code.
    pub(crate) fn versions(&self) -> *mut () {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let versions = Box::<Versions>::default();
        let at = std::ptr::from_ref(&*versions).cast_mut().cast();
        inner.bodies.push(versions);
        at
    }

    /// Code of a body for the values that its entry is given, compiled now.
    pub(crate) fn version<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        body: &'h Body<'h>,
        versions: &Versions,
        values: &[Value<'h>],
    ) -> Option<Code> {
        let declared = declared_types(cx, frame, body);
        let last = versions.count() + 1 >= VERSIONS;
        let temps = &body.mir.blocks[0].parameters;
        let given: Vec<(Temp, Ty)> = temps
            .iter()
            .zip(values)
            .enumerate()
            .map(|(index, (temp, value))| {
                let seen = match type_of(*value) {
                    array if array.is_array() => Ty::Array,
                    other => other,
                };
                let ty = plan::key(declared.get(index).copied().unwrap_or(Ty::Any));
                (*temp, if last || ty != Ty::Any { ty } else { seen })
            })
            .collect();
        // a value that does not fit its declared type (a default of a template) has no code
        if !given.iter().zip(values).all(|((_, ty), v)| is_of(*ty, *v)) {
            return None;
        }
        self.compile_entry(cx, body, BlockId(0), (given, Vec::new()), versions)
    }

    /// Code of a loop for the values in the registers: what is there, or compiled now.
    pub(crate) fn loop_version<'h>(
        &self,
        cx: &mut Cx<'h>,
        body: &'h Body<'h>,
        base: usize,
        head: usize,
    ) -> Option<Code> {
        let key = (std::ptr::from_ref(body) as usize, head as u32);
        let versions: *const Versions = {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            &raw const **inner.loops.entry(key).or_default()
        };
        let versions = crate::versions::lasting(versions);
        let registers = &cx.registers[base..base + body.mir.temps.len()];
        if let Some(code) = versions.find(registers) {
            return Some(code);
        }
        if versions.count() >= VERSIONS {
            return None;
        }
        let last = versions.count() + 1 >= VERSIONS;
        let live = liveness::live_at(body.mir, head);
        let given: Vec<(Temp, Ty)> = live
            .into_iter()
            .map(|t| {
                (
                    t,
                    if last {
                        Ty::Any
                    } else {
                        type_of(registers[t.0 as usize])
                    },
                )
            })
            .collect();
        let seen = given.iter().filter(|(_, ty)| *ty == Ty::Integer);
        let ranges = seen.filter_map(|(temp, _)| match registers[temp.0 as usize] {
            Value::Integer(value) => Some((*temp, likely_range(value))),
            _ => None,
        });
        let given = (given.clone(), ranges.collect());
        self.compile_entry(cx, body, BlockId(head as u32), given, versions)
    }

    fn compile_entry<'h>(
        &self,
        cx: &mut Cx<'h>,
        body: &'h Body<'h>,
        entry: BlockId,
        (given, ranges): (Vec<(Temp, Ty)>, Vec<(Temp, Range)>),
        versions: &Versions,
    ) -> Option<Code> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let began = Instant::now();
        if inner.linked.memory.is_none() {
            inner.linked.memory = Memory::new(self.watch.clone()).ok();
        }
        let result = Linker::new(cx, &mut inner.linked).entry(body, entry, &given, &ranges);
        let nanos = began.elapsed().as_nanos() as u64;
        self.counts.nanos.fetch_add(nanos, Ordering::Relaxed);
        self.counts.slowest.fetch_max(nanos, Ordering::Relaxed);
        match result {
            Ok(code) => {
                self.counts.compiled.fetch_add(1, Ordering::Relaxed);
                let mut version = Box::new(Version::new(body, entry, &given, &ranges, code));
                versions.add(&mut version);
                inner.versions.push(version);
                Some(code)
            }
            Err(problem) => {
                self.counts.failed.fetch_add(1, Ordering::Relaxed);
                inner.problem.get_or_insert(problem);
                None
            }
        }
    }
}

/// The bounds that a number which goes around a loop is taken to have.
fn likely_range(seen: i64) -> Range {
    let (least, greatest) = (i64::from(i32::MIN), i64::from(i32::MAX));
    let ranges = [(0, greatest), (least, greatest)].map(|(min, max)| Range { min, max });
    let fits = ranges.into_iter().find(|range| range.holds(seen));
    fits.unwrap_or(Range::ALL)
}

/// The types of a body's parameters as they are declared.
fn declared_types<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>, body: &'h Body<'h>) -> Vec<Ty> {
    if body.mir.parameters.iter().all(|p| p.type_expr.is_none()) {
        return Vec::new();
    }
    let Ok(signature) = interp::signature(cx, body, frame) else {
        return Vec::new();
    };
    let parameters = signature.parameters.iter().zip(&body.mir.parameters);
    let types = parameters.map(|(parameter, written)| match written.captures_rest {
        true => Ty::Any,
        false => plan::declared(parameter.ty),
    });
    types.collect()
}
