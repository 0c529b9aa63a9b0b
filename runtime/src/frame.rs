//! Owns frames: the variables of one running body.
//!
//! Closures are values and refer to frames, and values are covariant in `'h`; so the cells of a
//! frame must be covariant too, which `Cell` is not. Hence [`Slot`].
//!
//! Invariant of the unsafe code here: a value stored in a slot lives in the heap of the evaluation
//! that made the frame (or longer). [`Frame::assign`] and [`Frame::matched`] take the evaluation's
//! context, whose `'h` cannot be shortened, as the witness; frames are made from it alone.
#![allow(unsafe_code, reason = "covariant cells")]

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use frontend::{Source, Symbol};

use crate::bytecode::Bytecode;
use crate::cx::Cx;
use crate::regexp::Captures;
use crate::scope::ScopeId;
use crate::tier::Heat;
use crate::value::lasting::Lasting;
use crate::value::{Hash, Value};

/// The code of a body: MIR together with the data that the runtime derives from it.
pub struct Body<'h> {
    /// The MIR.
    pub mir: &'h mir::Function,
    /// The constants of the MIR as values.
    pub constants: &'h [Value<'h>],
    /// The slots in the order of their names' symbols, when there are too many to try each.
    pub by_name: &'h [u32],
    /// The bodies of lambdas, defaults and type expressions inside it.
    pub inner: &'h [Body<'h>],
    /// The source of the code.
    pub source: &'h Arc<Source>,
    /// True if the body needs only one argument for each parameter.
    pub is_plain: bool,
    /// The number of registers of a run: one for each temp, one for moves, two for each loop.
    pub registers: u32,
    /// The bytecode, which the interpreter makes on the first run.
    pub bytecode: &'h OnceLock<Bytecode>,
    /// True if the body has run without bytecode. A short body does so once.
    pub is_walked: AtomicBool,
    /// The type that the body evaluates to, if all evaluations share it.
    pub lasting: Lasting,
    /// The number of runs, and the compiled code.
    pub heat: Heat,
}

impl Body<'_> {
    /// Returns the slot of a variable of this name.
    pub fn slot(&self, name: Symbol) -> Option<usize> {
        let slots = &self.mir.slots;
        if self.by_name.is_empty() {
            return slots.iter().position(|&slot| slot == name);
        }
        let named = |&slot: &u32| slots[slot as usize].cmp(&name);
        let at = self.by_name.binary_search_by(named).ok()?;
        Some(self.by_name[at] as usize)
    }

    /// Returns true if `next` in this template gives the value of the template. Otherwise it passes
    /// to the caller.
    pub fn ends_with_next(&self, arguments: Option<&Hash<'_>>) -> bool {
        self.mir.takes_listed || arguments.is_none()
    }
}

/// A covariant cell of a `Copy` value that is valid for `'h`; see the module's text.
struct Slot<T: Copy, S: Copy> {
    at: UnsafeCell<S>,
    is: PhantomData<T>,
}

type Variable<'h> = Slot<Option<Value<'h>>, Option<Value<'static>>>;
type Match<'h> = Slot<Option<&'h Captures<'h>>, Option<&'static Captures<'static>>>;

impl<'h> Variable<'h> {
    fn get(&self) -> Option<Value<'h>> {
        // SAFETY: same layout; the content lives for `'h`; no reference into the cell is returned
        unsafe { *self.at.get().cast::<Option<Value<'h>>>() }
    }

    fn set(&self, value: Option<Value<'h>>) {
        // SAFETY: as above; frames belong to one thread
        unsafe { *self.at.get().cast::<Option<Value<'h>>>() = value }
    }
}

impl<'h> Match<'h> {
    fn get(&self) -> Option<&'h Captures<'h>> {
        // SAFETY: as for `Variable`
        unsafe { *self.at.get().cast::<Option<&'h Captures<'h>>>() }
    }

    fn set(&self, value: Option<&'h Captures<'h>>) {
        // SAFETY: as for `Variable`
        unsafe { *self.at.get().cast::<Option<&'h Captures<'h>>>() = value }
    }
}

/// The variables of one running body. A frame lives in the heap, so that closures can refer to it.
pub struct Frame<'h> {
    /// The code.
    pub body: &'h Body<'h>,
    slots: &'h [Variable<'h>],
    /// The frame of the body around a lambda.
    pub parent: Option<&'h Frame<'h>>,
    /// The scope of the code.
    pub scope: ScopeId,
    /// True if variables of the scope's class, define or node are out of reach: functions see only
    /// the top scope.
    pub is_function: bool,
    captures: Match<'h>,
}

impl<'h> Frame<'h> {
    /// Makes a frame with no variable assigned.
    pub fn new(
        cx: &mut Cx<'h>,
        body: &'h Body<'h>,
        parent: Option<&'h Frame<'h>>,
        scope: ScopeId,
        is_function: bool,
    ) -> &'h Frame<'h> {
        let count = match body.mir.frameless {
            true => 0,
            false => body.mir.slots.len(),
        };
        let unset = || Slot {
            at: UnsafeCell::new(None),
            is: PhantomData,
        };
        let slots = cx.heap.slice_from(count, (0..count).map(|_| unset()));
        let captures = Slot {
            at: UnsafeCell::new(None),
            is: PhantomData,
        };
        cx.heap.alloc(Frame {
            body,
            slots,
            parent,
            scope,
            is_function,
            captures,
        })
    }

    /// Makes a frame for another run of the code of a frame that is no longer reachable, and reuses
    /// the memory of its variables.
    pub fn renewed(cx: &mut Cx<'h>, old: &'h Frame<'h>, scope: ScopeId) -> &'h Frame<'h> {
        old.slots.iter().for_each(|slot| slot.set(None));
        let captures = Slot {
            at: UnsafeCell::new(None),
            is: PhantomData,
        };
        cx.heap.alloc(Frame {
            slots: old.slots,
            captures,
            scope,
            ..*old
        })
    }

    /// Returns the value of a slot, when it is assigned.
    pub fn get(&self, slot: usize) -> Option<Value<'h>> {
        self.slots[slot].get()
    }

    /// Returns the variables of this frame that are assigned.
    pub fn assigned(&self) -> impl Iterator<Item = (Symbol, Value<'h>)> {
        let named = self.body.mir.slots.iter().zip(self.slots);
        named.filter_map(|(name, slot)| Some((*name, slot.get()?)))
    }

    /// Assigns a slot.
    pub fn assign(&self, _cx: &mut Cx<'h>, slot: usize, value: Value<'h>) {
        self.slots[slot].set(Some(value));
    }

    /// Replaces the values of variables that `renew` has new ones for.
    pub fn replace(
        &self,
        cx: &mut Cx<'h>,
        mut renew: impl FnMut(&Cx<'h>, Value<'h>) -> Option<Value<'h>>,
    ) {
        for slot in self.slots {
            if let Some(new) = slot.get().and_then(|value| renew(cx, value)) {
                slot.set(Some(new));
            }
        }
    }

    /// Returns the groups of the last successful match of this frame or an enclosing one.
    pub fn captures(&self) -> Option<&'h Captures<'h>> {
        let mut frame = self;
        loop {
            match (frame.captures.get(), frame.parent) {
                (Some(captures), _) => return Some(captures),
                (None, Some(parent)) => frame = parent,
                (None, None) => return None,
            }
        }
    }

    /// Returns this frame's own groups, to be restored later.
    pub fn own_captures(&self) -> Option<&'h Captures<'h>> {
        self.captures.get()
    }

    /// Sets the groups of a match.
    pub fn matched(&self, _cx: &mut Cx<'h>, captures: Option<&'h Captures<'h>>) {
        self.captures.set(captures);
    }

    /// Returns the variable `name` of this frame or an enclosing one, when it is assigned.
    pub fn variable(&self, name: Symbol) -> Option<Value<'h>> {
        let mut frame = self;
        loop {
            let slot = frame.body.slot(name).and_then(|at| frame.slots.get(at));
            if let Some(value) = slot.and_then(Variable::get) {
                return Some(value);
            }
            frame = frame.parent?;
        }
    }

    /// Returns the slot of the variable `name` in this frame or an enclosing one, when it is a
    /// parameter that has no value yet.
    pub fn waiting(&self, name: Symbol) -> Option<(&Frame<'h>, usize)> {
        let mut frame = self;
        loop {
            let named = frame.body.slot(name);
            if let Some((slot, cell)) = named.and_then(|at| Some((at, frame.slots.get(at)?))) {
                let is_set = cell.get().is_some();
                if is_set || slot < frame.body.mir.parameters.len() {
                    return (!is_set).then_some((frame, slot));
                }
            }
            frame = frame.parent?;
        }
    }
}
