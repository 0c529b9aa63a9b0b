//! What a line of a profile is about.

use std::fmt::{self, Display};
use std::sync::Arc;

use frontend::Source;

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident $text:literal;)*) => {
        /// A kind of frames.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Kind {
            $($(#[$doc])* $variant,)*
        }

        impl Kind {
            /// All kinds, in the order of reports.
            pub const ALL: &'static [Kind] = &[$(Kind::$variant),*];

            /// How profiles write it.
            pub fn text(self) -> &'static str {
                match self {
                    $(Kind::$variant => $text,)*
                }
            }
        }
    };
}

kinds! {
    /// The whole of an evaluation.
    Evaluation "evaluation";
    /// A step that every evaluation takes.
    Stage "stage";
    /// The statements of a manifest.
    Manifest "manifest";
    /// A node definition.
    NodeDefinition "node";
    /// A class.
    Class "class";
    /// Instances of a define.
    Define "define";
    /// Declarations of resources of a type.
    Resource "resource";
    /// A function written in Puppet.
    Function "function";
    /// A built-in function.
    Builtin "builtin";
    /// A function written in Ruby.
    RubyFunction "ruby function";
    /// A lambda that a function calls.
    Lambda "lambda";
    /// A template in EPP.
    Epp "epp";
    /// A template in ERB.
    Erb "erb";
    /// A key that is looked up.
    Lookup "lookup";
    /// A level of a hierarchy.
    Level "level";
    /// A data file that is read.
    Data "data file";
    /// A manifest or template that is read, parsed and lowered.
    Load "load";
    /// Work of a process of Ruby.
    Process "ruby process";
    /// An external command.
    Command "command";
}

impl Kind {
    /// The kind that profiles write so.
    pub fn of(text: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.text() == text)
    }

    /// Whether the thread waits for another process there.
    pub fn waits(self) -> bool {
        matches!(self, Kind::Process | Kind::Command)
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A thing that time is spent in.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Frame {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The file in which it stands, when it stands in one.
    pub file: Option<String>,
    /// The line there.
    pub line: Option<u32>,
}

impl Frame {
    /// What is known by its name alone.
    pub fn named(kind: Kind, name: &str) -> Frame {
        Frame {
            kind,
            name: name.to_owned(),
            file: None,
            line: None,
        }
    }

    /// What stands at an offset of a source.
    pub fn at(kind: Kind, name: &str, source: &Arc<Source>, offset: u32) -> Frame {
        Frame {
            kind,
            name: name.to_owned(),
            file: source.path.as_deref().map(ToOwned::to_owned),
            line: Some(source.line(offset)),
        }
    }

    /// The file and line, as far as they are known.
    pub fn place(&self) -> Option<String> {
        let file = self.file.as_deref()?;
        Some(match self.line {
            Some(line) => format!("{file}:{line}"),
            None => file.to_owned(),
        })
    }

    /// The kind and the name, as in stacks. A lambda has no name but its place.
    pub fn label(&self) -> String {
        match (self.kind, self.place()) {
            (Kind::Lambda, Some(place)) => format!("lambda {place}"),
            (Kind::Evaluation, _) => self.name.clone(),
            _ => format!("{} {}", self.kind, self.name),
        }
    }
}
