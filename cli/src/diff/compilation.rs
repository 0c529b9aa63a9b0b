//! Compiles the catalogs of a side that is a revision or an environment, like `bunraku fleet`.

use std::fs;
use std::path::{Path, PathBuf};

use catalog::catalog::Layout;
use rayon::prelude::*;

use super::sources::Nodes;
use crate::compilation::{CompilationArguments, Compilations, NodeResult, RequestedOutputs};
use crate::fleet::select::{self, Pattern};
use crate::inputs::{DEFAULT_NODE, InputArguments, Inputs};
use crate::jit::JitArguments;
use crate::messages::{Finding, Form};
use crate::output::Output;
use crate::profile::ProfileArguments;

/// The inputs with which both sides are compiled.
pub struct Compilation<'a> {
    /// Environment, settings, facts.
    pub inputs: &'a InputArguments,
    /// The patterns that select the nodes.
    pub nodes: &'a [Pattern],
    /// The number of nodes that are compiled at once.
    pub jobs: Option<usize>,
}

impl Compilation<'_> {
    /// Returns the environment whose revisions are compared: the given one, otherwise the current
    /// folder.
    pub fn environment(&self) -> PathBuf {
        let given = self.inputs.environment.clone();
        given.unwrap_or_else(|| PathBuf::from("."))
    }

    /// Returns the name of an environment at its original place.
    pub fn environment_name(&self, folder: &Path) -> String {
        let mut arguments = self.inputs.clone();
        arguments.environment = Some(folder.to_owned());
        arguments.environment_name()
    }

    /// Compiles the nodes of an environment into a folder. `moved` maps paths in the repository's
    /// work tree to the work tree that is compiled.
    ///
    /// # Errors
    /// Fails if the environment cannot be opened or the inputs are wrong. A node that fails is part
    /// of the result.
    pub fn compile(
        &self,
        environment: &Path,
        moved: Option<&PathMapping<'_>>,
        folder: &Path,
    ) -> Result<Nodes, String> {
        let arguments = CompilationArguments {
            inputs: self.arguments(environment, moved),
            exported_to: None,
            cycles: None,
            trace: false,
            messages: Form::Text,
            jobs: self.jobs,
            reuse_commands: false,
            jit: JitArguments::default(),
            profile: ProfileArguments::default(),
        };
        let watch = arguments.inputs.limits.begin();
        let mut inputs = Inputs::of_all(&arguments.inputs)?;
        if inputs.lists_nodes() {
            inputs.nodes = select::select(&inputs.nodes, self.nodes)?;
        } else if !self.nodes.is_empty() {
            inputs.nodes = select::names(self.nodes)?;
        } else if inputs.nodes[..] == [DEFAULT_NODE] {
            return Err(format!(
                "--facts, --facts-set, --puppetdb or --node is required: without them there is no node \
                 to compare (`--node {DEFAULT_NODE}` compares a node without facts)"
            ));
        }
        let compilations = Compilations::open(&arguments, inputs, false, true)?;
        let output = Output::new(Some(folder), true)?;
        // the limit of time applies to each node
        drop(watch);
        let one = |name: &String| compilations.one(name, wanted(&output));
        let names = &compilations.inputs.nodes;
        let pool = &compilations.pool;
        let results: Vec<Option<Finding>> =
            pool.install(|| names.par_iter().map(one).map(failure).collect());
        let mut nodes = Nodes::compiled(folder)?;
        for (name, problem) in names.iter().zip(results) {
            if let Some(problem) = problem {
                nodes.fail(name, &problem);
            }
        }
        Ok(nodes)
    }

    fn arguments(&self, environment: &Path, moved: Option<&PathMapping<'_>>) -> InputArguments {
        let mut arguments = self.inputs.clone();
        arguments.environment = Some(environment.to_owned());
        let Some(moved) = moved else {
            return arguments;
        };
        // the name depends on the parent folder, and the copy has another parent
        arguments.environment_name = Some(moved.environment_name.clone());
        let path = |path: &mut PathBuf| *path = moved.path(path);
        arguments.manifest.iter_mut().for_each(path);
        arguments.hiera_config.iter_mut().for_each(path);
        if let Some(folders) = &mut arguments.modulepath {
            let parts = folders
                .split(':')
                .map(|folder| match Path::new(folder).is_absolute() {
                    true => moved.path(Path::new(folder)).to_string_lossy().into_owned(),
                    // a relative path is relative to the environment
                    false => folder.to_owned(),
                });
            *folders = parts.collect::<Vec<_>>().join(":");
        }
        arguments
    }
}

fn wanted(output: &Output) -> RequestedOutputs<'_> {
    RequestedOutputs {
        output,
        pieces: None,
        layout: Layout::Pretty,
        summary: false,
        exports: false,
        withholds: false,
    }
}

/// Returns the error that ended the compilation of a node.
fn failure(done: NodeResult) -> Option<Finding> {
    if done.fine {
        return None;
    }
    let error = done.findings.into_iter().rfind(Finding::is_error);
    Some(error.unwrap_or_else(|| Finding::problem("failed")))
}

/// Maps paths in the repository's work tree to another work tree.
pub struct PathMapping<'m> {
    /// The repository's own work tree.
    pub from: &'m Path,
    /// The other work tree.
    pub to: &'m Path,
    /// The environment's name in the repository's own work tree.
    pub environment_name: String,
}

impl PathMapping<'_> {
    /// Returns the path in the other work tree. A path outside the repository stays as it is.
    pub fn path(&self, path: &Path) -> PathBuf {
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match whole.strip_prefix(self.from) {
            Ok(inner) => self.to.join(inner),
            Err(_) => whole,
        }
    }
}
