//! Owns the messages between a compilation and its Ruby process: their names, their fields, and the
//! only code that reads and writes them.
//!
//! A compilation sends a [`Request`], and an [`Answer`] to each question. The process sends a
//! [`Reply`]; a reply that asks holds a [`Question`]. `ruby/src/prelude/messages.rb` has the same
//! tables for the process, and `docs/RUBY.md` describes each message. A test compares all three.

mod answer;
mod question;
mod reply;
mod request;

pub use answer::Answer;
pub use question::{Question, ScopeName, Shown};
pub use reply::{ReadKind, Reply};
pub use request::{Begin, Many, One, PassedBlock, Request};

/// The names of messages, each with the names of its fields.
#[cfg(test)]
type Table = &'static [(&'static str, &'static [&'static str])];

/// Declares an enum of messages. `write` generates the encoding, and `read` a constructor from the
/// name of a message and its fields.
macro_rules! messages {
    (
        $mode:ident $(($fields:ty))?
        $(#[$about:meta])*
        pub enum $Enum:ident<$($life:lifetime),+> {
            $(
                $(#[$what:meta])*
                $name:literal => $Variant:ident { $($field:ident: $kind:ty),* $(,)? },
            )+
        }
    ) => {
        $(#[$about])*
        pub enum $Enum<$($life),+> {
            $($(#[$what])* $Variant { $($field: $kind),* },)+
        }

        #[cfg(test)]
        impl<$($life),+> $Enum<$($life),+> {
            /// The messages and their fields.
            pub const TABLE: super::Table = &[$(($name, &[$(stringify!($field)),*])),+];
        }

        impl<$($life),+> $Enum<$($life),+> {
            messages! {
                @$mode $(($fields))? $Enum { $($name => $Variant { $($field: $kind),* },)+ }
            }
        }
    };
    (
        @read ($fields:ty) $Enum:ident {
            $($name:literal => $Variant:ident { $($field:ident: $kind:ty),* },)+
        }
    ) => {
        /// Reads the message of a name from its fields; returns `None` for an unknown name.
        pub fn read(name: &str, fields: &mut $fields) -> Option<Self> {
            match name {
                $($name => Some($Enum::$Variant {
                    $($field: <$kind as Field<$fields>>::read(fields)),*
                }),)+
                _ => None,
            }
        }
    };
    (
        @write $Enum:ident {
            $($name:literal => $Variant:ident { $($field:ident: $kind:ty),* },)+
        }
    ) => {
        /// Encodes the message as a frame.
        pub fn frame(&self) -> Vec<u8> {
            let mut writer = ruby::Writer::default();
            match self {
                $($Enum::$Variant { $($field),* } => {
                    let fields: &[&str] = &[$(stringify!($field)),*];
                    writer.array(1 + fields.len());
                    writer.symbol($name);
                    $(Encode::write($field, &mut writer);)*
                })+
            }
            writer.finish()
        }
    };
}
use messages;

/// A type of field that can be read from a message. The fields are read in order, and a missing
/// field is read as nil.
trait Field<Fields> {
    fn read(fields: &mut Fields) -> Self;
}

/// A type of field that can be written to a message.
trait Encode {
    fn write(&self, writer: &mut ruby::Writer);
}

impl Encode for str {
    fn write(&self, writer: &mut ruby::Writer) {
        writer.string(self);
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn write(&self, writer: &mut ruby::Writer) {
        (*self).write(writer);
    }
}

impl Encode for i64 {
    fn write(&self, writer: &mut ruby::Writer) {
        writer.integer(*self);
    }
}

impl<T: Encode> Encode for Option<T> {
    fn write(&self, writer: &mut ruby::Writer) {
        match self {
            Some(field) => field.write(writer),
            None => writer.nil(),
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn write(&self, writer: &mut ruby::Writer) {
        writer.array(self.len());
        self.iter().for_each(|item| item.write(writer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROCESS: &str = include_str!("../../../../ruby/src/prelude/messages.rb");
    const DOCUMENT: &str = include_str!("../../../../docs/RUBY.md");

    fn tables() -> [(&'static str, Table); 4] {
        [
            ("REQUESTS", Request::TABLE),
            ("REPLIES", Reply::TABLE),
            ("ANSWERS", Answer::TABLE),
            ("QUESTIONS", Question::TABLE),
        ]
    }

    fn shown(name: &str, fields: &[&str]) -> String {
        format!("{name}({})", fields.join(", "))
    }

    fn listed(table: Table) -> Vec<String> {
        table
            .iter()
            .map(|(name, fields)| shown(name, fields))
            .collect()
    }

    /// Returns the rows `name: %i[field field]` of a table in Ruby.
    fn of_process(table: &str) -> Vec<String> {
        let begin = format!("    {table} = {{\n");
        let (_, rows) = PROCESS.split_once(&begin).expect("the table exists");
        let (rows, _) = rows.split_once("    }").expect("the table ends");
        let rows = rows.lines().map(|row| {
            let (name, fields) = row.trim().split_once(": %i[").expect("a row of the table");
            let (fields, _) = fields.split_once(']').expect("a row of the table");
            let fields: Vec<&str> = fields.split_whitespace().collect();
            shown(name.trim_matches('\''), &fields)
        });
        rows.collect()
    }

    /// Returns the first column of the table below a heading of the document: ``| `name` field,
    /// field | ... |``.
    fn of_document(heading: &str) -> Vec<String> {
        let begin = format!("### {heading}\n");
        let (_, text) = DOCUMENT.split_once(&begin).expect("the heading exists");
        let rows = text.lines().skip_while(|row| !row.starts_with("| `"));
        let rows = rows.take_while(|row| row.starts_with("| `")).map(|row| {
            let (cell, _) = row[2..].split_once(" |").expect("a row has two columns");
            let (name, fields) = cell[1..].split_once('`').expect("a name");
            let fields: Vec<&str> = fields.split(',').map(str::trim).collect();
            let fields = fields.into_iter().filter(|field| !field.is_empty());
            shown(name, &fields.collect::<Vec<_>>())
        });
        rows.collect()
    }

    #[test]
    fn the_process_has_the_same_messages() {
        for (name, table) in tables() {
            assert_eq!(of_process(name), listed(table), "{name} in messages.rb");
        }
    }

    #[test]
    fn the_process_does_each_request() {
        let code = include_str!("../../../../ruby/src/prelude/serve.rb");
        for (name, fields) in Request::TABLE {
            let method = match fields.is_empty() {
                true => format!("def do_{name}\n"),
                false => format!("def do_{name}({})", fields.join(", ")),
            };
            // `end` has no method, because it ends the loop that takes requests
            assert!(*name == "end" || code.contains(&method), "{method}");
        }
    }

    #[test]
    fn the_document_has_the_same_messages() {
        for (name, table) in tables() {
            let heading = format!("{}{}", &name[..1], name[1..].to_lowercase());
            assert_eq!(of_document(&heading), listed(table), "{heading} in RUBY.md");
        }
    }
}
