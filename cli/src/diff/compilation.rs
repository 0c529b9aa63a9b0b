//! The catalogs of a side that is code, compiled as `bunraku fleet` compiles them.

use std::path::{Path, PathBuf};

use catalog::catalog::Layout;
use rayon::prelude::*;

use super::sides::Moved;
use super::sources::Nodes;
use crate::compilation::{CompilationArguments, Compilations, Done, Wanted};
use crate::fleet::select::{self, Pattern};
use crate::inputs::{InputArguments, Inputs};
use crate::jit::JitArguments;
use crate::messages::{Finding, Form};
use crate::output::Output;
use crate::profile::ProfileArguments;

/// What both sides are compiled with.
pub struct Compilation<'a> {
    /// Environment, settings, facts.
    pub inputs: &'a InputArguments,
    /// The nodes that are meant.
    pub nodes: &'a [Pattern],
    /// Nodes that are compiled at once.
    pub jobs: Option<usize>,
}

impl Compilation<'_> {
    /// The environment that revisions are of: the one that is given, else the folder at hand.
    pub fn environment(&self) -> PathBuf {
        let given = self.inputs.environment.clone();
        given.unwrap_or_else(|| PathBuf::from("."))
    }

    /// The name that an environment has at its own place.
    pub fn environment_name(&self, folder: &Path) -> String {
        let mut arguments = self.inputs.clone();
        arguments.environment = Some(folder.to_owned());
        arguments.environment_name()
    }

    /// Compiles the nodes of an environment into a folder. Paths of code in the repository's work tree
    /// mean those that `moved` says.
    ///
    /// # Errors
    /// The environment cannot be opened, or the inputs are wrong. Nodes that fail are part of the result.
    pub fn compile(
        &self,
        environment: &Path,
        moved: Option<&Moved<'_>>,
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
        let mut inputs = Inputs::read(&arguments.inputs, &[])?;
        if inputs.lists_nodes() {
            inputs.nodes = select::select(&inputs.nodes, self.nodes)?;
        } else if !self.nodes.is_empty() {
            inputs.nodes = select::names(self.nodes)?;
        }
        let compilations = Compilations::open(&arguments, inputs, false, true)?;
        let output = Output::new(Some(folder), true)?;
        // each node has a time of its own
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

    fn arguments(&self, environment: &Path, moved: Option<&Moved<'_>>) -> InputArguments {
        let mut arguments = self.inputs.clone();
        arguments.environment = Some(environment.to_owned());
        let Some(moved) = moved else {
            return arguments;
        };
        // the name comes from the folder, which has another parent here
        arguments.environment_name = Some(moved.environment_name.clone());
        let path = |path: &mut PathBuf| *path = moved.path(path);
        arguments.manifest.iter_mut().for_each(path);
        arguments.hiera_config.iter_mut().for_each(path);
        if let Some(folders) = &mut arguments.modulepath {
            let parts = folders
                .split(':')
                .map(|folder| match Path::new(folder).is_absolute() {
                    true => moved.path(Path::new(folder)).to_string_lossy().into_owned(),
                    // of the environment
                    false => folder.to_owned(),
                });
            *folders = parts.collect::<Vec<_>>().join(":");
        }
        arguments
    }
}

fn wanted(output: &Output) -> Wanted<'_> {
    Wanted {
        output,
        pieces: None,
        layout: Layout::Pretty,
        summary: false,
        exports: false,
        withholds: false,
    }
}

/// The error that a node ended with.
fn failure(done: Done) -> Option<Finding> {
    if done.fine {
        return None;
    }
    let error = done.findings.into_iter().rfind(Finding::is_error);
    Some(error.unwrap_or_else(|| Finding::problem("failed")))
}
