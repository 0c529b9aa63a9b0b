//! Templates in ERB.

use runtime::{Cx, Res, Value};

use super::{Ruby, native};
use crate::compiler::Compiler;

impl<'h> Ruby<'h> {
    /// The text of a template; `file` is its path and the name by which it was asked for, none for
    /// one that is given as text. Most need no process of Ruby.
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
        if let Some(text) = native::render(cx, code) {
            return Ok(Value::string(self.heap, &text));
        }
        let what = match file {
            Some((_, name)) => format!("the template '{name}'"),
            None => "the inline template".to_owned(),
        };
        self.value(cx, compiler, &what, |writer| {
            writer.array(4);
            writer.symbol("template");
            match file {
                Some((path, name)) => {
                    writer.string(path);
                    writer.string(name);
                }
                None => {
                    writer.nil();
                    writer.nil();
                }
            }
            writer.string(code);
        })
    }
}
