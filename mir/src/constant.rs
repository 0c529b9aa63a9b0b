//! Owns the constants of a function.

use frontend::dense::{Dense, Node};

use crate::ty::Ty;

/// A constant of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// An Integer.
    Integer(i64),
    /// A Float.
    Float(f64),
    /// A String.
    String(Box<str>),
    /// The source of a regular expression.
    Regexp(Box<str>),
    /// An Array.
    Array(Box<[Constant]>),
    /// The entries of a Hash.
    Hash(Box<[(Constant, Constant)]>),
    /// A large Array or Hash of plain literals, as it is written.
    Dense(Box<str>),
}

impl Constant {
    /// Returns the static type of the constant.
    pub fn ty(&self) -> Ty {
        match self {
            Constant::Undef => Ty::Undef,
            Constant::Default => Ty::Default,
            Constant::Boolean(_) => Ty::Boolean,
            Constant::Integer(_) => Ty::Integer,
            Constant::Float(_) => Ty::Float,
            Constant::String(_) => Ty::String,
            Constant::Regexp(_) => Ty::Regexp,
            Constant::Array(items) => {
                let all = |is: fn(&Constant) -> bool| !items.is_empty() && items.iter().all(is);
                match () {
                    () if all(|item| matches!(item, Constant::Integer(_))) => Ty::Integers,
                    () if all(|item| matches!(item, Constant::Float(_))) => Ty::Floats,
                    () => Ty::Array,
                }
            }
            Constant::Hash(_) => Ty::Hash,
            Constant::Dense(text) => dense_ty(&Dense::new(text)),
        }
    }
}

fn dense_ty(dense: &Dense<'_>) -> Ty {
    let items = || dense.nodes().skip(1).filter(|node| *node != Node::End);
    match () {
        () if dense.is_hash() => Ty::Hash,
        () if items().all(|node| matches!(node, Node::Integer(_))) => Ty::Integers,
        () if items().all(|node| matches!(node, Node::Float(_))) => Ty::Floats,
        () => Ty::Array,
    }
}
