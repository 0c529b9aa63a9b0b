//! Owns the interface between compiled code and the runtime: values as two words, and the helpers
//! that compiled code calls.
//!
//! Invariants of the unsafe code here:
//! * Compiled code runs only inside [`Tier::run`](runtime::tier::Tier::run) and
//!   [`Tier::enter_loop`](runtime::tier::Tier::enter_loop), which pass it the context, frame and
//!   registers of the running evaluation. It passes the same pointers to the helpers, and keeps none.
//! * Bodies, instructions and constants that code points to belong to the unit of the compiled
//!   body; whoever runs the code holds that unit.
//! * Registers never move (`cx.registers` has its capacity from the start), and a window of them is
//!   as long as the body has temps.
//! * Words come from values of the same evaluation, so they may become values of it again.
//! * Helpers never unwind: a panic becomes a raised error.
// Long because the table of helpers and the rules for calling them belong together.
#![allow(unsafe_code, reason = "the boundary to compiled code")]

mod values;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mir::{Inst, Op, Temp, ir::Leave};
use runtime::closure::Closure;
use runtime::error::{Error, Place, Raise};
use runtime::frame::{Body, Frame};
use runtime::function::{Args, Declaration};
use runtime::interp;
use runtime::limits::{self, Exceeded};
use runtime::{Cx, Res, Value, profile, types};

use crate::site::Site;
use values::*;

/// A value as compiled code holds it: a word with the tag, whose second byte is the value of a
/// Boolean, and a word with the payload.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The tag.
    pub tag: u64,
    /// The payload.
    pub payload: u64,
}

/// The tag of `undef`.
pub const UNDEF: u64 = 0;
/// The tag of Booleans.
pub const BOOLEAN: u64 = 2;
/// The tag of Integers.
pub const INTEGER: u64 = 3;
/// The tag of Floats.
pub const FLOAT: u64 = 4;
/// The tag of Strings.
pub const STRING: u64 = 5;
/// The tag of Arrays.
pub const ARRAY: u64 = 6;
/// The tag of Hashes.
pub const HASH: u64 = 7;
/// The tag of types.
pub const TYPE: u64 = 9;
/// The tag of Timespans.
pub const TIMESPAN: u64 = 14;
/// The tag of Timestamps.
pub const TIMESTAMP: u64 = 15;
/// The tag of iterators.
pub const ITERATOR: u64 = 19;
/// The tag of Integers beyond 64 bits.
pub const BIG_INTEGER: u64 = 20;
/// No value: something was raised.
pub const RAISED: u64 = 0xff;
/// No value: the fast path does not apply.
pub const MISS: u64 = 0xfe;
/// The answer that is neither yes nor no: the interpreter decides, or raises the error.
pub const UNDECIDED: u64 = 2;

/// Returns the tag of a value.
#[inline]
pub fn tag(value: Value<'_>) -> u8 {
    // SAFETY: `Value` is `repr(u8)`: its first byte is the tag
    unsafe { *(&raw const value).cast::<u8>() }
}

/// Returns the two words of a value.
#[inline]
pub fn words(value: Value<'_>) -> Words {
    words_at(&value)
}

/// Returns the words of a value that has just been written. Reads them in two parts, as they were
/// written; a single read of both would stall until both writes are done.
#[inline(always)]
fn words_at(value: &Value<'_>) -> Words {
    let at = std::ptr::from_ref(value).cast::<u8>();
    // SAFETY: `Value` is `repr(u8)`: its first byte is the tag
    let tag = u64::from(unsafe { *at });
    match value {
        Value::Undef | Value::Default => Words { tag, payload: 0 },
        Value::Boolean(b) => Words {
            tag: tag | u64::from(*b) << 8,
            payload: 0,
        },
        _ => {
            // SAFETY: all others hold eight bytes at offset 8
            let payload = unsafe { *at.add(8).cast::<u64>() };
            Words { tag, payload }
        }
    }
}

/// Returns the value that words stand for.
///
/// # Safety
/// The words are those of a value that lives for `'h`.
#[inline(always)]
unsafe fn value<'h>(tag: u64, payload: u64) -> Value<'h> {
    let tag = tag & 0xffff;
    // written as one unit, since code mostly copies values so: a copy would stall after two
    // separate writes
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_set_epi64x};
        // SAFETY: the layout that `words` took apart
        unsafe {
            let both = _mm_set_epi64x(payload.cast_signed(), tag.cast_signed());
            std::mem::transmute::<__m128i, Value<'h>>(both)
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the layout that `words` took apart
    unsafe {
        std::mem::transmute::<[u64; 2], Value<'h>>([tag, payload])
    }
}

/// Returns the value that compiled code returned, or the error or jump that it raised.
///
/// # Safety
/// The words come from code that ran in `cx`.
pub unsafe fn returned<'h>(cx: &mut Cx<'h>, words: Words) -> Res<'h> {
    if words.tag & 0xff != RAISED {
        // SAFETY: as this function's
        return Ok(unsafe { value(words.tag, words.payload) });
    }
    Err(cx.raised.take().unwrap_or_else(lost))
}

fn lost<'h>() -> Box<Raise<'h>> {
    Error::plain("INTERNAL: compiled code raised nothing").into()
}

const NOTHING: Words = Words {
    tag: RAISED,
    payload: 0,
};

const MISSED: Words = Words {
    tag: MISS,
    payload: 0,
};

fn raise<'h>(cx: &mut Cx<'h>, raise: Box<Raise<'h>>) -> Words {
    cx.raised = Some(raise);
    NOTHING
}

/// Runs the work of a helper that runs no code of the program. A panic becomes a raised error.
fn guarded<'h>(cx: &mut Cx<'h>, work: impl FnOnce(&mut Cx<'h>) -> Res<'h>) -> Words {
    let mut words = NOTHING;
    let raised = match catch_unwind(AssertUnwindSafe(|| write_words(work(cx), &mut words))) {
        Ok(None) => return words,
        Ok(Some(raised)) => raised,
        Err(cause) => panicked(cause),
    };
    raise(cx, raised)
}

/// Writes a value as words. Returns the error or jump if there is no value.
#[inline(always)]
fn write_words<'h>(result: Res<'h>, words: &mut Words) -> Option<Box<Raise<'h>>> {
    match result {
        Ok(ref value) => {
            *words = words_at(value);
            None
        }
        Err(raised) => Some(raised),
    }
}

/// Runs the work of a helper that may run code of the program. `locate` adds the place to an error
/// or jump that it raises.
fn located<'h>(
    cx: &mut Cx<'h>,
    locate: impl FnOnce(Box<Raise<'h>>) -> Box<Raise<'h>>,
    work: impl FnOnce(&mut Cx<'h>) -> Res<'h>,
) -> Words {
    let open = interp::Open::of(cx);
    let mut words = NOTHING;
    let raised = match catch_unwind(AssertUnwindSafe(|| write_words(work(cx), &mut words))) {
        Ok(None) => return words,
        Ok(Some(raised)) => raised,
        Err(cause) => {
            open.put_back(cx);
            panicked(cause)
        }
    };
    raise(cx, locate(raised))
}

/// Turns the payload of a panic into the error that is raised for it.
#[cold]
fn panicked<'h>(cause: Box<dyn Any + Send>) -> Box<Raise<'h>> {
    let error = match cause.downcast::<Exceeded>() {
        Ok(exceeded) => exceeded.error(),
        Err(_) => Error::plain("INTERNAL: a panic in compiled code"),
    };
    error.into()
}

type Context = Cx<'static>;
type Code = Body<'static>;
type Variables = Frame<'static>;

/// The signature by which other code enters compiled code: context, frame, registers, depth.
pub type Entry =
    unsafe extern "C" fn(*mut Context, *const Variables, *mut Value<'static>, u64) -> Words;

/// Runs an operation of a body by the interpreter.
///
/// # Safety
/// See the module; the same holds for all helpers.
unsafe extern "C" fn step(
    cx: *mut Context,
    frame: *const Variables,
    body: *const Code,
    registers: *mut Value<'static>,
    inst: *const Inst,
) -> Words {
    // SAFETY: see the module's text
    let (cx, frame, body, inst) = unsafe { (&mut *cx, &*frame, &*body, &*inst) };
    let base = (registers as usize - cx.registers.as_ptr() as usize) / size_of::<Value<'_>>();
    located(
        cx,
        |raised| interp::at_operation(body, inst, raised),
        |cx| interp::step(cx, frame, body, base, inst),
    )
}

/// Runs an operation of a body that has no registers of its own; the operands are in their order.
unsafe extern "C" fn slow(
    cx: *mut Context,
    frame: *const Variables,
    body: *const Code,
    inst: *const Inst,
    operands: *const Value<'static>,
    depth: u64,
) -> Words {
    // SAFETY: see the module's text; a frame may be absent
    let (cx, frame, body, inst) = unsafe { (&mut *cx, frame.as_ref(), &*body, &*inst) };
    let mut temps: Vec<Temp> = Vec::new();
    inst.op.operands(&mut |t| temps.push(t));
    let locate = |raised| interp::at_operation(body, inst, raised);
    located(cx, locate, |cx| {
        let frame = match frame {
            Some(frame) => frame,
            None => cx.function_frame(body),
        };
        let before = std::mem::replace(&mut cx.depth, (depth as u32).saturating_sub(1));
        let activation = interp::enter(cx, frame, body)?;
        for (index, temp) in temps.iter().enumerate() {
            // SAFETY: compiled code stored one value for each operand
            let operand = unsafe { *operands.add(index) };
            cx.registers[activation.base + temp.0 as usize] = operand;
        }
        let result = interp::step(cx, frame, body, activation.base, inst);
        interp::leave(cx, activation);
        cx.depth = before;
        result
    })
}

/// Makes a body the running one. Returns its registers, or null if an error was raised. A function that
/// is called without a frame begins without match variables; those of its frame, which all calls
/// share, are put back at its end.
unsafe extern "C" fn enter(
    cx: *mut Context,
    frame: *const Variables,
    body: *const Code,
    depth: u64,
) -> *mut Value<'static> {
    // SAFETY: see the module's text; a frame may be absent
    let (cx, frame, body) = unsafe { (&mut *cx, frame.as_ref(), &*body) };
    let is_matching = frame.is_none() && body.mir.uses_match;
    let frame = match frame {
        Some(frame) => frame,
        None => limits::unhindered(|| cx.function_frame(body)),
    };
    let before = cx.depth;
    cx.depth = (depth as u32).saturating_sub(1);
    let own = is_matching.then(|| {
        let own = frame.own_captures();
        frame.matched(cx, None);
        (frame, own)
    });
    match limits::unhindered(|| interp::enter(cx, frame, body)) {
        Ok(activation) => {
            cx.activations.push((activation, before, own));
            // SAFETY: `enter` reserved the registers from `base` on
            unsafe { cx.registers.as_mut_ptr().add(activation.base) }
        }
        Err(error) => {
            cx.depth = before;
            if let Some((frame, captures)) = own {
                frame.matched(cx, captures);
            }
            raise(cx, error);
            std::ptr::null_mut()
        }
    }
}

unsafe extern "C" fn leave(cx: *mut Context) {
    // SAFETY: see the module's text
    let cx = unsafe { &mut *cx };
    if let Some((activation, before, own)) = cx.activations.pop() {
        interp::leave(cx, activation);
        cx.depth = before;
        if let Some((frame, captures)) = own {
            frame.matched(cx, captures);
        }
    }
}

/// Returns the frame of a body that is called without a frame.
unsafe extern "C" fn frame_of(cx: *mut Context, body: *const Code) -> *const Variables {
    // SAFETY: see the module's text
    let (cx, body) = unsafe { (&mut *cx, &*body) };
    limits::unhindered(|| cx.function_frame(body))
}

/// Completes an error that a called function raised, as the interpreter does at this call.
unsafe extern "C" fn call_raised(cx: *mut Context, body: *const Code, inst: *const Inst) {
    // SAFETY: see the module's text
    let (cx, body, inst) = unsafe { (&mut *cx, &*body, &*inst) };
    let raised = cx.raised.take().unwrap_or_else(lost);
    cx.raised = Some(interp::call_raised(body, inst, raised));
}

/// Completes an error that was raised at an operation, such as an exceeded limit.
unsafe extern "C" fn raised_at(cx: *mut Context, body: *const Code, inst: *const Inst) {
    // SAFETY: see the module's text
    let (cx, body, inst) = unsafe { (&mut *cx, &*body, &*inst) };
    let raised = cx.raised.take().unwrap_or_else(lost);
    cx.raised = Some(interp::at_operation(body, inst, raised));
}

/// Adds advice to the error of an operation if its operand, the temp with this number, is `undef`
/// because a hash does not have a key. `read` points to the hash and the key.
unsafe extern "C" fn missing_key(
    cx: *mut Context,
    body: *const Code,
    inst: *const Inst,
    operand: u64,
    read: *const [Value<'static>; 2],
) {
    // SAFETY: see the module's text; compiled code stored both values
    let (cx, body, inst, [whole, key]) = unsafe { (&mut *cx, &*body, &*inst, *read) };
    if let Some(raise) = &mut cx.raised {
        interp::add_missing_key(body, inst, (Temp(operand as u32), whole, key), raise);
    }
}

/// Tells the host if the value of an attribute of declared resources, the temp with this number, is
/// `undef` because a hash does not have a key. `read` points to the hash and the key.
unsafe extern "C" fn note_missing_key(
    cx: *mut Context,
    inst: *const Inst,
    operand: u64,
    read: *const [Value<'static>; 2],
    tag: u64,
    payload: u64,
) {
    // SAFETY: see the module's text; compiled code stored both values
    let (cx, inst, [whole, key]) = unsafe { (&mut *cx, &*inst, *read) };
    // SAFETY: see the module's text
    let references = unsafe { value(tag, payload) };
    if let Op::Resource { bodies, .. } = &inst.op {
        let read = (Temp(operand as u32), whole, key);
        interp::note_missing_key(cx, bodies, read, references);
    }
}

/// Returns 1 if the evaluation exceeds a limit, otherwise 0. The error is raised at the body's
/// operation.
unsafe extern "C" fn is_late(cx: *mut Context, body: *const Code, inst: *const Inst) -> u64 {
    // SAFETY: see the module's text
    let (cx, body, inst) = unsafe { (&mut *cx, &*body, inst.as_ref()) };
    profile::sample(cx, body);
    let Some(over) = cx.exceeded() else { return 0 };
    let over = match inst {
        Some(inst) => interp::at_operation(body, inst, over),
        None => over,
    };
    raise(cx, over);
    1
}

/// Returns 1 if the call is too deep, after raising the error, otherwise 0.
unsafe extern "C" fn too_deep(cx: *mut Context, body: *const Code, depth: u64) -> u64 {
    // SAFETY: see the module's text
    let (cx, body) = unsafe { (&mut *cx, &*body) };
    profile::sample(cx, body);
    let is_deep = depth > u64::from(cx.settings.max_depth) || limits::is_stack_low();
    let error = match is_deep {
        true => Some(interp::too_deep()),
        false => limits::stopped().map(|exceeded| exceeded.error().into()),
    };
    let Some(error) = error else { return 0 };
    cx.raised = Some(error);
    1
}

/// Raises the jumps `next`, `return` and `break` that leave the body.
unsafe extern "C" fn jump(
    cx: *mut Context,
    body: *const Code,
    how: u64,
    tag: u64,
    payload: u64,
    at: u64,
) {
    // SAFETY: see the module's text
    let (cx, body, value) = unsafe { (&mut *cx, &*body, value(tag, payload)) };
    let place = Place {
        source: body.source.clone(),
        offset: at as u32,
    };
    cx.raised = Some(Box::new(match how {
        0 => Raise::Next(value, place),
        1 => Raise::Return(value, place),
        _ => Raise::Break(place),
    }));
}

/// Returns the number of a kind of exit for [`jump`].
pub fn jump_number(how: Leave) -> u64 {
    match how {
        Leave::Next => 0,
        Leave::Return => 1,
        Leave::Break => 2,
    }
}

/// Checks the result of a function. Returns 1 if it fits the declared type.
unsafe extern "C" fn check_return(
    cx: *mut Context,
    body: *const Code,
    tag: u64,
    payload: u64,
) -> u64 {
    // SAFETY: see the module's text
    let (cx, body, value) = unsafe { (&mut *cx, &*body, value(tag, payload)) };
    let checked = guarded(cx, |cx| {
        let frame = cx.function_frame(body);
        let signature = interp::signature(cx, body, frame)?;
        interp::return_value(cx, &body.mir.name, signature.returns, value)
    });
    u64::from(checked.tag != RAISED)
}

/// Returns 1 if an argument fits a parameter, otherwise 0.
unsafe extern "C" fn fits(
    cx: *mut Context,
    body: *const Code,
    index: u64,
    tag: u64,
    payload: u64,
) -> u64 {
    // SAFETY: see the module's text
    let (cx, body, value) = unsafe { (&mut *cx, &*body, value(tag, payload)) };
    // a check that exceeds a limit here is repeated by the call that follows
    let fits = limits::guarded(|| {
        let frame = cx.function_frame(body);
        let signature = interp::signature(cx, body, frame).ok()?;
        let ty = signature.parameters[index as usize].ty;
        Some(types::instance_again(cx.heap, ty, value))
    });
    u64::from(fits == Ok(Some(true)))
}

/// Calls a function with values for all of its parameters. The values may not fit.
unsafe extern "C" fn call_completed(
    cx: *mut Context,
    body: *const Code,
    inst: *const Inst,
    values: *const Value<'static>,
    count: u64,
) -> Words {
    // SAFETY: see the module's text; compiled code stored `count` values
    let (cx, body, inst, values) = unsafe {
        let values = std::slice::from_raw_parts(values, count as usize);
        (&mut *cx, &*body, &*inst, values)
    };
    guarded(cx, |cx| interp::call_completed(cx, body, inst, values))
}

/// Calls a built-in function with all arguments of its call; `block` is a closure or null.
unsafe extern "C" fn builtin(
    cx: *mut Context,
    site: *const Site,
    arguments: *const Value<'static>,
    block: *const Closure<'static>,
) -> Words {
    // SAFETY: see the module's text; a site belongs to the code, and compiled code stored all
    // arguments
    let (cx, site, body, inst, arguments, block) = unsafe {
        let site = &*site;
        let arguments = std::slice::from_raw_parts(arguments, site.constants.len());
        let (body, inst) = (&*site.body, &*site.inst);
        (&mut *cx, site, body, inst, arguments, block.as_ref())
    };
    let index = site.dispatch(cx, arguments, block);
    // these have methods of their own
    let has_methods = matches!(arguments.first(), Some(Value::Object(_) | Value::Uri(_)));
    if let (Some(index), false, false) = (index, has_methods, cx.is_profiled) {
        let dispatch = &site.builtin.declaration.dispatches[index];
        if !dispatch.mismatch {
            return call_directly(cx, site, dispatch, arguments, block);
        }
    }
    located(
        cx,
        |raised| interp::call_raised(body, inst, raised),
        |cx| interp::call_known(cx, body, inst, (site.builtin, index), arguments, block),
    )
}

/// Calls a built-in function by a dispatch that accepts the arguments.
#[inline(always)]
fn call_directly(
    cx: &mut Context,
    site: &Site,
    dispatch: &'static Declaration,
    arguments: &[Value<'static>],
    block: Option<&'static Closure<'static>>,
) -> Words {
    let (values, mut words) = (arguments, NOTHING);
    // a pure function leaves nothing open
    let open = (!site.is_pure).then(|| interp::Open::of(cx));
    let places = (cx.place, cx.outer_place);
    cx.place = Some(site.place);
    cx.outer_place = site.around.or(places.0);
    let call = || write_words((dispatch.run)(cx, Args { values, block }), &mut words);
    let ended = catch_unwind(AssertUnwindSafe(call));
    cx.place = places.0;
    let raised = match ended {
        Ok(None) => return words,
        Ok(Some(raised)) => raised,
        Err(cause) => {
            cx.outer_place = places.1;
            if let Some(open) = open {
                open.put_back(cx);
            }
            panicked(cause)
        }
    };
    // SAFETY: see the module's text
    let (body, inst) = unsafe { (&*site.body, &*site.inst) };
    raise(cx, interp::call_raised(body, inst, raised))
}

/// Returns the variable in a slot of the frame that is `depth` frames further out, or a miss if it
/// is not set.
unsafe extern "C" fn load_slot(frame: *const Variables, depth: u64, slot: u64) -> Words {
    // SAFETY: see the module's text; code that loads slots has a frame
    let mut frame = unsafe { &*frame };
    for _ in 0..depth {
        let Some(outer) = frame.parent else {
            return MISSED;
        };
        frame = outer;
    }
    frame.get(slot as usize).map_or(MISSED, words)
}

/// Calls the function that the first of the values names. Returns a miss if the function may read
/// the variables of its caller.
unsafe extern "C" fn computed(
    cx: *mut Context,
    body: *const Code,
    inst: *const Inst,
    values: *const Value<'static>,
    count: u64,
) -> Words {
    // SAFETY: see the module's text; compiled code stored `count` values
    let (cx, body, inst, values) = unsafe {
        let values = std::slice::from_raw_parts(values, count as usize);
        (&mut *cx, &*body, &*inst, values)
    };
    let mut missed = false;
    let result = located(
        cx,
        |raised| interp::call_raised(body, inst, raised),
        |cx| match interp::call_computed(cx, body, inst, values) {
            Some(result) => result,
            None => {
                missed = true;
                Ok(Value::Undef)
            }
        },
    );
    if missed { MISSED } else { result }
}

/// Works like [`builtin`], without a block, for a body that has no registers; `frame` may be null.
unsafe extern "C" fn builtin_alone(
    cx: *mut Context,
    frame: *const Variables,
    site: *const Site,
    arguments: *const Value<'static>,
    depth: u64,
) -> Words {
    // SAFETY: see the module's text; a frame may be absent
    let (context, frame, code) = unsafe { (&mut *cx, frame.as_ref(), &*(*site).body) };
    let frame = match frame {
        Some(frame) => frame,
        None => limits::unhindered(|| context.function_frame(code)),
    };
    let caller = context.frame.replace(frame);
    let before = std::mem::replace(&mut context.depth, depth as u32);
    // SAFETY: as for this function
    let result = unsafe { builtin(cx, site, arguments, std::ptr::null()) };
    // SAFETY: no other reference to it is alive now
    let context = unsafe { &mut *cx };
    (context.frame, context.depth) = (caller, before);
    result
}

macro_rules! helpers {
    ($($(#[$doc:meta])* $variant:ident $function:ident $arguments:literal $returns:literal;)*) => {
        /// The helpers that compiled code calls.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Helper {
            $($(#[$doc])* $variant,)*
        }

        impl Helper {
            /// Returns the name of the helper's function.
            pub fn name(self) -> &'static str {
                match self {
                    $(Helper::$variant => stringify!($function),)*
                }
            }

            /// Returns the number of arguments that the helper takes. All of them are words.
            pub fn arguments(self) -> usize {
                match self {
                    $(Helper::$variant => $arguments,)*
                }
            }

            /// Returns the number of words that the helper returns.
            pub fn results(self) -> usize {
                match self {
                    $(Helper::$variant => $returns,)*
                }
            }
        }

        /// Returns the address of the helper with this name.
        pub fn address(name: &str) -> Option<*const u8> {
            match name {
                $(stringify!($function) => Some($function as *const u8),)*
                _ => None,
            }
        }
    };
}

helpers! {
    /// [`step`]
    Step step 5 2;
    /// [`slow`]
    Slow slow 6 2;
    /// [`enter`]
    Enter enter 4 1;
    /// [`leave`]
    Leave leave 1 0;
    /// [`frame_of`]
    FrameOf frame_of 2 1;
    /// [`call_raised`]
    CallRaised call_raised 3 0;
    /// [`raised_at`]
    RaisedAt raised_at 3 0;
    /// [`missing_key`]
    MissingKey missing_key 5 0;
    /// [`note_missing_key`]
    NoteMissingKey note_missing_key 6 0;
    /// [`is_late`]
    IsLate is_late 3 1;
    /// [`too_deep`]
    TooDeep too_deep 3 1;
    /// [`jump`]
    Jump jump 6 0;
    /// [`call_completed`]
    CallCompleted call_completed 5 2;
    /// [`check_return`]
    CheckReturn check_return 4 1;
    /// [`fits`]
    Fits fits 5 1;
    /// [`builtin`]
    Builtin builtin 4 2;
    /// [`builtin_alone`]
    BuiltinAlone builtin_alone 5 2;
    /// [`range`]
    Range range 3 2;
    /// [`concat()`]
    Concat concat 3 2;
    /// [`append`]
    Append append 4 2;
    /// [`length`]
    Length length 2 1;
    /// [`array_push`]
    ArrayPush array_push 4 2;
    /// [`array_plus`]
    ArrayPlus array_plus 4 2;
    /// [`hash_put`]
    HashPut hash_put 7 2;
    /// [`value_copy`]
    ValueCopy value_copy 3 2;
    /// [`hash_take`]
    HashTake hash_take 5 2;
    /// [`hash_plus`]
    HashPlus hash_plus 4 2;
    /// [`loop_id`]
    LoopId loop_id 0 1;
    /// [`mark`]
    Mark mark 1 1;
    /// [`release_round`]
    Release release_round 4 1;
    /// [`release_call`]
    ReleaseCall release_call 4 1;
    /// [`convert`]
    Convert convert 5 2;
    /// [`values::load_match`]
    LoadMatch load_match 3 2;
    /// [`values::push_match`]
    PushMatch push_match 2 1;
    /// [`values::pop_match`]
    PopMatch pop_match 3 0;
    /// [`values::hash_number`]
    HashNumber hash_number 2 2;
    /// [`values::contains`]
    Contains contains 4 1;
    /// [`computed`]
    Computed computed 5 2;
    /// [`values::broke`]
    Broke broke 1 1;
    /// [`variable`]
    Variable variable 2 2;
    /// [`load_slot`]
    LoadSlot load_slot 3 2;
    /// [`switch`]
    Switch switch 3 1;
    /// [`is_instance`]
    IsInstance is_instance 4 1;
    /// [`match_text`]
    MatchText match_text 3 1;
    /// [`test_text`]
    TestText test_text 2 1;
    /// [`array()`]
    Array array 3 2;
    /// [`hash`]
    Hash hash 3 2;
    /// [`access`]
    Access access 5 2;
    /// [`slice()`]
    Slice slice 5 2;
    /// [`hash_item`]
    HashItem hash_item 4 2;
    /// [`iter_more`]
    IterMore iter_more 4 1;
    /// [`iter_get`]
    IterGet iter_get 5 2;
    /// [`iter_key`]
    IterKey iter_key 3 2;
    /// [`iter_end`]
    IterEnd iter_end 3 0;
    /// [`iter_own`]
    IterOwn iter_own 5 2;
    /// [`group`]
    Group group 5 2;
    /// [`list_begin`]
    ListBegin list_begin 3 2;
    /// [`list_of_range`]
    ListOfRange list_of_range 3 2;
    /// [`list_at`]
    ListAt list_at 2 1;
    /// [`list_push`]
    ListPush list_push 4 1;
    /// [`list_keep`]
    ListKeep list_keep 6 1;
    /// [`list_end`]
    ListEnd list_end 4 2;
    /// [`equal`]
    Equal equal 4 1;
    /// [`order`]
    Order order 4 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use rubycore::time::{Timespan, Timestamp};
    use runtime::value::kinds::Kinds;

    #[test]
    fn words_are_values_taken_apart() {
        let heap = runtime::Heap::new();
        let reversal = runtime::iterator::Iterator::reverse(&heap, Value::Integer(3));
        let values = [
            (Value::Undef, UNDEF),
            (Value::Boolean(true), BOOLEAN | 1 << 8),
            (Value::Boolean(false), BOOLEAN),
            (Value::Integer(-7), INTEGER),
            (Value::Float(2.5), FLOAT),
            (Value::string(&heap, "a"), STRING),
            (Value::array(&heap, &[Value::Integer(1)]), ARRAY),
            (Value::Type(&runtime::types::Type::Any), TYPE),
            (Value::Timespan(&Timespan { nanos: 1 }), TIMESPAN),
            (Value::Timestamp(&Timestamp { nanos: 1 }), TIMESTAMP),
            (reversal.map_or(Value::Undef, Value::Iterator), ITERATOR),
            (Value::of_digits(&heap, "18446744073709551616"), BIG_INTEGER),
        ];
        for (given, tag) in values {
            let words = words(given);
            assert_eq!(words.tag, tag);
            // so the tag selects the bit in a set of kinds
            assert_eq!(Kinds::of(given).bits(), 1 << (tag & 0xff));
            // SAFETY: taken from a value of this heap
            assert!(unsafe { value(words.tag, words.payload) }.same(given));
        }
    }
}
