//! Nodes that a change does not touch: what an earlier run has told of them counts again.
//!
//! The read set of a node holds its record as JSON, so that its messages and the figures of its catalog
//! are in the summary although it is not compiled.

use std::path::Path;

use super::RunArguments;
use super::record::{NodeRecord, Status};
use super::rounds::Round;
use super::run::{Failed, Fleet, Outcome};
use crate::changed::Changed;
use crate::compilation::{Compilations, Meter};
use crate::output::Output;

/// Finds out which nodes a change touches, if read sets are asked for.
///
/// # Errors
/// There are no read sets, or they cannot be read; no folder is named for them.
pub fn open(
    arguments: &RunArguments,
    compilations: &Compilations<'_>,
) -> Result<Option<Changed>, Failed> {
    if !arguments.changed.is_recorded() {
        return Ok(None);
    }
    let Some(root) = arguments.root() else {
        let message = "--changed-since with a commit wants --output, the folder of the earlier run";
        return Err(Failed::Words(message.to_owned()));
    };
    let shared = &arguments.compilation;
    let options = format!("fleet {:?}", (shared.messages, shared.trace));
    let output = Output::Folder(root.to_owned());
    let open = || Changed::open(&arguments.changed, &options, &output, compilations);
    Ok(compilations.pool.install(open)?)
}

impl RunArguments {
    /// The folder that is written to; without one of its own that of the earlier run.
    pub(super) fn root(&self) -> Option<&Path> {
        self.output.as_deref().or(self.changed.folder())
    }
}

/// A record as a read set holds it.
pub fn text_of(record: &NodeRecord) -> String {
    serde_json::to_string(record).expect("texts and numbers have a form in JSON")
}

impl Fleet<'_> {
    /// The outcome of a node that nothing touches. Its catalog is in the output afterwards.
    pub(super) fn unchanged(&self, name: &str) -> Option<Outcome> {
        let kept = match self.changed.as_ref()?.kept(name)? {
            Ok(kept) => kept,
            Err(problem) => {
                let done = self.compilations.failed(name, &problem);
                return Some(self.finished(done, Meter::begin(), &Round::first(false)));
            }
        };
        let mut record: NodeRecord = serde_json::from_str(&kept.text).ok()?;
        if record.status == Status::Compiled {
            record.status = Status::Unchanged;
        }
        Some(Outcome {
            record,
            log: kept.log.clone(),
            ..Outcome::missing()
        })
    }
}
