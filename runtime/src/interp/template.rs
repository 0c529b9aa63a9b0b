//! Templates: bodies that render text.

use super::{Run, run_default, signature};
use crate::cx::Cx;
use crate::dispatch;
use crate::error::{Res, fail};
use crate::frame::{Body, Frame};
use crate::scope::ScopeId;
use crate::text;
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

/// Assigns the parameters by name; `undef` counts as not given.
fn bind<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>, arguments: Option<&'h Hash<'h>>) -> Res<'h, ()> {
    let signature = signature(cx, frame.body, frame)?;
    let names: Vec<(String, Value<'h>)> = arguments
        .into_iter()
        .flat_map(|hash| hash.iter())
        .filter(|(_, value)| !matches!(value, Value::Undef))
        .map(|(name, value)| (text::interpolated(name), value))
        .collect();
    let given: Vec<(&str, Value<'h>)> = names.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    let problem = dispatch::check_named(cx.heap, "lambda", signature.parameters, &given);
    if let Some(problem) = problem {
        return fail(problem);
    }
    for (index, parameter) in frame.body.mir.parameters.iter().enumerate() {
        let name = parameter.name.as_str();
        if let Some((_, value)) = given.iter().find(|(given, _)| *given == name) {
            frame.assign(cx, index, *value);
        }
    }
    for index in 0..signature.parameters.len() {
        if frame.get(index).is_none() {
            let value = run_default(cx, frame, index, "lambda")?;
            let parameter = signature.parameters[index];
            let problems = dispatch::describe_parameter(cx.heap, &parameter, value);
            if !problems.is_empty() {
                return fail(dispatch::describe_problems("lambda", &problems));
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
