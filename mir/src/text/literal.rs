//! Reads and writes the literals of type aliases: each with the part of the source that is shown
//! for it, as in `type 'Integer' [1 <17..18>] <9..19>`.

use std::fmt::Write as _;

use frontend::Span;

use super::field::{constant, quoted};
use super::reader::{Read, Reader};
use crate::literal::{Literal, LiteralKind};

/// Prints a literal.
pub fn print(literal: &Literal, out: &mut String) {
    match &literal.kind {
        LiteralKind::Constant(value) => out.push_str(&constant::text(value)),
        LiteralKind::Array(items) => print_list(items, out),
        LiteralKind::Hash(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                print(key, out);
                out.push_str(" => ");
                print(value, out);
            }
            out.push('}');
        }
        LiteralKind::TypeName(name) => {
            let _ = write!(out, "type {}", quoted(name));
        }
        LiteralKind::Access { name, keys } => {
            let _ = write!(out, "access {} ", quoted(name));
            print_list(keys, out);
        }
        LiteralKind::BigInteger(digits) => {
            let _ = write!(out, "big_integer {}", quoted(digits));
        }
        LiteralKind::TwoParents => out.push_str("two_parents"),
        LiteralKind::Other => out.push_str("other"),
    }
    let _ = write!(out, " <{}..{}>", literal.shown.start, literal.shown.end);
}

fn print_list(items: &[Literal], out: &mut String) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        print(item, out);
    }
    out.push(']');
}

/// Reads a literal.
pub fn parse(reader: &mut Reader<'_>) -> Read<Literal> {
    let kind = if reader.take("[") {
        LiteralKind::Array(parse_list(reader)?)
    } else if reader.take("{") {
        let entry = |reader: &mut Reader<'_>| {
            let key = parse(reader)?;
            reader.expect("=>")?;
            Ok((key, parse(reader)?))
        };
        LiteralKind::Hash(reader.nested(|reader| reader.list("}", entry))?.into())
    } else if reader.take_word("type") {
        LiteralKind::TypeName(reader.quoted()?.into())
    } else if reader.take_word("access") {
        let name = reader.quoted()?.into();
        reader.expect("[")?;
        let keys = parse_list(reader)?;
        LiteralKind::Access { name, keys }
    } else if reader.take_word("big_integer") {
        LiteralKind::BigInteger(reader.quoted()?.into())
    } else if reader.take_word("two_parents") {
        LiteralKind::TwoParents
    } else if reader.take_word("other") {
        LiteralKind::Other
    } else {
        LiteralKind::Constant(reader.constant()?)
    };
    reader.expect("<")?;
    let start = reader.number()?;
    reader.expect("..")?;
    let end = reader.number()?;
    reader.expect(">")?;
    Ok(Literal {
        kind,
        shown: Span { start, end },
    })
}

/// Parses the items after `[`.
fn parse_list(reader: &mut Reader<'_>) -> Read<Box<[Literal]>> {
    Ok(reader.nested(|reader| reader.list("]", parse))?.into())
}
