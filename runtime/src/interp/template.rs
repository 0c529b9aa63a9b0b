//! Runs templates: bodies that render text.

use super::variable::check_assignable;
use super::{Run, run_default, signature};
use crate::cx::Cx;
use crate::dispatch;
use crate::error::{Res, fail, refuse};
use crate::frame::{Body, Frame};
use crate::function::{Occurs, Parameter};
use crate::profile;
use crate::scope::{ScopeId, ScopeKind};
use crate::text;
use crate::value::{Hash, Value};
use frontend::Symbol;

/// Renders a template. When it has no parameters of its own, the names in `arguments` become
/// variables of the template; `local` templates (`inline_epp`) also see the variables of the
/// running code.
///
/// # Errors
/// Arguments that do not fit the parameters, and the errors of the code.
pub fn call_template<'h>(
    cx: &mut Cx<'h>,
    body: &'h Body<'h>,
    arguments: Option<&'h Hash<'h>>,
    local: bool,
) -> Res<'h> {
    let name = body.source.path.as_deref().unwrap_or("inline_epp");
    profile::within_body(cx, profile::Kind::Epp, body, name, |cx| {
        run_template(cx, body, arguments, local)
    })
}

fn run_template<'h>(
    cx: &mut Cx<'h>,
    body: &'h Body<'h>,
    arguments: Option<&'h Hash<'h>>,
    local: bool,
) -> Res<'h> {
    let parent = cx.frame.filter(|_| local);
    let (scope, is_function) = match cx.frame {
        Some(frame) => (frame.scope, frame.is_function),
        // it has variables of its own, as a function does
        None => (ScopeId::TOP, true),
    };
    let frame = match local {
        true => Frame::new(cx, body, parent, scope, is_function),
        // a file runs in the scope of the node, or at the top
        false => Frame::new(cx, body, None, global_scope(cx, scope), true),
    };
    if body.mir.takes_listed {
        bind(cx, frame, arguments)?;
    } else {
        let entries = arguments.into_iter().flat_map(|hash| hash.iter());
        let mark = cx.template_variables.len();
        for (name, value) in entries {
            let name = text::interpolated(name);
            if let Err(error) = check_name(&name) {
                cx.template_variables.truncate(mark);
                return Err(error);
            }
            cx.template_variables
                .push((frame, Symbol::intern(&name), value));
        }
    }
    let result = render(cx, frame);
    cx.template_variables
        .retain(|(owner, ..)| !std::ptr::eq(*owner, frame));
    result
}

/// Checks the name of a variable that is given to a template.
fn check_name<'h>(name: &str) -> Res<'h, ()> {
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return fail(format!(
            "Cannot assign to a numeric match result variable '${name}'"
        ));
    }
    check_assignable(Symbol::intern(name))
}

/// Returns the enclosing scope of the node, or the top scope.
fn global_scope(cx: &Cx<'_>, scope: ScopeId) -> ScopeId {
    let mut at = scope;
    loop {
        let scope = &cx.scopes[at.0 as usize];
        match (scope.kind, scope.parent) {
            (ScopeKind::Top | ScopeKind::Node(_), _) | (_, None) => return at,
            (_, Some(parent)) => at = parent,
        }
    }
}

/// Assigns the parameters by name: the arguments, then defaults; then checks all of them. `undef`
/// counts as missing where there is a default or no such parameter; qualified names are ignored.
fn bind<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>, arguments: Option<&'h Hash<'h>>) -> Res<'h, ()> {
    let signature = signature(cx, frame.body, frame)?;
    let parameters = signature.parameters;
    let required = |name: &str| {
        let known = parameters.iter().find(|known| known.name == name);
        known.is_some_and(|parameter| parameter.occurs == Occurs::Required)
    };
    let mut names: Vec<(String, Value<'h>)> = arguments
        .into_iter()
        .flat_map(|hash| hash.iter())
        .map(|(name, value)| (text::interpolated(name), value))
        .filter(|(name, value)| !name.contains("::") && (!value.is_undef() || required(name)))
        .collect();
    for (slot, parameter) in parameters.iter().enumerate() {
        if let Some((_, value)) = names.iter().find(|(given, _)| given == parameter.name) {
            frame.assign(cx, slot, *value);
        }
    }
    // unlisted arguments are variables, too, until the call is refused
    let mark = cx.template_variables.len();
    let others = names
        .iter()
        .map(|(name, value)| (frame, Symbol::intern(name), *value));
    cx.template_variables.extend(others);
    let result = bind_defaults(cx, frame, parameters, &mut names);
    cx.template_variables.truncate(mark);
    result?;
    let given: Vec<(&str, Value<'h>)> = names.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    if let Some(problem) = dispatch::check_named(cx, "lambda", parameters, &given)? {
        return refuse(problem);
    }
    let mut names = frame.body.mir.parameters.iter().map(|p| p.name);
    names.try_for_each(check_assignable)
}

/// Assigns the parameters that have no argument but a default.
fn bind_defaults<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    parameters: &[Parameter<'h>],
    names: &mut Vec<(String, Value<'h>)>,
) -> Res<'h, ()> {
    for (slot, parameter) in parameters.iter().enumerate() {
        if frame.get(slot).is_none() && frame.body.mir.parameters[slot].default.is_some() {
            let value = run_default(cx, frame, slot, "lambda")?;
            frame.assign(cx, slot, value);
            names.push((parameter.name.to_owned(), value));
        }
    }
    Ok(())
}

/// Renders the text; Sensitive when a Sensitive value was rendered. `next` and `return` pass
/// through.
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
