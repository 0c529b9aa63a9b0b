//! Owns the inline caches of calls of built-in functions in compiled code.
//!
//! The kinds of the arguments usually decide which dispatch accepts them. So a call remembers the
//! dispatch for the kinds it has seen, and checks signatures only for other kinds.
//!
//! Invariants of the unsafe code here: those of [`crate::abi`]. A site belongs to the code around
//! its call, and lives as long as that.
#![allow(unsafe_code, reason = "shared by the threads that run the code")]

use std::sync::atomic::{AtomicU64, Ordering};

use mir::Inst;
use runtime::closure::Closure;
use runtime::cx::CallPlace;
use runtime::dispatch::{self, Foreseen};
use runtime::frame::Body;
use runtime::function::Resolved;
use runtime::function::Signature;
use runtime::value::kinds::Kinds;
use runtime::{Cx, Value, interp};

use crate::abi;

/// The greatest number of arguments whose kinds are remembered: each takes [`KIND_BITS`] of a
/// word's lower half.
const ARGUMENTS_MAX: usize = 6;
/// Tags of values are below 32.
const KIND_BITS: usize = 5;
/// The number of combinations of kinds that a call remembers.
const ROWS: usize = 2;

/// A call of a built-in function.
pub(crate) struct Site {
    /// The body that contains the call.
    pub body: *const Body<'static>,
    /// The operation.
    pub inst: *const Inst,
    /// The function.
    pub builtin: &'static Resolved,
    /// For each argument whether it is always the same value.
    pub constants: Vec<bool>,
    /// The place of the call.
    pub place: CallPlace<'static>,
    /// The place of the inlined call that contains it, if there is one.
    pub around: Option<CallPlace<'static>>,
    /// True if the function only reads its arguments, and runs no code.
    pub is_pure: bool,
    /// True if the signature of the block, if there is one, is the same for all calls.
    pub has_steady_block: bool,
    /// The dispatch that all calls take.
    pub certain: Option<usize>,
    /// The combinations seen so far: the kinds, and in the upper half the index of the dispatch
    /// plus 1, or 0 if the kinds do not decide.
    met: [AtomicU64; ROWS],
}

// SAFETY: body and operation belong to the unit that the code was made of, which is never changed;
// threads that run the code have it
unsafe impl Send for Site {}
// SAFETY: as above; a row is one word
unsafe impl Sync for Site {}

impl Site {
    /// Creates a call that has seen no arguments yet.
    pub fn new(body: &Body<'_>, inst: &Inst, builtin: &'static Resolved) -> Site {
        let body: *const Body<'static> = std::ptr::from_ref(body).cast();
        // SAFETY: the body lives as long as the site, see the module's text
        let (place, around) = interp::places(unsafe { &*body }, inst);
        Site {
            body,
            inst,
            builtin,
            place,
            around,
            is_pure: false,
            constants: Vec::new(),
            has_steady_block: true,
            certain: None,
            met: Default::default(),
        }
    }

    /// Returns the dispatch that accepts the arguments, if their kinds decide it.
    #[inline]
    pub fn dispatch<'h>(
        &self,
        cx: &mut Cx<'h>,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Option<usize> {
        if self.certain.is_some() {
            return self.certain;
        }
        if arguments.len() > ARGUMENTS_MAX {
            return None;
        }
        let shift =
            |kinds: u64, value: &Value<'h>| kinds << KIND_BITS | u64::from(abi::tag(*value));
        // the leading 1 distinguishes a row from an empty one
        let kinds = arguments.iter().fold(1, shift);
        for row in &self.met {
            let row = row.load(Ordering::Relaxed);
            if u64::from(row as u32) == kinds {
                return ((row >> 32) as usize).checked_sub(1);
            }
        }
        let found = self.look(cx, arguments, block);
        let [first, second] = &self.met;
        second.store(first.load(Ordering::Relaxed), Ordering::Relaxed);
        let number = found.map_or(0, |index| index as u64 + 1);
        first.store(number << 32 | kinds, Ordering::Relaxed);
        found
    }

    /// Returns the dispatch that accepts all arguments of the same kinds.
    #[cold]
    fn look<'h>(
        &self,
        cx: &mut Cx<'h>,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Option<usize> {
        let block: Option<&Signature<'h>> = match block {
            Some(_) if !self.has_steady_block => return None,
            Some(block) => Some(interp::closure_signature(cx, block).ok()?),
            None => None,
        };
        let foreseen = |(value, is_constant): (&Value<'h>, &bool)| match is_constant {
            true => Foreseen::Constant(*value),
            false => Foreseen::Kinds(Kinds::of(*value)),
        };
        let foreseen: Vec<Foreseen<'h>> = arguments
            .iter()
            .zip(&self.constants)
            .map(foreseen)
            .collect();
        dispatch::certain(self.builtin, &foreseen, block)
    }
}
