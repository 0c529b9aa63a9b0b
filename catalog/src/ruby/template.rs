//! Renders templates in ERB.

use runtime::{Cx, Res, Value, fail, profile, text};

use super::message::Request;
use super::{Ruby, native};
use crate::compiler::Compiler;
use crate::environment::ruby_code::Mode;

impl<'h> Ruby<'h> {
    /// Renders a template. `file` holds its path and the name by which it was requested; it is
    /// `None` for an inline template. Most templates run without a Ruby process.
    ///
    /// # Errors
    /// `Failed to parse template ...`
    pub fn template(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        file: Option<(&str, &str)>,
        code: &str,
    ) -> Res<'h> {
        let name = file.map_or("inline_template", |(path, _)| path);
        profile::within_named(cx, profile::Kind::Erb, name, |cx| {
            self.render(cx, compiler, file, code)
        })
    }

    fn render(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        file: Option<(&str, &str)>,
        code: &str,
    ) -> Res<'h> {
        if self.environment.ruby == Mode::Process {
            return self.template_of_process(cx, compiler, file, code);
        }
        let (text, record) =
            match native::render(cx, (compiler, self.environment, &self.files), code) {
                Ok((text, _)) if self.environment.ruby != Mode::Both => {
                    return Ok(Value::string(self.heap, &text));
                }
                Ok((text, record)) => (Some(text), record),
                Err(record) => (None, record),
            };
        self.replay.replace(record.done);
        let other = self.template_of_process(cx, compiler, file, code);
        self.replay.borrow_mut().clear();
        match text {
            Some(text) => same("a template", Ok(Value::string(self.heap, &text)), other),
            None => other,
        }
    }

    fn template_of_process(
        &self,
        cx: &mut Cx<'h>,
        compiler: &Compiler<'h>,
        file: Option<(&str, &str)>,
        code: &str,
    ) -> Res<'h> {
        let what = match file {
            Some((_, name)) => format!("the template '{name}'"),
            None => "the inline template".to_owned(),
        };
        let request = Request::Template {
            path: file.map(|(path, _)| path),
            name: file.map(|(_, name)| name),
            code,
        };
        self.value(cx, compiler, &what, &request)
    }
}

/// Returns the result on which native code and the process agree.
///
/// # Errors
/// Fails with the error of both, or if they differ.
pub(super) fn same<'h>(what: &str, native: Res<'h>, process: Res<'h>) -> Res<'h> {
    let shown = |result: &Res<'h>| match result {
        Ok(value) => text::ruby_inspect(*value),
        Err(raise) => raise.message(),
    };
    let (one, two) = (shown(&native), shown(&process));
    match one == two {
        true => process,
        false => fail(format!(
            "{what} gives {one} natively, and {two} by the process"
        )),
    }
}
