//! Finds the templates that are named on the command line, as files or as MODULE/FILE.

use std::path::{Path, PathBuf};

use catalog::environment::{Environment, Main, Options};
use clap::Args;

use crate::inputs;

/// The options that tell where to find the modules of MODULE/FILE.
#[derive(Args, Debug)]
pub struct ModulesArguments {
    /// Folder of the environment.
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// Use these folders of modules, separated by colons, instead of those of the environment.
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
}

/// The result of a search for templates.
#[derive(Default)]
pub struct FoundTemplates {
    /// The files.
    pub files: Vec<PathBuf>,
    /// One line for each template that does not exist.
    pub missing: String,
}

impl FoundTemplates {
    /// Returns the error message if templates do not exist.
    pub fn problem(&self) -> Option<String> {
        let missing = &self.missing;
        (!missing.is_empty())
            .then(|| format!("One or more file(s) specified did not exist:{missing}"))
    }
}

impl ModulesArguments {
    /// Finds templates. A file takes precedence over a template of a module.
    ///
    /// # Errors
    /// Fails if the environment cannot be opened.
    pub fn find(&self, names: &[PathBuf]) -> Result<FoundTemplates, String> {
        let environment = match names.iter().all(|name| name.exists()) {
            true => None,
            false => Some(self.open()?),
        };
        let mut found = FoundTemplates::default();
        for name in names {
            let in_module = || template_of(environment.as_ref()?, name);
            match name.exists() {
                true => found.files.push(name.clone()),
                false => match in_module() {
                    Some(path) => found.files.push(path),
                    None => found.missing.push_str(&format!("\n   {}", name.display())),
                },
            }
        }
        Ok(found)
    }

    fn open(&self) -> Result<Environment, String> {
        Ok(Environment::open(Options {
            directory: self.environment.clone(),
            main: Main::Text {
                path: None,
                code: Vec::new(),
            },
            module_path: inputs::folders(self.modulepath.as_deref()),
            ..Options::default()
        })?)
    }
}

/// Returns the file that MODULE/FILE names.
fn template_of(environment: &Environment, name: &Path) -> Option<PathBuf> {
    let (module, file) = name.to_str()?.split_once('/')?;
    let module = environment.module(module)?;
    let path = Path::new(&*module.path).join("templates").join(file);
    path.is_file().then_some(path)
}
