//! Answers questions from the current state of an environment.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;

use super::Topic;
use super::build_id::{HEAD_BYTES, build_id};
use super::digest::{
    Answer, Digester, answer_of, answer_of_bool, answer_of_bytes, answer_of_option, answer_of_read,
    answer_of_text,
};
use super::notes::{note, note_answer, without_notes};
use crate::environment::files::{self, read_file, read_source};
use crate::environment::ruby_code::Api;
use crate::environment::{Environment, Main};
use crate::hiera;

/// Notes the output of a command.
pub(crate) fn note_command(folder: &str, words: &[String], answer: &(Option<i32>, Vec<u8>)) {
    let name = || {
        let words = words.iter().map(String::as_str);
        std::iter::once(folder)
            .chain(words)
            .collect::<Vec<_>>()
            .join("\0")
    };
    if super::is_on() {
        note_answer(Topic::Command, &name(), || answer_of_command(answer));
    }
}

fn answer_of_command((status, output): &(Option<i32>, Vec<u8>)) -> Answer {
    answer_of([format!("{status:?}").as_bytes(), output])
}

/// Notes the paths that match a pattern.
pub(crate) fn note_glob(pattern: &str, found: &[String]) {
    note_answer(Topic::Glob, pattern, || answer_of(found));
}

/// Notes an input that cannot be read again.
pub fn note_volatile(what: &str) {
    note(Topic::Volatile, what, Answer::default);
}

/// Notes an environment variable.
pub(crate) fn note_environment(name: &str) {
    note_answer(Topic::EnvVariable, name, || answer_of_variable(name));
}

/// Returns the value of an environment variable, and notes it.
pub(crate) fn environment_variable(name: &str) -> Option<String> {
    note_environment(name);
    std::env::var(name).ok()
}

fn answer_of_variable(name: &str) -> Answer {
    answer_of_option(std::env::var(name).ok().as_deref())
}

impl Environment {
    /// Answers a question from the current state of the environment, the files and the process.
    /// Returns `None` if the answer is never the same, or if it belongs to a node.
    pub(crate) fn answer_now(&self, kind: Topic, name: &str) -> Option<Answer> {
        let is_lasting = kind != Topic::Volatile && !kind.is_bare();
        is_lasting.then(|| self.answer(kind, name))
    }

    /// Works like `answer_now` for a question that has an answer.
    pub(crate) fn answer(&self, kind: Topic, name: &str) -> Answer {
        without_notes(|| self.find_answer(kind, name))
    }

    fn find_answer(&self, kind: Topic, name: &str) -> Answer {
        let file = |file: Option<&files::CodeFile>| answer_of_option(file.map(|file| &*file.path));
        match kind {
            Topic::Code => answer_of_read(&read_source(name.as_ref())),
            Topic::File => answer_of_read(&read_file(name.as_ref())),
            Topic::Exists => answer_of_bool(files::exists(name)),
            Topic::IsFile => answer_of_bool(files::is_file(name)),
            Topic::IsFolder => answer_of_bool(files::is_folder(name)),
            Topic::Glob => answer_of(hiera::glob(name)),
            Topic::Module => answer_of_option(self.module(name).map(|module| &*module.path)),
            Topic::Modules => answer_of([self.module_count().to_string()]),
            Topic::Manifests => {
                let mut digester = Digester::default();
                for group in self.manifests_for(name) {
                    digester.add([group.len() as u8]);
                    group.iter().for_each(|file| digester.add(&*file.path));
                }
                digester.finish()
            }
            Topic::Function => file(self.function_file(name)),
            Topic::Type => file(self.type_file(name)),
            Topic::TypeSet => file(self.type_set_file(name)),
            Topic::Template => answer_of_bool(self.template_file(name).is_some()),
            Topic::RubyFunction => answer_of_option(self.ruby_function(name, Api::Current)),
            Topic::LegacyFunction => answer_of_option(self.ruby_function(name, Api::Legacy)),
            Topic::Native => answer_of_text(&format!("{:?}", self.native(name))),
            Topic::ResourceType => answer_of_bool(self.has_resource_type(name)),
            Topic::Providers => answer_of_bool(self.has_providers(name)),
            Topic::RubyCode => self.ruby_answer(),
            Topic::Config => self.hierarchies.config_answer(&hiera::layer(name)),
            Topic::Data => self.hierarchies.data_answer(name),
            Topic::Command => {
                let mut words = name.split('\0').map(str::to_owned);
                let folder = words.next().unwrap_or_default();
                let words: Vec<String> = words.collect();
                answer_of_command(&self.commands.run_in(&folder, &words))
            }
            Topic::EnvVariable => answer_of_variable(name),
            Topic::Store => match &self.store {
                Some(store) => store.get().answer(),
                None => answer_of_text("none"),
            },
            Topic::Version => answer_of_option(self.problem()),
            Topic::DataFile
            | Topic::Key
            | Topic::TopVariable
            | Topic::Fact
            | Topic::AllVariables
            | Topic::Volatile => Answer::default(),
        }
    }

    /// Answers about all Ruby files and their paths. Facter's code does not run here, so it counts
    /// only if other code loads it.
    fn ruby_answer(&self) -> Answer {
        let mut digester = Digester::default();
        let mut of_facter = Digester::default();
        let mut loads_facter = false;
        for folder in self.ruby_folders() {
            digester.add(&folder);
            let mut paths = Vec::new();
            files::walk(&folder, &mut |relative, path| {
                paths.push((relative.to_owned(), path.to_owned()));
            });
            paths.sort();
            for (relative, path) in paths {
                let read = read_file(path.as_ref());
                let into = match relative.starts_with("facter/") {
                    true => &mut of_facter,
                    false => {
                        let bytes = read.as_deref().unwrap_or_default();
                        loads_facter |= bytes.windows(7).any(|part| part == b"facter/");
                        &mut digester
                    }
                };
                into.add(&path);
                into.add(answer_of_read(&read).0);
            }
        }
        if loads_facter {
            digester.add(of_facter.finish().0);
        }
        // code may also depend on the paths of modules
        let mut modules: Vec<_> = self.modules().map(|module| &*module.path).collect();
        modules.sort_unstable();
        modules.iter().for_each(|path| digester.add(path));
        digester.finish()
    }
}

/// Returns the answer about everything that all compilations in an environment depend on, apart
/// from the node: settings, the module path, `environment.conf`, and metadata of modules.
pub fn fingerprint(environment: &Environment) -> Answer {
    let (options, conf) = environment.opened_with();
    let mut text = String::new();
    let main: Vec<&str> = environment.main().iter().map(|file| &*file.path).collect();
    let _ = write!(
        text,
        "{:?}",
        (
            (
                &environment.name,
                &environment.directory,
                &environment.module_path
            ),
            (&environment.base_module_path, &environment.manifest, main),
            (
                &environment.conf_settings,
                &environment.hiera_config,
                &environment.settings
            ),
            (
                &environment.warnings,
                &environment.errors,
                &environment.modules_problem
            ),
            (options.secrets, options.stand_ins, conf),
            (environment.store.is_some(), environment.ruby),
        )
    );
    let mut digester = Digester::default();
    digester.add(text);
    if let Main::Text { code, .. } = &options.main {
        digester.add(code);
    }
    if let Some(directory) = &environment.directory {
        let conf = read_file(format!("{directory}/environment.conf").as_ref());
        digester.add(answer_of_read(&conf).0);
    }
    for name in ["HOME", "BUNRAKU_RUBY", "TZ"] {
        digester.add(answer_of_variable(name).0);
    }
    let mut modules: Vec<_> = environment.modules().collect();
    modules.sort_by(|a, b| a.name.cmp(&b.name));
    for module in modules {
        if let Some(provider) = &module.data_provider {
            digester.add(format!("{} {provider}", module.name));
        }
    }
    digester.finish()
}

/// Returns the answer about the program itself: another build may compile other catalogs. The build
/// ID stands for the program, because it takes long to read a large program. A program without an ID is
/// read.
///
/// # Errors
/// Fails if the program's file cannot be read.
pub fn program() -> std::io::Result<Answer> {
    let path = std::env::current_exe()?;
    let mut head = Vec::new();
    let file = File::open(&path)?;
    file.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    match build_id(&head) {
        Some(id) => Ok(answer_of([b"build ID".as_slice(), id])),
        None => Ok(answer_of_bytes(&std::fs::read(&path)?)),
    }
}
