//! Prints and parses the operands of operations.

use std::fmt::Write as _;

use frontend::ast::{BinaryOp, RelationshipOp, ResourceForm};
use frontend::dense::{Dense, Node, Nodes};
use frontend::{Span, Symbol};

use super::reader::{Read, Reader, is_bare};
use crate::ir::{Constant, Function, Inner, Leave, Temp, Ty, Use};
use crate::op::{
    Attribute, AttributeOperator, CallForm, Item, Pattern, Query, ResourceBody, Yields,
};

/// The output of a printed operation.
pub struct Printer<'p> {
    /// The function that contains the operation.
    pub function: &'p Function,
    /// The text so far.
    pub out: &'p mut String,
    /// True if no operand was printed yet.
    pub first: bool,
}

impl<'p> Printer<'p> {
    /// Returns a printer for the operations of a function.
    pub fn new(function: &'p Function, out: &'p mut String) -> Printer<'p> {
        Printer {
            function,
            out,
            first: true,
        }
    }

    /// Prints the mnemonic of an operation.
    pub fn word(&mut self, word: &str) {
        self.out.push_str(word);
        self.first = true;
    }

    /// Prints the separator before an operand.
    pub fn separate(&mut self) {
        self.out.push_str(if self.first { " " } else { ", " });
        self.first = false;
    }

    fn list<T>(
        &mut self,
        open: char,
        list: &[T],
        close: char,
        mut item: impl FnMut(&mut Self, &T),
    ) {
        self.out.push(open);
        for (index, one) in list.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            item(self, one);
        }
        self.out.push(close);
    }

    /// Prints an offset that is not 0.
    pub fn offset(&mut self, before: &str, at: u32) {
        if at != 0 {
            let _ = write!(self.out, "{before}@{at}");
        }
    }
}

/// Returns a text in quotes.
pub fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\'', "\\'");
    format!("'{}'", text.replace('\n', "\\n"))
}

/// Returns a name: unquoted if it is one word.
pub fn name(text: &str) -> String {
    match is_bare(text) {
        true => text.to_owned(),
        false => quoted(text),
    }
}

/// An operand whose type decides its notation.
pub trait Field: Sized {
    /// Prints it.
    fn print(&self, out: &mut Printer<'_>);
    /// Reads it.
    fn parse(reader: &mut Reader<'_>) -> Read<Self>;
}

/// Types of few values, each a word.
macro_rules! words {
    ($($ty:ident { $($value:ident = $word:literal),* $(,)? })*) => {$(
        impl Field for $ty {
            fn print(&self, out: &mut Printer<'_>) {
                out.out.push_str(match self { $( $ty::$value => $word ),* });
            }

            fn parse(reader: &mut Reader<'_>) -> Read<$ty> {
                match reader.word()? {
                    $( $word => Ok($ty::$value), )*
                    word => reader.problem(format!(concat!("`{}` is no ", stringify!($ty)), word)),
                }
            }
        }
    )*};
}

words! {
    CallForm { Function = "function", Method = "method", Named = "named" }
    Yields { Element = "element", Pair = "pair" }
    Leave { Next = "next", Return = "return", Break = "break" }
    ResourceForm { Regular = "regular", Virtual = "virtual", Exported = "exported" }
    RelationshipOp { Before = "before", Notify = "notify", Require = "require", Subscribe = "subscribe" }
    BinaryOp {
        Or = "or", And = "and", Less = "less", LessEqual = "less_equal", Greater = "greater",
        GreaterEqual = "greater_equal", Equal = "equal", NotEqual = "not_equal", Match = "match",
        NotMatch = "not_match", In = "in", LeftShift = "left_shift", RightShift = "right_shift",
        Plus = "plus", Minus = "minus", Times = "times", Divide = "divide", Modulo = "modulo",
    }
    Ty {
        Any = "Any", Undef = "Undef", Default = "Default", Boolean = "Boolean",
        Integer = "Integer", Float = "Float", Numeric = "Numeric", String = "String",
        Regexp = "Regexp", Array = "Array", Integers = "Integers", Floats = "Floats", Hash = "Hash",
        Type = "Type", Range = "Range", Strided = "Strided", Callable = "Callable",
    }
}

impl Field for bool {
    fn print(&self, out: &mut Printer<'_>) {
        out.out.push_str(if *self { "true" } else { "false" });
    }

    fn parse(reader: &mut Reader<'_>) -> Read<bool> {
        match reader.word()? {
            "true" => Ok(true),
            "false" => Ok(false),
            word => reader.problem(format!("`{word}` is neither true nor false")),
        }
    }
}

impl Field for u32 {
    fn print(&self, out: &mut Printer<'_>) {
        let _ = write!(out.out, "{self}");
    }

    fn parse(reader: &mut Reader<'_>) -> Read<u32> {
        reader.number()
    }
}

impl Field for Temp {
    fn print(&self, out: &mut Printer<'_>) {
        let _ = write!(out.out, "t{}", self.0);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Temp> {
        reader.numbered("t").map(Temp)
    }
}

impl Field for Inner {
    fn print(&self, out: &mut Printer<'_>) {
        let _ = write!(out.out, ".{}", self.0);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Inner> {
        reader.expect(".")?;
        reader.number().map(Inner)
    }
}

impl Field for Use {
    fn print(&self, out: &mut Printer<'_>) {
        self.temp.print(out);
        out.offset("", self.at);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Use> {
        let temp = Temp::parse(reader)?;
        let at = reader.offset()?;
        Ok(Use { temp, at })
    }
}

impl Field for Symbol {
    fn print(&self, out: &mut Printer<'_>) {
        out.out.push_str(&name(self.as_str()));
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Symbol> {
        reader.name().map(|name| Symbol::intern(&name))
    }
}

impl Field for Span {
    fn print(&self, out: &mut Printer<'_>) {
        let _ = write!(out.out, "{}..{}", self.start, self.end);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Span> {
        let start = reader.number()?;
        reader.expect("..")?;
        let end = reader.number()?;
        Ok(Span { start, end })
    }
}

impl Field for Item {
    fn print(&self, out: &mut Printer<'_>) {
        if self.splat {
            out.out.push('*');
        }
        self.value.print(out);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Item> {
        let splat = reader.take("*");
        let value = Use::parse(reader)?;
        Ok(Item { value, splat })
    }
}

impl<T: Field> Field for Vec<T> {
    fn print(&self, out: &mut Printer<'_>) {
        out.list('[', self, ']', |out, item| item.print(out));
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Vec<T>> {
        reader.expect("[")?;
        reader.list("]", T::parse)
    }
}

impl<T: Field> Field for Box<[T]> {
    fn print(&self, out: &mut Printer<'_>) {
        out.list('[', self, ']', |out, item| item.print(out));
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Box<[T]>> {
        Vec::parse(reader).map(Vec::into_boxed_slice)
    }
}

impl<T: Field> Field for Box<T> {
    fn print(&self, out: &mut Printer<'_>) {
        (**self).print(out);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Box<T>> {
        T::parse(reader).map(Box::new)
    }
}

impl<T: Field> Field for Option<T> {
    fn print(&self, out: &mut Printer<'_>) {
        match self {
            Some(value) => value.print(out),
            None => out.out.push('-'),
        }
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Option<T>> {
        match reader.take("-") {
            true => Ok(None),
            false => T::parse(reader).map(Some),
        }
    }
}

impl<A: Field, B: Field> Field for (A, B) {
    fn print(&self, out: &mut Printer<'_>) {
        self.0.print(out);
        out.out.push_str(" => ");
        self.1.print(out);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<(A, B)> {
        let first = A::parse(reader)?;
        reader.expect("=>")?;
        Ok((first, B::parse(reader)?))
    }
}

impl Field for Attribute {
    fn print(&self, out: &mut Printer<'_>) {
        let (text, arrow) = match &self.operator {
            AttributeOperator::Set(text) => (name(text.as_str()), "=>"),
            AttributeOperator::Append(text) => (name(text.as_str()), "+>"),
            AttributeOperator::Splat => ("*".to_owned(), "=>"),
        };
        let _ = write!(out.out, "{text} {arrow} ");
        self.value.print(out);
        out.offset(" ", self.at);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Attribute> {
        let text = match reader.take("*") {
            true => None,
            false => Some(Symbol::intern(&reader.name()?)),
        };
        let appends = reader.take("+>");
        if !appends {
            reader.expect("=>")?;
        }
        let operator = match text {
            None => AttributeOperator::Splat,
            Some(text) if appends => AttributeOperator::Append(text),
            Some(text) => AttributeOperator::Set(text),
        };
        // an offset without a space belongs to the value
        let temp = Temp::parse(reader)?;
        let spaced = reader.is_spaced();
        let first = reader.offset()?;
        let (value, at) = match spaced {
            true => (0, first),
            false => (first, reader.offset()?),
        };
        let value = Use { temp, at: value };
        Ok(Attribute {
            operator,
            value,
            at,
        })
    }
}

impl Field for ResourceBody {
    fn print(&self, out: &mut Printer<'_>) {
        out.out.push('{');
        self.title.print(out);
        out.out.push_str(": ");
        self.attributes.print(out);
        out.offset(" ", self.at);
        out.out.push('}');
    }

    fn parse(reader: &mut Reader<'_>) -> Read<ResourceBody> {
        reader.expect("{")?;
        let title = Use::parse(reader)?;
        reader.expect(":")?;
        let attributes = Vec::parse(reader)?;
        let at = reader.offset()?;
        reader.expect("}")?;
        Ok(ResourceBody {
            title,
            attributes,
            at,
        })
    }
}

impl Field for Query {
    fn print(&self, out: &mut Printer<'_>) {
        let mut pair = |a: &Query, word: &str, b: &Query| {
            out.out.push('(');
            a.print(out);
            let _ = write!(out.out, " {word} ");
            b.print(out);
            out.out.push(')');
        };
        match self {
            Query::And(a, b) => pair(a, "and", b),
            Query::Or(a, b) => pair(a, "or", b),
            Query::All => out.out.push_str("all"),
            Query::Value(value) => value.print(out),
            Query::Compare {
                name,
                value,
                negated,
            } => {
                name.print(out);
                out.out.push_str(if *negated { " != " } else { " == " });
                value.print(out);
            }
        }
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Query> {
        if reader.take("(") {
            let a = Box::new(reader.nested(Query::parse)?);
            let and = reader.take_word("and");
            if !and && !reader.take_word("or") {
                return reader.problem("expected `and` or `or`");
            }
            let b = Box::new(reader.nested(Query::parse)?);
            reader.expect(")")?;
            return Ok(if and {
                Query::And(a, b)
            } else {
                Query::Or(a, b)
            });
        }
        if reader.take_word("all") {
            return Ok(Query::All);
        }
        let name = Use::parse(reader)?;
        let negated = reader.take("!=");
        if !negated && !reader.take("==") {
            return Ok(Query::Value(name));
        }
        let value = Use::parse(reader)?;
        Ok(Query::Compare {
            name,
            value,
            negated,
        })
    }
}

impl Field for Pattern {
    fn print(&self, out: &mut Printer<'_>) {
        let at = match self {
            Pattern::Slot(number, at) => {
                slot::print(number, out);
                *at
            }
            Pattern::Array(list, at) => {
                list.print(out);
                *at
            }
        };
        out.offset("", at);
    }

    fn parse(reader: &mut Reader<'_>) -> Read<Pattern> {
        if reader.rest().starts_with('[') {
            let list = reader.nested(Vec::parse)?;
            return Ok(Pattern::Array(list, reader.offset()?));
        }
        let number = slot::parse(reader)?;
        Ok(Pattern::Slot(number, reader.offset()?))
    }
}

/// The number of a constant, written as the constant.
pub mod constant {
    use super::*;

    /// Returns the text as it is printed.
    pub fn text(constant: &Constant) -> String {
        match constant {
            Constant::Undef => "undef".into(),
            Constant::Default => "default".into(),
            Constant::Boolean(b) => b.to_string(),
            Constant::Integer(i) => i.to_string(),
            Constant::Float(f) => format!("{f:?}"),
            Constant::String(s) => quoted(s),
            Constant::Regexp(s) => format!("regexp {}", quoted(s)),
            Constant::Array(items) => {
                let items: Vec<String> = items.iter().map(text).collect();
                format!("[{}]", items.join(", "))
            }
            Constant::Hash(entries) => {
                let entry = |(k, v): &(Constant, Constant)| format!("{} => {}", text(k), text(v));
                let entries: Vec<String> = entries.iter().map(entry).collect();
                format!("{{{}}}", entries.join(", "))
            }
            Constant::Dense(source) => {
                dense_text(&mut Dense::new(source).nodes()).unwrap_or_default()
            }
        }
    }

    /// Prints the next node in the notation of constants; `None` at the end of a collection.
    fn dense_text(nodes: &mut Nodes<'_>) -> Option<String> {
        Some(match nodes.next()? {
            Node::Undef => text(&Constant::Undef),
            Node::Boolean(b) => text(&Constant::Boolean(b)),
            Node::Integer(i) => text(&Constant::Integer(i)),
            Node::Float(f) => text(&Constant::Float(f)),
            Node::String(s) | Node::Name(s) => quoted(s),
            Node::Array => {
                let items: Vec<String> = std::iter::from_fn(|| dense_text(nodes)).collect();
                format!("[{}]", items.join(", "))
            }
            Node::Hash => {
                let entry = || Some(format!("{} => {}", dense_text(nodes)?, dense_text(nodes)?));
                let entries: Vec<String> = std::iter::from_fn(entry).collect();
                format!("{{{}}}", entries.join(", "))
            }
            Node::End => return None,
        })
    }

    pub fn print(index: &u32, out: &mut Printer<'_>) {
        match out.function.constants.get(*index as usize) {
            Some(constant) => out.out.push_str(&text(constant)),
            None => out.out.push_str("missing"),
        }
    }

    pub fn parse(reader: &mut Reader<'_>) -> Read<u32> {
        let constant = reader.constant()?;
        Ok(reader.intern(constant))
    }
}

/// A slot of the function: by name, or as `$0.N` where the name is ambiguous.
pub mod slot {
    use super::*;

    pub fn print(number: &u32, out: &mut Printer<'_>) {
        slot_reference::print((&0, number), out);
    }

    pub fn parse(reader: &mut Reader<'_>) -> Read<u32> {
        match slot_reference::parse(reader)? {
            (0, slot) => Ok(slot),
            _ => reader.problem("a slot of another frame"),
        }
    }
}

/// A slot of an enclosing frame: `$DEPTH.N`, or its name.
pub mod slot_reference {
    use super::*;

    pub fn print((depth, number): (&u32, &u32), out: &mut Printer<'_>) {
        let slots = &out.function.slots;
        let named = slots.get(*number as usize).filter(|name| {
            let first = slots.iter().position(|other| other == *name);
            let starts = name.as_str().starts_with(|c: char| !c.is_ascii_digit());
            first == Some(*number as usize) && starts && is_bare(name.as_str())
        });
        let _ = match named {
            Some(name) if *depth == 0 => write!(out.out, "${name}"),
            _ => write!(out.out, "${depth}.{number}"),
        };
    }

    pub fn parse(reader: &mut Reader<'_>) -> Read<(u32, u32)> {
        reader.expect("$")?;
        let word = reader.word()?;
        if let Ok(depth) = word.parse() {
            reader.expect(".")?;
            return Ok((depth, reader.number()?));
        }
        let name = Symbol::intern(word);
        match reader.function.slots.iter().position(|slot| *slot == name) {
            Some(index) => Ok((0, index as u32)),
            None => reader.problem(format!("there is no slot `${word}`")),
        }
    }
}

/// Puppet's class of a construct that is illegal in queries.
pub mod construct {
    use super::*;

    pub fn print(name: &&'static str, out: &mut Printer<'_>) {
        out.out.push_str(name);
    }

    pub fn parse(reader: &mut Reader<'_>) -> Read<&'static str> {
        // leaked for the life of the process: there are few names, and the table stores each once
        reader.word().map(|word| Symbol::intern(word).as_str())
    }
}
