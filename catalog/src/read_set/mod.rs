//! Owns read sets: the inputs that a compilation has read, and the check whether they have changed.
//!
//! A compilation depends only on its node, on the code of this program, and on the answers to the
//! questions that it asks: the content of a file, the file that defines a class, the existence of a
//! path, the output of a command. While a [`Journal`] is kept, each question is noted with its
//! answer, and [`check`] later finds the nodes for which an answer differs. A question that cannot
//! be asked again is noted as [`Topic::Volatile`], whose answer always differs.
//!
//! The notes of a compilation belong to its thread ([`recorded`]), so that code which asks a
//! question needs no extra argument. Without recording, a note costs only the test of a
//! thread-local flag. An input that many nodes share is noted where a node gets it, not where it is
//! created: work that is done once for all nodes runs [`without_notes`].

mod answers;
mod build_id;
pub mod check;
pub mod commit_difference;
mod digest;
mod inputs;
mod journal;
mod notes;
mod read_names;
pub mod store;

pub use answers::note_volatile;
pub(crate) use answers::{environment_variable, note_command, note_environment, note_glob};
pub use answers::{fingerprint, program};
pub use digest::{Answer, answer_of_bytes, answer_of_read, answer_of_text};
pub(crate) use digest::{Digester, answer_of, answer_of_bool, answer_of_data};
pub use journal::{Journal, NodeReads};
pub use notes::recorded;
pub(crate) use notes::{
    NO_NOTE, data_file, is_on, key, note, note_answer, note_data, without_notes,
};
pub(crate) use read_names::{note_code, note_text};

use Topic::*;

/// The answers about single keys of a data file.
#[derive(Clone, Debug, Default)]
pub struct DataAnswers {
    /// The answer about the bytes of the file.
    pub bytes: Answer,
    /// The answer about everything that counts regardless of the key.
    pub shape: Answer,
    /// The answer for each key.
    pub keys: Vec<(String, Answer)>,
}

/// Defines the topics, and the list of all.
macro_rules! topics {
    ($($(#[$about:meta])* $topic:ident,)*) => {
        /// The topic of a question.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Topic {
            $($(#[$about])* $topic,)*
        }

        /// All topics, in the order of their numbers in the store.
        const TOPICS: &[Topic] = &[$($topic),*];
    };
}

topics! {
    /// The code of a manifest, template, function or type, by its path.
    Code,
    /// The content of another file, by its path.
    File,
    /// Asks if a path exists.
    Exists,
    /// Asks if a path is a file.
    IsFile,
    /// Asks if a path is a folder.
    IsFolder,
    /// The paths that match a pattern.
    Glob,
    /// The folder of a module.
    Module,
    /// The number of modules.
    Modules,
    /// The files that may define a class or define.
    Manifests,
    /// The file of a function in Puppet code.
    Function,
    /// The file of a type alias.
    Type,
    /// The file of a module's type set.
    TypeSet,
    /// Asks if a path is a template of a module.
    Template,
    /// The file of a function of the 4.x API in Ruby.
    RubyFunction,
    /// The file of a function of the 3.x API in Ruby.
    LegacyFunction,
    /// The release of its module as which a function runs natively.
    Native,
    /// Asks if modules have a resource type in Ruby.
    ResourceType,
    /// Asks if modules have providers of a resource type.
    Providers,
    /// All Ruby code of the environment and its modules.
    RubyCode,
    /// The configuration of a data layer: `global`, `environment`, or `module NAME`.
    Config,
    /// All content of a data file: `FORMAT MODULE PATH`.
    Data,
    /// A data file of which single keys are read: `FORMAT MODULE PATH`.
    DataFile,
    /// A key of data files.
    Key,
    /// The output of a command: its folder and its words, separated by zero bytes.
    Command,
    /// An environment variable.
    EnvVariable,
    /// The exported resources and facts of other nodes.
    Store,
    /// Asks if the command `config_version` succeeds.
    Version,
    /// A variable of the top scope: a fact, or a variable from the classifier.
    TopVariable,
    /// A fact, as a key of `$facts`.
    Fact,
    /// All variables of the top scope.
    AllVariables,
    /// An input that cannot be read again.
    Volatile,
}

impl Topic {
    /// Returns the topic with a number in the store.
    fn of(number: u8) -> Option<Topic> {
        TOPICS.get(usize::from(number)).copied()
    }

    /// Returns true if the topic is about the node itself, so that each node has answers of its
    /// own.
    fn is_of_node(self) -> bool {
        matches!(self, TopVariable | Fact | AllVariables)
    }

    /// Returns true if questions of the topic have no answer of their own.
    fn is_bare(self) -> bool {
        self.is_of_node() || matches!(self, DataFile | Key)
    }

    /// Returns a question as a text for users.
    pub fn shown(self, name: &str) -> String {
        let path = |name: &str| name.splitn(3, ' ').nth(2).unwrap_or_default().to_owned();
        match self {
            Code | File => name.to_owned(),
            Exists | IsFile | IsFolder => format!("whether there is {name}"),
            Glob => format!("the files of {name}"),
            Module => format!("the folder of the module {name}"),
            Modules => "the modules".to_owned(),
            Manifests => format!("the files that may define {name}"),
            Function => format!("the file of the function {name}"),
            Type => format!("the file of the type {name}"),
            TypeSet => format!("the set of types of the module {name}"),
            Template => format!("the template {name}"),
            RubyFunction | LegacyFunction => format!("the file in Ruby of the function {name}"),
            Native => format!("the code of the function {name}"),
            ResourceType => format!("the resource type {name}"),
            Providers => format!("the providers of {name}"),
            RubyCode => "the Ruby code of the modules".to_owned(),
            Config if name == "global" => "the global hiera.yaml".to_owned(),
            Config if name == "environment" => "the hiera.yaml of the environment".to_owned(),
            Config => format!("the hiera.yaml of the {name}"),
            Data | DataFile => path(name),
            Key => format!("the key {name}"),
            Command => {
                let words = name.split('\0').skip(1).collect::<Vec<_>>();
                format!("the output of the command {}", words.join(" "))
            }
            EnvVariable => format!("the environment variable {name}"),
            Store => "the exported resources and facts of other nodes".to_owned(),
            Version => "the success of config_version".to_owned(),
            TopVariable => format!("the variable ${name}"),
            Fact => format!("the fact {name}"),
            AllVariables => "the facts".to_owned(),
            Volatile => name.to_owned(),
        }
    }
}
