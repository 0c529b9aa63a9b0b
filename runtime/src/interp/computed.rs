//! Runs `call($name, ...)`, a call of a function by a computed name.
//!
//! A function that cannot read the variables of its caller is called directly. For any other
//! function, the variables that are temps here are stored in a frame, which the function sees as
//! its caller's.

use frontend::Symbol;
use mir::op::{CallForm, Item};
use mir::{Inner, Inst, Op, Temp};
use rubycore::case::Downcase;

use super::call::{self, unknown_to_call};
use super::{Run, find};
use crate::cx::{CallPlace, Callee, Cx};
use crate::error::{Raise, Res};
use crate::frame::{Body, Frame};
use crate::function_cache::{Name, cache_name};
use crate::value::{Str, Value};

/// Returns names by which functions written in Puppet were called, each with the name of the
/// function.
pub fn called_names(cx: &Cx<'_>) -> Vec<(String, Symbol)> {
    let names = cx.computed_names.last.iter();
    let names = names.filter_map(|((bytes, len), (symbol, callee))| match callee {
        Callee::User(_) => {
            let text = String::from_utf8_lossy(&bytes[..usize::from(*len)]);
            Some((text.into_owned(), *symbol))
        }
        _ => None,
    });
    names.collect()
}

/// Returns the cache slot of a name.
fn place_of(name: &[u8]) -> usize {
    let last = name.len().saturating_sub(1);
    let byte = |at: usize| name.get(at).map_or(0, |byte| usize::from(*byte));
    byte(0) ^ byte(last / 2) << 2 ^ byte(last) << 4 ^ name.len()
}

/// Returns the function of a name, when it is known and cannot look at its caller's variables.
fn independent<'h>(cx: &mut Cx<'h>, name: Str<'h>) -> Option<(Symbol, Callee<'h>)> {
    let written = name.as_bytes();
    let place = place_of(written);
    let is = |(bytes, len): &Name| bytes.get(..usize::from(*len)) == Some(written);
    if let Some(known) = cx.computed_names.last.find(place, is) {
        return Some(known);
    }
    let kept = cache_name(name)?;
    let plain = name.as_str();
    let plain = plain.strip_prefix("::").unwrap_or(plain).downcase();
    let symbol = Symbol::lookup(&plain)?;
    let callee = find::find(cx, symbol).ok()??;
    let is_independent = match callee {
        Callee::Builtin(_) => mir::facts::of(&plain).is_independent(),
        Callee::User(function) => function.body.mir.frameless,
        Callee::Foreign(_) => false,
    };
    if !is_independent {
        return None;
    }
    cx.computed_names.last.put(place, kept, (symbol, callee));
    Some((symbol, callee))
}

/// Calls the function that the first of some values names; `None` when the function may look at the
/// variables of its caller, or is unknown. The caller must add the place to an error
/// ([`call_raised`]).
///
/// [`call_raised`]: super::call_raised
pub fn call_computed<'h>(
    cx: &mut Cx<'h>,
    body: &Body<'h>,
    inst: &Inst,
    values: &[Value<'h>],
) -> Option<Res<'h>> {
    let [Value::String(name), arguments @ ..] = values else {
        return None;
    };
    let (symbol, callee) = independent(cx, *name)?;
    let (source, offset) = (body.source, inst.at);
    let outer = cx.place.replace(CallPlace { source, offset });
    cx.outer_place = find::inlined(body, inst).or(outer);
    let result = call::call_callee(cx, callee, arguments, None);
    cx.place = outer;
    Some(caught(
        cx,
        inst,
        result.map_err(|raise| unknown_to_call(symbol, raise)),
    ))
}

/// Returns the result of a call, at which jumps end. A `break` that the operation catches is left
/// to the next operation.
fn caught<'h>(cx: &mut Cx<'h>, inst: &Inst, result: Res<'h>) -> Res<'h> {
    let raise = match result {
        Ok(value) => return Ok(value),
        Err(raise) => raise,
    };
    match (*raise, &inst.op) {
        (Raise::Break(_), Op::CallComputed { catches: true, .. }) => {
            cx.broke = true;
            Ok(Value::Undef)
        }
        // the values of other jumps are results of `call`
        (raise, _) => Box::new(raise).caught(),
    }
}

impl<'h> Run<'h, '_> {
    /// Runs [`Op::CallComputed`].
    pub(super) fn call_computed(
        &mut self,
        arguments: &[Item],
        (inner, captures): (Inner, &[Temp]),
        form: CallForm,
        inst: &'h Inst,
    ) -> Res<'h> {
        let values = self.list(arguments);
        let body = self.body;
        if let Some(result) = call_computed(self.cx, body, inst, &values) {
            let place = CallPlace {
                source: body.source,
                offset: inst.at,
            }
            .place();
            return result.map_err(|raise| call::in_call(raise, form, Some(place)));
        }
        let home = self.frame;
        let names = &body.inner[inner.0 as usize];
        let frame = Frame::new(self.cx, names, Some(home), home.scope, home.is_function);
        for (capture, temp) in names.mir.captures.iter().zip(captures) {
            let value = self.get(*temp);
            frame.assign(self.cx, capture.slot as usize, value);
        }
        let around = find::inlined(body, inst);
        self.calling(form, inst.at, |cx| {
            cx.outer_place = around.or(cx.outer_place);
            let caller = cx.frame.replace(frame);
            let result = call::call_function(cx, Symbol::intern("call"), &values, None);
            cx.frame = caller;
            caught(cx, inst, result)
        })
    }
}
