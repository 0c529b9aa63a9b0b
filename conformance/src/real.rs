//! Compares real modules: compiles `conformance/real` with `corpus/modules`.

use std::io;
use std::path::{Path, PathBuf};

use crate::case::{self, Case, Kind};
use crate::compare;
use crate::engine::{Engine, Jit};
use crate::files;
use crate::run::{CaseResult, PathReplacements, compile};

/// The folders that the comparison reads.
pub struct RealModules {
    /// The environment with facts and recordings: `conformance/real`.
    pub environment: PathBuf,
    /// The modules: `corpus/modules`.
    pub modules: PathBuf,
}

impl RealModules {
    /// Returns the names of the recorded nodes, sorted.
    ///
    /// # Errors
    /// Fails if the recordings cannot be read.
    pub fn nodes(&self) -> io::Result<Vec<String>> {
        let cases = case::find(&self.environment)?;
        let nodes = cases.into_iter().filter_map(|case| match case.kind {
            Kind::Node { node, .. } => Some(node),
            Kind::Manifest(_) | Kind::Request { .. } => None,
        });
        Ok(nodes.collect())
    }

    /// Compiles each node and compares it with its recording.
    ///
    /// # Errors
    /// Fails if the recordings or facts cannot be read.
    pub fn run(&self, engine: &dyn Engine, mode: Jit) -> io::Result<Vec<CaseResult>> {
        let nodes = self.nodes()?.into_iter();
        nodes
            .map(|node| {
                let case = self.case(node);
                let failure = self.failure(engine, &case, mode)?.map(|text| (mode, text));
                Ok(CaseResult { case, failure })
            })
            .collect()
    }

    fn case(&self, node: String) -> Case {
        Case {
            id: node.clone(),
            area: "real".to_owned(),
            kind: Kind::Node {
                environment: self
                    .environment
                    .canonicalize()
                    .unwrap_or_else(|_| self.environment.clone()),
                node,
            },
        }
    }

    fn failure(&self, engine: &dyn Engine, case: &Case, mode: Jit) -> io::Result<Option<String>> {
        let mut job = case.job()?;
        job.base_module_path.push(self.modules.canonicalize()?);
        let outcome = match compile(engine, &job, mode) {
            Ok(outcome) => outcome,
            Err(panic) => return Ok(Some(panic.to_string())),
        };
        let shown = PathReplacements::of(&case.kind, &job)?;
        let (want, have) = (case.transcript()?, shown.tidy(&outcome.transcript));
        if want != have {
            return Ok(Some(format!("expected the log\n{want}\ngot\n{have}")));
        }
        let Some(catalog) = outcome.catalog else {
            return Ok(Some("there is no catalog".to_owned()));
        };
        let recorded = self
            .environment
            .join("expected")
            .join(format!("{}.json", case.id));
        let have = serde_json::from_str(&shown.tidy(&catalog))?;
        let lines = compare::differences(&case::read_json(&recorded)?, &compare::reduced(&have));
        Ok((!lines.is_empty()).then(|| lines.join("\n")))
    }
}

/// Returns the packages of the recordings, with their versions, that the fetched modules lack.
///
/// # Errors
/// Fails if a list of packages cannot be read.
pub fn other_packages(environment: &Path, corpus: &Path) -> io::Result<Vec<String>> {
    let recorded = files::text(&environment.join("packages.txt"))?;
    let present = files::text(&corpus.join("packages.txt"))?;
    let missing = recorded
        .lines()
        .filter(|line| !present.lines().any(|l| l == *line));
    Ok(missing.map(str::to_owned).collect())
}
