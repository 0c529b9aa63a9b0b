//! Changes in place: code outside of the language may change a text, an array or a hash that
//! variables hold. Values themselves never change, so the new value is assigned to every such
//! variable.
//!
//! A value is identified by its address. Texts that are constants of code share their address with
//! equal ones, so they are replaced only where the running code can see them.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use frontend::Symbol;

use crate::cx::Cx;
use crate::frame::Frame;
use crate::limits;
use crate::slots::Slots;
use crate::value::{Array, Hash, Items, Value};

/// A part of a changed array or hash.
#[derive(Clone, Copy)]
pub enum Part<'h> {
    /// A value that was known before, and may have changed as well.
    Known(Value<'h>),
    /// A new value.
    New(Value<'h>),
}

/// The new content of a value.
pub enum Content<'h> {
    /// A text.
    Text(Value<'h>),
    /// The items of an array.
    Items(Vec<Part<'h>>),
    /// The entries of a hash.
    Entries(Vec<(Value<'h>, Part<'h>)>),
}

/// The changed values, by the addresses of the old ones.
#[derive(Default)]
pub struct Changes<'h> {
    contents: HashMap<usize, Content<'h>, FixedState>,
    made: HashMap<usize, Value<'h>, FixedState>,
    /// Values without a change inside, in the current pass.
    unchanged: HashSet<usize, FixedState>,
}

/// Adds the texts, arrays and hashes inside of a value, itself first, without keys.
pub fn parts<'h>(value: Value<'h>, all: &mut Vec<Value<'h>>) {
    limits::stack();
    match value {
        Value::String(_) => all.push(value),
        Value::Array(items) => {
            all.push(value);
            if let Items::Values(items) = items.items() {
                items.iter().for_each(|item| parts(*item, all));
            }
        }
        Value::Hash(hash) => {
            all.push(value);
            hash.iter().for_each(|(_, value)| parts(value, all));
        }
        Value::Sensitive(clear) => parts(*clear, all),
        _ => {}
    }
}

/// Returns true if a value belongs to a parameter of the current class or define: Puppet has copied
/// it.
pub fn is_parameter<'h>(cx: &Cx<'h>, value: Value<'h>) -> bool {
    let Some(frame) = cx.scopes[cx.scope_id().0 as usize].frame else {
        return false;
    };
    let slots = 0..frame.body.mir.parameters.len();
    let mut all = Vec::new();
    slots
        .filter_map(|slot| frame.get(slot))
        .for_each(|own| parts(own, &mut all));
    all.iter().any(|own| own.memory() == value.memory())
}

/// Values that code must not change: facts, and texts that are constants of code.
pub struct Frozen {
    facts: HashSet<usize, FixedState>,
}

impl Frozen {
    /// Collects the facts of a compilation.
    pub fn of(cx: &Cx<'_>) -> Frozen {
        let variables = &cx.scopes[0].variables;
        let top = |name: &str| variables.get(&Symbol::lookup(name)?).copied();
        let facts = top("facts").and_then(Value::as_hash);
        let names = facts.into_iter().flat_map(|facts| facts.iter());
        let names = names.filter_map(|(name, _)| name.as_str());
        let names = names.chain(["facts", "trusted", "server_facts"]);
        let mut all = Vec::new();
        names
            .filter_map(top)
            .for_each(|value| parts(value, &mut all));
        Frozen {
            facts: all.into_iter().map(Value::memory).collect(),
        }
    }

    /// Returns true if a value is frozen.
    pub fn has(&self, cx: &Cx<'_>, value: Value<'_>) -> bool {
        let is_constant = matches!(value, Value::String(_)) && !cx.heap.owns(value.memory());
        is_constant || self.facts.contains(&value.memory())
    }
}

impl<'h> Changes<'h> {
    /// Notes that a value has another content now.
    pub fn add(&mut self, value: Value<'h>, content: Content<'h>) {
        self.contents.insert(value.memory(), content);
    }

    /// Returns the value that replaces one that may have changed; `is_far` is true if the running
    /// code does not see it.
    pub fn renewed(&mut self, cx: &Cx<'h>, value: Value<'h>, is_far: bool) -> Value<'h> {
        self.renew(cx, value, is_far).unwrap_or(value)
    }

    /// Assigns the new values to all variables.
    pub fn spread(&mut self, cx: &mut Cx<'h>) {
        cx.heap.pin();
        cx.settled = Slots::default();
        let chain = |frame: Option<&'h Frame<'h>>| std::iter::successors(frame, |f| f.parent);
        let here: Vec<&'h Frame<'h>> = chain(cx.frame).collect();
        let mut others: Vec<&'h Frame<'h>> = Vec::new();
        for scope in &cx.scopes {
            others.extend(chain(scope.frame).chain(chain(scope.running)));
        }
        others.extend(cx.calls.iter().flat_map(|call| chain(Some(call.frame))));
        others.extend(cx.callers.iter().flat_map(|frame| chain(Some(frame))));
        let current = cx.scope_id().0 as usize;
        for at in (0..cx.scopes.len()).filter(|at| *at != current) {
            self.spread_over_scope(cx, at, true);
        }
        for frame in others {
            frame.replace(cx, |cx, value| self.renew(cx, value, true));
        }
        // The registers of interpreted code. Some are never read again and may refer to free memory,
        // so only their addresses are compared.
        for register in cx.registers.iter_mut().take(cx.top) {
            if matches!(register, Value::Array(_) | Value::Hash(_))
                && let Some(made) = self.made.get(&register.memory())
            {
                *register = *made;
            }
        }
        self.unchanged.clear();
        self.spread_over_scope(cx, current, false);
        let own = cx.scopes[current].frame;
        for frame in here.into_iter().chain(chain(own)) {
            frame.replace(cx, |cx, value| self.renew(cx, value, false));
        }
        for at in 0..cx.template_variables.len() {
            if let Some(new) = self.renew(cx, cx.template_variables[at].2, false) {
                cx.template_variables[at].2 = new;
            }
        }
    }

    fn spread_over_scope(&mut self, cx: &mut Cx<'h>, at: usize, is_far: bool) {
        let count = cx.scopes[at].variables.iter().len();
        for index in 0..count {
            let old = cx.scopes[at].variables[index];
            if let Some(new) = self.renew(cx, old, is_far) {
                cx.scopes[at].variables[index] = new;
            }
        }
    }

    /// Returns the new value, if there is a change in it. Constants that the running code does not
    /// see are not replaced.
    fn renew(&mut self, cx: &Cx<'h>, value: Value<'h>, is_far: bool) -> Option<Value<'h>> {
        limits::stack();
        let is_open = match value {
            Value::Array(_) | Value::Hash(_) => true,
            Value::String(_) => !is_far || cx.heap.owns(value.memory()),
            Value::Sensitive(clear) => {
                let clear = self.renew(cx, *clear, is_far)?;
                return Some(Value::Sensitive(cx.heap.alloc(clear)));
            }
            _ => return None,
        };
        let address = value.memory();
        if let Some(made) = self.made.get(&address) {
            return is_open.then_some(*made);
        }
        if self.unchanged.contains(&address) {
            return None;
        }
        let new = match self.contents.contains_key(&address) && is_open {
            true => {
                let content = self.contents.remove(&address)?;
                Some(self.make(cx, content, is_far))
            }
            false => self.rebuild(cx, value, is_far),
        };
        match new {
            Some(new) => drop(self.made.insert(address, new)),
            None => drop(self.unchanged.insert(address)),
        }
        new
    }

    fn make(&mut self, cx: &Cx<'h>, content: Content<'h>, is_far: bool) -> Value<'h> {
        let mut part = |part: Part<'h>| match part {
            Part::Known(value) => self.renew(cx, value, is_far).unwrap_or(value),
            Part::New(value) => value,
        };
        match content {
            Content::Text(text) => text,
            Content::Items(items) => {
                let items: Vec<Value<'h>> = items.into_iter().map(part).collect();
                Value::Array(Array::new(cx.heap, &items))
            }
            Content::Entries(entries) => {
                let entries = entries.into_iter().map(|(key, value)| (key, part(value)));
                let entries: Vec<_> = entries.collect();
                Value::Hash(Hash::new(cx.heap, &entries))
            }
        }
    }

    /// Returns a collection with the changes inside of it.
    fn rebuild(&mut self, cx: &Cx<'h>, value: Value<'h>, is_far: bool) -> Option<Value<'h>> {
        let mut is_changed = false;
        let mut part = |value: Value<'h>| match self.renew(cx, value, is_far) {
            Some(new) => {
                is_changed = true;
                new
            }
            None => value,
        };
        match value {
            Value::Array(items) => {
                let Items::Values(items) = items.items() else {
                    return None;
                };
                let items: Vec<Value<'h>> = items.iter().map(|item| part(*item)).collect();
                is_changed.then(|| Value::Array(Array::new(cx.heap, &items)))
            }
            Value::Hash(hash) => {
                let entries = hash.iter().map(|(key, value)| (key, part(value)));
                let entries: Vec<_> = entries.collect();
                is_changed.then(|| Value::Hash(Hash::new(cx.heap, &entries)))
            }
            _ => None,
        }
    }
}
