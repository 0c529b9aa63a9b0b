//! Owns the text of a body of code, which is written line by line, and the names that can be used
//! at its end.

use std::fmt::Write;

use super::{EnvironmentGenerator, Kind};

/// A body that is being written.
#[derive(Clone, Default)]
pub(super) struct Body {
    /// The text so far.
    pub(super) text: String,
    /// The number of blocks around the next line.
    pub(super) indent: usize,
    /// The variables that can be read here. Of equal names the last one counts.
    pub(super) variables: Vec<(String, Kind)>,
    /// References to the resources that are declared here.
    pub(super) resources: Vec<String>,
    /// The suffix that makes titles unique: `-${title}` in a define.
    pub(super) suffix: String,
    /// The classes that are evaluated here.
    pub(super) included: Vec<usize>,
    /// The index of the first define that may be declared here.
    pub(super) first_define: usize,
    /// The index of the first function that may not be called here.
    pub(super) functions: usize,
    /// True if resources may be declared here.
    pub(super) declares: bool,
    /// The remaining depth of nested blocks.
    pub(super) depth: usize,
    /// True if `$title` and `$module_name` can be read.
    pub(super) is_scope: bool,
    /// The number of statements so far.
    pub(super) statements: usize,
}

impl Body {
    /// Writes a line at the current depth.
    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 2);
    }

    /// Writes a line that begins a block.
    pub(super) fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    /// Writes a line that ends a block.
    pub(super) fn close(&mut self, text: &str) {
        self.indent = self.indent.saturating_sub(1);
        self.line(text);
    }
}

impl EnvironmentGenerator<'_, '_> {
    /// Writes a separate body and returns it.
    pub(super) fn in_body(&mut self, body: Body, write: impl FnOnce(&mut Self)) -> Body {
        let around = std::mem::replace(&mut self.body, body);
        write(self);
        std::mem::replace(&mut self.body, around)
    }

    /// Writes a block, which may declare its own variables.
    pub(super) fn block(&mut self, open: &str, close: &str, write: impl FnOnce(&mut Self)) {
        self.body.open(open);
        let (variables, resources) = (self.body.variables.len(), self.body.resources.len());
        let included = self.body.included.len();
        let depth = self.body.depth;
        self.body.depth = depth.saturating_sub(1);
        write(self);
        self.body.depth = depth;
        self.body.variables.truncate(variables);
        // resources in a block may not be declared at run time
        self.body.resources.truncate(resources);
        self.body.included.truncate(included);
        self.body.close(close);
    }
}
