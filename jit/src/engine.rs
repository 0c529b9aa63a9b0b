//! Owns the code that has been compiled for one environment, and decides when a body is compiled.
//!
//! A body refers (`body.heat`) to [`Versions`] that the engine owns: its code for the types seen so
//! far. The evaluations of an environment end before its engine is dropped. The thread that finds a
//! body worth compiling lowers it. A separate thread does Cranelift's work while the interpreter
//! continues, unless the engine makes evaluations wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use frontend::name::Map;
use mir::ranges::Range;
use mir::{BlockId, Function, Temp, Ty};
use runtime::frame::{Body, Frame};
use runtime::{Cx, Value, interp, profile};

use crate::background::Task;
use crate::caught::{self, Problem, caught, caught_here};
use crate::code::{Code, Compiled, Memory};
use crate::linker::{Batch, Done, Linked, Linker};
use crate::liveness;
use crate::plan;
use crate::statistics::{Counts, Statistics};
use crate::versions::{self, Found, Version, Versions, is_of, type_of};
use crate::watch::{Symbol, Watch, body_name};

/// The time when bodies are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Bodies are compiled after they have run often.
    Auto,
    /// Bodies are compiled before they run.
    Always,
}

/// The default number of entries of a body before it is compiled. A body of usual size has then run
/// for as long as its compilation takes.
pub const THRESHOLD: u32 = 1_000;
/// The greatest number of instructions of a body that is compiled. Compiling takes some 10 us and 3 kB
/// of memory for each.
const SIZE_MAX: usize = 50_000;

/// The compiler of one environment.
pub struct Engine {
    pub(crate) threshold: u32,
    /// True if evaluations wait for the thread that compiles.
    waits: bool,
    /// True if entries are counted. This is optional because threads wait for each other at the
    /// counters.
    pub(crate) counts: bool,
    shared: Arc<Shared>,
}

/// The state shared by evaluations and the thread that compiles.
#[derive(Default)]
pub(crate) struct Shared {
    pub watch: Watch,
    pub counts: Counts,
    /// True while the thread compiles for this engine. The thread gets one version at a time:
    /// functions that it calls are compiled with it, and other hot bodies ask again later.
    is_busy: AtomicBool,
    inner: Mutex<Inner>,
    /// Signals that the thread has finished.
    idle: Condvar,
}

#[derive(Default)]
struct Inner {
    linked: Linked,
    loops: Map<(usize, u32), Box<Versions>>,
    #[allow(clippy::vec_box, reason = "versions are pointed to")]
    bodies: Vec<Box<Versions>>,
    #[allow(clippy::vec_box, reason = "versions are pointed to")]
    versions: Vec<Box<Version>>,
    /// The reason why something could not be compiled, the first time.
    problem: Option<String>,
    /// True if the memory for code failed, so nothing more can be compiled.
    is_broken: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the code that the thread compiled for a version.
    pub fn finish(&self, version: usize, done: Done) {
        let mut inner = self.lock();
        inner.finish(&self.counts, version, done);
        self.is_busy.store(false, Ordering::Release);
        self.idle.notify_all();
    }
}

impl Inner {
    /// Adds a version that has no code yet.
    fn add(&mut self, version: Version, versions: &Versions) {
        let mut version = Box::new(version);
        versions.add(&mut version);
        self.versions.push(version);
    }

    /// Takes the functions that were compiled for a version: its own function is the last.
    fn finish(&mut self, counts: &Counts, version: usize, done: Done) -> Option<Code> {
        let code = done.functions.and_then(|functions| {
            let linked = caught_here("its memory", || Ok(self.link(functions)?));
            self.is_broken = linked.is_err();
            linked
        });
        match code {
            Ok(code) => {
                counts.compiled();
                self.versions[version].publish(code);
                Some(code)
            }
            Err(problem) => {
                self.fail(counts, &problem, &done.declared);
                None
            }
        }
    }

    /// Leaves a version to the interpreter, and forgets the functions that were to be compiled for
    /// it.
    fn fail(&mut self, counts: &Counts, problem: &Problem, declared: &[(usize, Vec<Ty>)]) {
        counts.problem(problem);
        self.linked.forget(declared);
        let first = || problem.text().to_owned();
        self.problem.get_or_insert_with(first);
    }

    fn link(&mut self, functions: Vec<Compiled>) -> Result<Code, String> {
        let memory = self.linked.memory.as_mut().ok_or("there is no memory")?;
        let mut last = Err("there is no code".to_owned());
        for function in functions {
            last = Ok(memory.add(function)?);
        }
        memory.finalize()?;
        memory.code(last?)
    }
}

impl Engine {
    /// Creates an engine; `threshold` is the number of entries of a body before it is compiled.
    pub fn new(mode: Mode, threshold: Option<u32>) -> Engine {
        caught::install();
        let threshold = match mode {
            Mode::Always => 0,
            Mode::Auto => threshold.unwrap_or(THRESHOLD),
        };
        Engine {
            threshold,
            waits: mode == Mode::Always,
            counts: mode == Mode::Always,
            shared: Arc::default(),
        }
    }

    /// Makes the engine record the parts of the generated code that `watch` selects.
    pub fn watched(mut self, watch: Watch) -> Engine {
        let shared = Shared {
            watch,
            ..Shared::default()
        };
        self.shared = Arc::new(shared);
        self
    }

    /// Makes evaluations wait for code, so that the speed of compilation does not decide which code
    /// runs.
    pub fn waiting(mut self) -> Engine {
        self.waits = true;
        self
    }

    /// Makes the engine count the entries of compiled and interpreted bodies.
    pub fn counting(mut self) -> Engine {
        self.counts = true;
        self
    }

    /// Counts an entry of compiled code.
    #[inline]
    pub(crate) fn count_entry(&self) {
        if self.counts {
            self.counts().entry();
        }
    }

    /// Waits until the thread has finished.
    pub fn settle(&self) {
        let inner = self.shared.lock();
        let is_busy = |_: &mut Inner| self.is_busy();
        let done = self.shared.idle.wait_while(inner, is_busy);
        drop(done.unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the listing that the watch asked for and the symbols of functions, for all code
    /// compiled so far.
    pub fn listing(&self) -> (String, Vec<Symbol>) {
        let inner = self.shared.lock();
        let shown = |memory: &Memory| (memory.listing.clone(), memory.symbols.clone());
        inner.linked.memory.as_ref().map(shown).unwrap_or_default()
    }

    /// Returns statistics of the work done so far.
    pub fn statistics(&self) -> Statistics {
        let inner = self.shared.lock();
        let memory = inner.linked.memory.as_ref();
        let bytes = memory.map_or(0, |memory| memory.bytes);
        self.shared.counts.statistics(bytes)
    }

    /// Returns the reason why something could not be compiled, the first time.
    pub fn problem(&self) -> Option<String> {
        self.shared.lock().problem.clone()
    }

    /// Returns true if the thread compiles for this engine.
    #[inline]
    fn is_busy(&self) -> bool {
        self.shared.is_busy.load(Ordering::Acquire)
    }

    /// Returns the counters of the engine's work.
    pub(crate) fn counts(&self) -> &Counts {
        &self.shared.counts
    }

    /// Returns true if a body is worth compiling.
    pub(crate) fn accepts(&self, function: &Function) -> bool {
        let size: usize = function.blocks.iter().map(|b| b.insts.len()).sum();
        size <= SIZE_MAX
    }

    /// Creates the versions of a body, to be stored as its code.
    pub(crate) fn versions(&self) -> *mut () {
        let mut inner = self.shared.lock();
        let versions = Box::<Versions>::default();
        let at = std::ptr::from_ref(&*versions).cast_mut().cast();
        inner.bodies.push(versions);
        at
    }

    /// Returns the code of a body for the values at its entry: existing code, or code that is
    /// compiled now.
    pub(crate) fn version<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        body: &'h Body<'h>,
        versions: &Versions,
        values: &[Value<'h>],
    ) -> Option<Code> {
        match versions.find(values) {
            Found::Code(code) => return Some(code),
            Found::Pending => return None,
            Found::Missing if self.is_busy() => return None,
            Found::Missing => {}
        }
        let declared = declared_types(cx, frame, body);
        let last = versions.has_one_place();
        let temps = &body.mir.blocks[0].parameters;
        let given = temps.iter().zip(values).enumerate();
        let given = given.map(|(index, (temp, value))| {
            let seen = match type_of(*value) {
                array if array.is_array() => Ty::Array,
                other => other,
            };
            let declared = plan::key(declared.get(index).copied().unwrap_or(Ty::Any));
            let ty = match declared {
                Ty::Any if !last => seen,
                // an Integer may be beyond 64 bits
                Ty::Integer if last => Ty::Any,
                // it may be so for this value, too; the default of a template's parameter may be
                // any value
                _ if !is_of(declared, *value) => Ty::Any,
                _ => declared,
            };
            (*temp, ty)
        });
        let given = given.collect();
        self.compile_entry(cx, body, BlockId(0), (given, Vec::new()), versions)
    }

    /// Returns the code of a loop for the values in the registers: existing code, or code that is
    /// compiled now.
    pub(crate) fn loop_version<'h>(
        &self,
        cx: &mut Cx<'h>,
        body: &'h Body<'h>,
        base: usize,
        head: usize,
    ) -> Option<Code> {
        let key = (std::ptr::from_ref(body) as usize, head as u32);
        let versions: *const Versions = {
            let mut inner = self.shared.lock();
            &raw const **inner.loops.entry(key).or_default()
        };
        let versions = versions::lasting(versions);
        let registers = &cx.registers[base..base + body.mir.temps.len()];
        match versions.find(registers) {
            Found::Code(code) => return Some(code),
            Found::Pending => return None,
            Found::Missing if self.is_busy() || versions.is_full() => return None,
            Found::Missing => {}
        }
        let last = versions.has_one_place();
        let work = || Ok(liveness::live_at(body.mir, head));
        let live = match caught_here(&body_name(body), work) {
            Ok(live) => live,
            Err(problem) => {
                let mut inner = self.shared.lock();
                inner.add(Version::new(body, BlockId(head as u32), &[], &[]), versions);
                inner.fail(self.counts(), &problem, &[]);
                return None;
            }
        };
        let ty = |temp: Temp| match last {
            true => Ty::Any,
            false => type_of(registers[temp.0 as usize]),
        };
        let given: Vec<(Temp, Ty)> = live.into_iter().map(|temp| (temp, ty(temp))).collect();
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
        let mut guard = self.shared.lock();
        let inner = &mut *guard;
        if inner.is_broken || self.is_busy() {
            return None;
        }
        if inner.linked.memory.is_none() {
            let work = || Ok(Memory::new(self.shared.watch.clone())?);
            match caught_here("the memory for code", work) {
                Ok(memory) => inner.linked.memory = Some(memory),
                Err(problem) => {
                    inner.is_broken = true;
                    inner.fail(self.counts(), &problem, &[]);
                    return None;
                }
            }
        }
        let _frame = profile::named(profile::Kind::Stage, "compile to machine code");
        let number = inner.versions.len();
        inner.add(Version::new(body, entry, &given, &ranges), versions);
        let batch = self.lower(cx, inner, (body, entry), (&given, &ranges))?;
        let task = Task {
            engine: Arc::downgrade(&self.shared),
            batch,
            version: number,
        };
        let task = match self.waits {
            true => task,
            false => {
                self.shared.is_busy.store(true, Ordering::Release);
                match task.submit() {
                    Ok(()) => return None,
                    Err(task) => task,
                }
            }
        };
        self.shared.is_busy.store(false, Ordering::Release);
        let done = task.batch.compile(&self.shared.watch, self.counts());
        inner.finish(self.counts(), number, done)
    }

    /// Lowers an entry with the functions that it calls. A failure leaves the state as it was
    /// before.
    fn lower<'h>(
        &self,
        cx: &mut Cx<'h>,
        inner: &mut Inner,
        (body, entry): (&'h Body<'h>, BlockId),
        (given, ranges): (&[(Temp, Ty)], &[(Temp, Range)]),
    ) -> Option<Batch> {
        let open = interp::Open::of(cx);
        let mut linker = Linker::new(cx, &mut inner.linked);
        let work = || Ok(linker.entry(body, entry, given, ranges)?);
        let result = caught(&body_name(body), work);
        let declared = std::mem::take(&mut linker.declared);
        let problem = match result {
            Ok(Ok(batch)) => return Some(batch),
            Ok(Err(problem)) => problem,
            Err(exceeded) => {
                inner.linked.forget(&declared);
                exceeded.raise();
            }
        };
        open.put_back(cx);
        inner.fail(self.counts(), &problem, &declared);
        None
    }
}

/// Returns the bounds that the compiler assumes for a number that a loop carries from round to
/// round.
fn likely_range(seen: i64) -> Range {
    let (least, greatest) = (i64::from(i32::MIN), i64::from(i32::MAX));
    let ranges = [(0, greatest), (least, greatest)].map(|(min, max)| Range { min, max });
    let fits = ranges.into_iter().find(|range| range.holds(seen));
    fits.unwrap_or(Range::ALL)
}

/// Returns the declared types of a body's parameters.
fn declared_types<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>, body: &'h Body<'h>) -> Vec<Ty> {
    if body.mir.takes_any() {
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
