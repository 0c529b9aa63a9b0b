//! Templates: bodies that render text.

use super::Run;
use crate::cx::Cx;
use crate::error::{Raise, Res};
use crate::frame::{Body, Frame};
use crate::text;
use crate::value::Value;

/// Runs a template in a frame whose parameters have been assigned; gives its text.
///
/// # Errors
/// What the code raises.
pub fn render<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>) -> Res<'h> {
    cx.rendered.push(String::new());
    let result = super::run(cx, frame);
    let text = cx.rendered.pop().unwrap_or_default();
    match result {
        Ok(_) => Ok(Value::string(cx.heap, &text)),
        Err(raise) => match *raise {
            Raise::Next(..) | Raise::Return(..) => Ok(Value::string(cx.heap, &text)),
            other => Err(Box::new(other)),
        },
    }
}

/// Runs a template without parameters that sees the variables of the running code.
///
/// # Errors
/// What the code raises.
pub fn render_body<'h>(cx: &mut Cx<'h>, body: &'h Body<'h>) -> Res<'h> {
    let (parent, scope, is_function) = match cx.frame {
        Some(frame) => (Some(frame), frame.scope, frame.is_function),
        None => (None, crate::scope::ScopeId::TOP, false),
    };
    let frame = Frame::new(cx, body, parent, scope, is_function);
    render(cx, frame)
}

impl<'h> Run<'h, '_> {
    pub(super) fn render(&mut self, value: Value<'h>) {
        if let Some(out) = self.cx.rendered.last_mut() {
            text::interpolate(value, out);
        }
    }
}
