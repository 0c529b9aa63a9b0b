//! The text of a body of code, line by line, and what can be used at its end.

use std::fmt::Write;

use super::{Kind, Maker};

/// A body that is being written.
#[derive(Clone, Default)]
pub(super) struct Body {
    /// The text so far.
    pub(super) text: String,
    /// Blocks around the next line.
    pub(super) indent: usize,
    /// The variables that can be read here; the last of a name counts.
    pub(super) variables: Vec<(String, Kind)>,
    /// References to what is declared here.
    pub(super) resources: Vec<String>,
    /// The suffix that makes titles differ: `-${title}` in a define.
    pub(super) suffix: String,
    /// Classes that are evaluated here.
    pub(super) included: Vec<usize>,
    /// The first define that may be declared here.
    pub(super) first_define: usize,
    /// The first function that may not be called here.
    pub(super) functions: usize,
    /// Whether resources may be declared here.
    pub(super) declares: bool,
    /// The remaining depth of nested blocks.
    pub(super) depth: usize,
    /// Whether `$title` and `$module_name` can be read.
    pub(super) is_scope: bool,
    /// Statements of this body so far.
    pub(super) statements: usize,
}

impl Body {
    /// A line at the current depth.
    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 2);
    }

    /// A line that begins a block.
    pub(super) fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    /// A line that ends a block.
    pub(super) fn close(&mut self, text: &str) {
        self.indent = self.indent.saturating_sub(1);
        self.line(text);
    }
}

impl Maker<'_, '_> {
    /// Writes a body of its own and gives it back.
    pub(super) fn in_body(&mut self, body: Body, write: impl FnOnce(&mut Self)) -> Body {
        let around = std::mem::replace(&mut self.body, body);
        write(self);
        std::mem::replace(&mut self.body, around)
    }

    /// Writes a block, in which variables of its own may be declared.
    pub(super) fn block(&mut self, open: &str, close: &str, write: impl FnOnce(&mut Self)) {
        self.body.open(open);
        let (variables, resources) = (self.body.variables.len(), self.body.resources.len());
        let included = self.body.included.len();
        let depth = self.body.depth;
        self.body.depth = depth.saturating_sub(1);
        write(self);
        self.body.depth = depth;
        self.body.variables.truncate(variables);
        // what a block declares may not be there
        self.body.resources.truncate(resources);
        self.body.included.truncate(included);
        self.body.close(close);
    }
}
