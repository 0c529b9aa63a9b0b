//! Explains the origins of resources and their attributes.
//!
//! A traced compilation keeps a record of its operations (`record`). Afterwards the origins of a
//! resource are derived from that record, from the syntax of the files that it refers to
//! (`syntax`), and from the variables that all scopes still hold. Expressions are traced to the
//! variables that they read (`variable`), and these to parameters, data and facts.
//!
//! The compilation itself does not depend on this module: it proceeds the same way whether it is
//! traced or not.

mod attribute;
mod branch;
mod chain;
mod expression_inputs;
mod missing;
mod order;
pub mod report;
mod subject;
mod syntax;
mod tracer;
mod variable;

use std::path::PathBuf;

use bumpalo::Bump;
use runtime::Cx;

use crate::compiler::Compiler;
use report::Answer;
use tracer::Tracer;

/// A question about a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// A resource, or all resources of a type whose titles match a pattern, and the requested
    /// attributes; all attributes if none are given.
    Resource {
        /// The type in any case.
        type_name: String,
        /// The title, or a pattern with `*` and `?`.
        title: String,
        /// The attributes.
        attributes: Vec<String>,
    },
    /// The order of two resources.
    Order {
        /// The type and title of the resource that should come first.
        source: (String, String),
        /// The type and title of the resource that should come after it.
        target: (String, String),
        /// True if the target should be notified.
        notifies: bool,
    },
    /// All resources.
    List,
}

/// The origins of a node's variables that only the command line knows.
#[derive(Clone, Debug, Default)]
pub struct NodeInputs {
    /// The file of the node's facts, and the key in it under which they are.
    pub facts: Option<(PathBuf, Option<String>)>,
    /// The file or command of the classifier.
    pub classifier: Option<PathBuf>,
    /// The names of the variables that the classifier set.
    pub classified: Vec<String>,
}

impl<'h> Compiler<'h> {
    /// Answers questions about a traced compilation, even if it failed.
    pub fn explained(
        &self,
        cx: &Cx<'h>,
        inputs: &NodeInputs,
        questions: &[Question],
    ) -> Vec<Answer> {
        let Some(record) = &self.provenance else {
            return Vec::new();
        };
        let arena = Bump::new();
        let tracer = Tracer::new(self, cx, record.borrow(), inputs, &arena);
        questions
            .iter()
            .map(|question| tracer.answer(question))
            .collect()
    }
}
