//! Where resources and their attributes come from.
//!
//! A compilation that is traced keeps a record of who did what (`record`). Afterwards the origins of
//! a resource are told from that record, from the syntax of the files that it points to (`syntax`)
//! and from the variables that all scopes still have: expressions are followed to the variables
//! that they read (`variable`), those to the parameters, data and facts that gave them their values.
//!
//! Nothing of it is known to the compilation itself, which takes its way whether it is traced or
//! not.

mod attribute;
mod branch;
mod chain;
mod missing;
mod order;
mod reads;
pub(crate) mod record;
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

/// What is asked about a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// A resource, or all of a type whose titles match a pattern, and which of their attributes;
    /// without any, all of them.
    Resource {
        /// The type in any case.
        type_name: String,
        /// The title, or a pattern with `*` and `?`.
        title: String,
        /// The attributes.
        attributes: Vec<String>,
    },
    /// How two resources are ordered.
    Order {
        /// What is to come first: type and title.
        source: (String, String),
        /// What is to come after it.
        target: (String, String),
        /// Whether the target is to be notified.
        notifies: bool,
    },
    /// All resources.
    List,
}

/// Where a node's variables come from, as far as only the command line knows.
#[derive(Clone, Debug, Default)]
pub struct NodeInputs {
    /// The file of the node's facts, and the key in it below which they stand.
    pub facts: Option<(PathBuf, Option<String>)>,
    /// The classifier's file or command.
    pub classifier: Option<PathBuf>,
    /// The names of the variables that the classifier gave.
    pub classified: Vec<String>,
}

impl<'h> Compiler<'h> {
    /// Answers questions about a compilation that was traced, whether it failed or not.
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
