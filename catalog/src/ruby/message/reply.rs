//! Owns the replies. For a request, the process sends questions and reports, and then its result.

use ruby::{Datum, Document};

use super::{Field, messages};

messages! {
    read(Parts<'d>)
    /// A message of the process. All but questions and reports end the request.
    pub enum Reply<'d> {
        /// The request is done.
        "return" => Return { value: Datum },
        /// Code has called `not_found` of a lookup context.
        "not_found" => NotFound {},
        /// Code has left the request by `break` or `throw`.
        "left" => Left {},
        /// An exception: the names of its class and of its ancestors, the number of the error if
        /// evaluation raised it first, its file and line if the message does not have them, and the
        /// number under which the process stores it.
        "error" => Error {
            classes: Vec<&'d str>,
            message: &'d str,
            number: Option<i64>,
            position: Datum,
            exception: Option<i64>,
        },
        /// A question. The block given with it is a lambda, or the number and the arity of a block
        /// of Ruby code. The caller is the name of the 4.x function that calls another one.
        "ask" => Ask {
            block: Datum,
            caller: Option<&'d str>,
            question: &'d str,
            arguments: &'d [Datum],
        },
        /// A report that code has read a file or something else outside.
        "read" => Read { kind: ReadKind, name: &'d str },
        /// The compilation has ended.
        "ended" => Ended {},
    }
}

impl<'d> Reply<'d> {
    /// Reads a frame; returns `None` if it is no message.
    pub fn of(document: &'d Document) -> Option<Reply<'d>> {
        let (name, rest) = document.items(document.root).split_first()?;
        let mut parts = Parts { document, rest };
        Reply::read(document.text(*name)?, &mut parts)
    }
}

/// The thing that code has read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadKind {
    /// The contents of a file.
    File,
    /// Asks whether a path exists.
    Exists,
    /// Asks whether a path is a file.
    IsFile,
    /// Asks whether a path is a folder.
    IsFolder,
    /// A variable of the process's environment.
    Environment,
    /// Something that cannot be checked again later.
    Volatile,
}

/// The fields of a message that have not been read.
pub struct Parts<'d> {
    document: &'d Document,
    rest: &'d [Datum],
}

impl Field<Parts<'_>> for Datum {
    fn read(parts: &mut Parts<'_>) -> Datum {
        let Some((first, rest)) = parts.rest.split_first() else {
            return Datum::Nil;
        };
        parts.rest = rest;
        *first
    }
}

impl<'d> Field<Parts<'d>> for Option<&'d str> {
    fn read(parts: &mut Parts<'d>) -> Option<&'d str> {
        let datum = Datum::read(parts);
        parts.document.text(datum)
    }
}

impl<'d> Field<Parts<'d>> for &'d str {
    fn read(parts: &mut Parts<'d>) -> &'d str {
        <Option<&'d str>>::read(parts).unwrap_or_default()
    }
}

impl Field<Parts<'_>> for Option<i64> {
    fn read(parts: &mut Parts<'_>) -> Option<i64> {
        match Datum::read(parts) {
            Datum::Integer(number) => Some(number),
            _ => None,
        }
    }
}

impl<'d> Field<Parts<'d>> for Vec<&'d str> {
    fn read(parts: &mut Parts<'d>) -> Vec<&'d str> {
        let items = parts.document.items(Datum::read(parts)).iter();
        items
            .filter_map(|&item| parts.document.text(item))
            .collect()
    }
}

impl<'d> Field<Parts<'d>> for &'d [Datum] {
    /// Reads all further fields.
    fn read(parts: &mut Parts<'d>) -> &'d [Datum] {
        std::mem::take(&mut parts.rest)
    }
}

impl Field<Parts<'_>> for ReadKind {
    fn read(parts: &mut Parts<'_>) -> ReadKind {
        match <&str>::read(parts) {
            "file" => ReadKind::File,
            "exists" => ReadKind::Exists,
            "is_file" => ReadKind::IsFile,
            "is_folder" => ReadKind::IsFolder,
            "environment" => ReadKind::Environment,
            _ => ReadKind::Volatile,
        }
    }
}
