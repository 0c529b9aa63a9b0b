//! Templates: bodies that render text.

use super::{Run, run_default, signature};
use crate::cx::Cx;
use crate::dispatch;
use crate::error::{Res, fail};
use crate::frame::{Body, Frame};
use crate::scope::ScopeId;
use crate::text;
use crate::types;
use crate::value::{Hash, Value};
use frontend::Symbol;

/// Renders a template. Without parameters of its own, the names in `arguments` become variables
/// of the template; `local` templates (`inline_epp`) also see the variables of the running code.
///
/// # Errors
/// Arguments that do not fit the parameters, and what the code raises.
pub fn call_template<'h>(
    cx: &mut Cx<'h>,
    body: &'h Body<'h>,
    arguments: Option<&'h Hash<'h>>,
    local: bool,
) -> Res<'h> {
    let parent = cx.frame.filter(|_| local);
    let (scope, is_function) = match cx.frame {
        Some(frame) => (frame.scope, frame.is_function),
        None => (ScopeId::TOP, false),
    };
    let frame = Frame::new(cx, body, parent, scope, is_function || !local);
    if body.mir.parameters.is_empty() {
        let entries = arguments.into_iter().flat_map(|hash| hash.iter());
        for (name, value) in entries {
            let name = Symbol::intern(&text::interpolated(name));
            cx.template_variables.push((frame, name, value));
        }
    } else {
        bind(cx, frame, arguments)?;
    }
    let result = render(cx, frame);
    cx.template_variables
        .retain(|(owner, ..)| !std::ptr::eq(*owner, frame));
    result
}

/// Assigns the parameters by name.
fn bind<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>, arguments: Option<&'h Hash<'h>>) -> Res<'h, ()> {
    let signature = signature(cx, frame.body, frame)?;
    let mut wrong = Vec::new();
    for (name, value) in arguments.into_iter().flat_map(|hash| hash.iter()) {
        let name = text::interpolated(name);
        match signature.parameters.iter().find(|p| p.name == name) {
            None => wrong.push(format!("has no parameter named '{name}'")),
            Some(parameter) if !types::instance(parameter.ty, value) => {
                let subject = format!("parameter '{name}'");
                wrong.push(dispatch::describe_mismatch(
                    cx,
                    &subject,
                    parameter.ty,
                    value,
                ));
            }
            Some(_) => {}
        }
    }
    let given = |name: &str| arguments.and_then(|hash| hash.get_str(name));
    for (index, parameter) in frame.body.mir.parameters.iter().enumerate() {
        let name = parameter.name.as_str();
        match given(name) {
            Some(value) => frame.assign(cx, index, value),
            None if parameter.default.is_none() => {
                wrong.push(format!("expects a value for parameter '{name}'"));
            }
            None => {}
        }
    }
    match wrong.as_slice() {
        [] => {}
        [one] => return fail(format!("lambda: {one}")),
        several => return fail(format!("lambda:\n  {}", several.join("\n  "))),
    }
    for index in 0..signature.parameters.len() {
        if frame.get(index).is_none() {
            let value = run_default(cx, frame, index, "lambda")?;
            let parameter = signature.parameters[index];
            if !types::instance(parameter.ty, value) {
                let subject = format!("lambda: parameter '{}'", parameter.name);
                return fail(dispatch::describe_mismatch(
                    cx,
                    &subject,
                    parameter.ty,
                    value,
                ));
            }
            frame.assign(cx, index, value);
        }
    }
    Ok(())
}

/// The text; Sensitive when a Sensitive value was rendered. `next` and `return` pass through.
fn render<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>) -> Res<'h> {
    cx.rendered.push((String::new(), false));
    let result = super::run(cx, frame);
    let (text, sensitive) = cx.rendered.pop().unwrap_or_default();
    result?;
    let text = Value::string(cx.heap, &text);
    Ok(match sensitive {
        true => Value::Sensitive(cx.heap.alloc(text)),
        false => text,
    })
}

impl<'h> Run<'h, '_> {
    pub(super) fn render(&mut self, value: Value<'h>) {
        let Some((out, sensitive)) = self.cx.rendered.last_mut() else {
            return;
        };
        match value {
            Value::Sensitive(clear) => {
                *sensitive = true;
                text::interpolate(*clear, out);
            }
            value => text::interpolate(value, out),
        }
    }
}
