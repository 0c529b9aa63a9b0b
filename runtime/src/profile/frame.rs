//! Owns the subject of a line of a profile.

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

            /// Returns the name of the kind in profiles.
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
    /// Returns the kind with a name in profiles.
    pub fn of(text: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.text() == text)
    }

    /// Returns true if the thread waits for another process there.
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
    /// The kind of code.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The file that contains the code, if any.
    pub file: Option<String>,
    /// The line in the file.
    pub line: Option<u32>,
}

impl Frame {
    /// Returns the frame of code that is known by its name alone.
    pub fn named(kind: Kind, name: &str) -> Frame {
        Frame {
            kind,
            name: name.to_owned(),
            file: None,
            line: None,
        }
    }

    /// Returns the frame of the code at an offset of a source.
    pub fn at(kind: Kind, name: &str, source: &Arc<Source>, offset: u32) -> Frame {
        Frame {
            kind,
            name: name.to_owned(),
            file: source.path.as_deref().map(ToOwned::to_owned),
            line: Some(source.line(offset)),
        }
    }

    /// Returns the file and line, as far as they are known.
    pub fn place(&self) -> Option<String> {
        let file = self.file.as_deref()?;
        Some(match self.line {
            Some(line) => format!("{file}:{line}"),
            None => file.to_owned(),
        })
    }

    /// Returns the kind and the name, as in stacks. A lambda is named by its place.
    pub fn label(&self) -> String {
        match (self.kind, self.place()) {
            (Kind::Lambda, Some(place)) => format!("lambda {place}"),
            (Kind::Evaluation, _) => self.name.clone(),
            _ => format!("{} {}", self.kind, self.name),
        }
    }
}
