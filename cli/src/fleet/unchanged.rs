//! Reuses the results of an earlier run for nodes that a change does not touch.
//!
//! The read set of a node contains its record as JSON. So the summary has its messages and the
//! figures of its catalog although the node is not compiled.

use std::path::Path;

use super::RunArguments;
use super::record::{NodeRecord, Status};
use super::rounds::Round;
use super::run::{Fleet, FleetError, Outcome};
use crate::changed::Changed;
use crate::compilation::{Compilations, Meter};
use crate::output::Output;

/// Finds the nodes that a change touches, if the command line uses read sets.
///
/// # Errors
/// Fails if there are no read sets, if they cannot be read, or if no folder is named for them.
pub fn open(
    arguments: &RunArguments,
    compilations: &Compilations<'_>,
) -> Result<Option<Changed>, FleetError> {
    if !arguments.changed.is_recorded() {
        return Ok(None);
    }
    let Some(root) = arguments.root() else {
        let message = "--changed-since with a commit needs --output, the folder of the earlier run";
        return Err(FleetError::Words(message.to_owned()));
    };
    let shared = &arguments.compilation;
    let options = format!("fleet {:?}", (shared.messages, shared.trace));
    let output = Output::Folder(root.to_owned());
    let open = || Changed::open(&arguments.changed, &options, &output, compilations);
    Ok(compilations.pool.install(open)?)
}

impl RunArguments {
    /// Returns the output folder: that of `--output`, otherwise that of the earlier run.
    pub(super) fn root(&self) -> Option<&Path> {
        self.output.as_deref().or(self.changed.folder())
    }
}

/// Converts a record to the text that a read set stores.
pub fn text_of(record: &NodeRecord) -> String {
    serde_json::to_string(record).expect("texts and numbers have a form in JSON")
}

impl Fleet<'_> {
    /// Returns the outcome of a node that the change does not touch, and puts its catalog into the
    /// output.
    pub(super) fn unchanged(&self, name: &str) -> Option<Outcome> {
        let outcome = match self.changed.as_ref()?.reused(name)? {
            Ok(outcome) => outcome,
            Err(problem) => {
                let done = self.compilations.failed(name, &problem);
                return Some(self.finished(done, Meter::begin(), &Round::first(false)));
            }
        };
        let mut record: NodeRecord = serde_json::from_str(&outcome.text).ok()?;
        if record.status == Status::Compiled {
            record.status = Status::Unchanged;
        }
        Some(Outcome {
            record,
            log: outcome.log.clone(),
            ..Outcome::missing()
        })
    }
}
