//! Owns the operations: THE table that printer, verifier and tiers read.

use frontend::Symbol;
pub use frontend::ast::{AttributeOperator, BinaryOp, RelationshipOp, ResourceForm};

use crate::temp::{Inner, Temp, Use};

/// The name of the function that `apply(targets) { .. }` calls. Code cannot write this name.
pub const APPLY: &str = "apply (..) {..}";

/// An item of an argument list or array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// The value.
    pub value: Use,
    /// `*value`
    pub splat: bool,
}

/// The notation of a call, which errors name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallForm {
    /// `f(x)`, `f x`
    Function,
    /// `x.f`
    Method,
    /// `call('f', x)`
    Named,
}

/// The values that the lambda of an iteration takes for each element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Yields {
    /// The element.
    Element,
    /// Key and value of a hash, index and element of anything else.
    Pair,
}

/// An attribute operation of a resource expression.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The operator, with the attribute's name.
    pub operator: AttributeOperator<Symbol>,
    /// The value.
    pub value: Use,
    /// The offset of the operation.
    pub at: u32,
}

/// A body of a resource expression.
#[derive(Clone, Debug)]
pub struct ResourceBody {
    /// The title or titles.
    pub title: Use,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// The query of a collector.
#[derive(Clone, Debug)]
pub enum Query {
    /// No query.
    All,
    /// An operand that is not a comparison.
    Value(Use),
    /// `name == value`, `name != value`
    Compare {
        /// The attribute.
        name: Use,
        /// The value.
        value: Use,
        /// `!=`
        negated: bool,
    },
    /// `a and b`
    And(Box<Query>, Box<Query>),
    /// `a or b`
    Or(Box<Query>, Box<Query>),
}

/// The pattern of a destructuring assignment.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A variable: its slot and the offset of its name.
    Slot(u32, u32),
    /// An array of patterns and its offset.
    Array(Vec<Pattern>, u32),
}

/// An operation. The comment describes its operands, its result and the errors that it may raise.
#[derive(Clone, Debug)]
#[allow(
    missing_docs,
    reason = "the comment on each operation speaks of its operands"
)]
pub enum Op {
    /// A constant of the function.
    Const(u32),
    /// The variable in a slot, `depth` frames up; when it is unset yet, as `LoadVariable`.
    LoadSlot { depth: u32, slot: u32 },
    /// Assigns a slot of this frame. Raises when it is assigned.
    StoreSlot { slot: u32, value: Use },
    /// Destructuring assignment. The result is the value. Raises on a wrong count or a
    /// reassignment.
    AssignMany { pattern: Pattern, value: Use },
    /// The part of a value that destructuring assignment gives to one of `count` patterns: an item
    /// of an Array of that length, the value of a key of a Hash, or a variable of a class. The key
    /// is a constant: the name of the variable, or the names of an Array of patterns. The key
    /// stands at `key_at`. Raises when the length is wrong or the part is missing.
    Part {
        value: Use,
        index: u32,
        count: u32,
        key: u32,
        key_at: u32,
    },
    /// A variable found by name at run time: a fact, a qualified name. Raises when unknown.
    LoadVariable(Symbol),
    /// `$0`, `$1`, ...
    LoadMatch(u32),
    /// Remembers the match variables, for `if`, `case` and selectors.
    PushMatch,
    /// Restores the captures that the `PushMatch` saved.
    PopMatch(Temp),
    /// `-value`
    Negate(Use),
    /// `!value`
    Not(Temp),
    /// True if the value is neither `undef` nor `false`.
    ToBoolean(Temp),
    /// `*value` outside a list: an array.
    Unfold(Use),
    /// Two operands.
    Binary { op: BinaryOp, left: Use, right: Use },
    /// `[a, *b]`
    Array(Box<[Item]>),
    /// `{a => b}`
    Hash(Box<[(Use, Use)]>),
    /// `"a${b}"`
    Concat(Box<[Use]>),
    /// The text of a heredoc with a syntax tag, a constant. Raises when it is not of that syntax.
    CheckText { syntax: u32, text: Use },
    /// `left[keys]`
    Access { left: Use, keys: Box<[Item]> },
    /// A type expression without variables, a thunk: evaluated once per evaluation.
    TypeExpr(Inner),
    /// A type by its name.
    TypeName(Symbol),
    /// Calls a function.
    Call {
        name: Symbol,
        arguments: Box<[Item]>,
        block: Option<Temp>,
        form: CallForm,
    },
    /// Calls a type: `Integer('1')`.
    CallType {
        callee: Use,
        arguments: Box<[Item]>,
        block: Option<Temp>,
        form: CallForm,
    },
    /// `call(name, ...)` with a computed name. A function that may read the variables of its caller
    /// sees `captures` as those of `inner`, which only holds their names.
    CallComputed {
        /// The name and the arguments of the call.
        arguments: Box<[Item]>,
        inner: Inner,
        captures: Box<[Temp]>,
        form: CallForm,
        /// A `break` in the function is left to the next operation, which is [`Op::Broke`].
        catches: bool,
    },
    /// True if the call just before ended by a `break`.
    Broke,
    /// A lambda in this frame, with the values of its captures.
    Closure { inner: Inner, captures: Box<[Temp]> },
    /// Raises: the variable is assigned already.
    Reassign(Symbol),
    /// True if a value is `undef`.
    IsUndef(Temp),
    /// The elements of an iteration function with an inlined lambda. `lambda` is only a signature.
    /// A `fresh` iterator was made for this call, and no other code sees it. Raises as the call
    /// would when the arguments do not fit.
    IterBegin {
        name: Symbol,
        arguments: Box<[Use]>,
        lambda: Inner,
        yields: Yields,
        form: CallForm,
        fresh: bool,
    },
    /// True if there is an element at an index, which counts up from 0.
    IterMore { iter: Temp, index: Temp },
    /// The key of the entry of a hash; for other values the index.
    IterKey { iter: Temp, index: Temp },
    /// The element, or the value of an entry.
    IterGet {
        iter: Temp,
        index: Temp,
        yields: Yields,
    },
    /// The next index.
    IterNext(Temp),
    /// Ends an iteration.
    IterEnd(Temp),
    /// Runs a chain of calls in one loop, by a lambda without side effects that takes the value
    /// that the chain iterates over. The result is `undef` when a loop is not worthwhile (or when
    /// `entries` are needed and the value is not a Hash) or the lambda raises: then the calls must be
    /// made one after another. Never raises.
    Attempt {
        over: Temp,
        entries: bool,
        inner: Inner,
        captures: Box<[Temp]>,
    },
    /// A list to collect results in, with the capacity for the elements of the given `IterBegin`.
    ListBegin(Option<Temp>),
    /// Adds a value to a list.
    ListPush { list: Temp, value: Temp },
    /// Adds the present element to a list, of a hash its entry.
    ListKeep {
        list: Temp,
        iter: Temp,
        index: Temp,
        yields: Yields,
    },
    /// The list as an array; a hash if `ListKeep` has added entries of a hash.
    ListEnd {
        list: Temp,
        kept: Option<(Temp, Yields)>,
    },
    /// Groups the elements of an array, or the entries of a hash, by the results of the lambda of
    /// `group_by`, an array.
    Group { over: Temp, results: Temp },
    /// Raises unless arguments fit the parameters of an inlined lambda.
    CheckParameters {
        lambda: Inner,
        values: Box<[Temp]>,
        form: CallForm,
    },
    /// True if an option of `case` or a selector matches. Sets match variables.
    OptionMatches {
        option: Use,
        splat: bool,
        control: Use,
    },
    /// Raises: no option of a selector matched.
    NoMatch(Use),
    /// Raises unless the type of a resource expression is an untitled reference that the name of a
    /// type or an access expression (`referred`) gave.
    CheckResourceType { operand: Use, referred: bool },
    /// Warns that resources are not exported, or not collected (`collects`), without storeconfigs.
    CheckExport { collects: bool },
    /// Raises unless there are resources that a collector of that type can find.
    CheckCollected { type_ref: Use, exported: bool },
    /// Raises when a query looks for a number among tags. `name` is the compared attribute.
    CheckTag {
        name: Use,
        value: Use,
        exported: bool,
    },
    /// Raises the error about a construct that is illegal in queries, by Puppet's class of the
    /// construct.
    IllegalQuery {
        exported: bool,
        construct: &'static str,
    },
    /// Raises unless the last of the titles of a resource expression is legal and differs from the
    /// titles before it.
    CheckTitles(Box<[Use]>),
    /// Raises when two attributes of a resource body have the same name.
    CheckAttributes(Box<[Attribute]>),
    /// Raises when an attribute operation has a value that is illegal in attributes.
    CheckAttribute(Attribute),
    /// A resource expression. The result is an array of references.
    Resource {
        form: ResourceForm,
        type_name: Use,
        bodies: Box<[ResourceBody]>,
    },
    /// `File { mode => 1 }`
    ResourceDefaults {
        type_ref: Use,
        attributes: Box<[Attribute]>,
    },
    /// `File['a'] { mode => 1 }`
    ResourceOverride {
        references: Use,
        attributes: Box<[Attribute]>,
    },
    /// `File <| |> { }`
    Collect {
        type_ref: Use,
        exported: bool,
        query: Box<Query>,
        attributes: Box<[Attribute]>,
    },
    /// `a -> b`. The result is the right operand.
    Relate {
        op: RelationshipOp,
        left: Use,
        right: Use,
    },
    /// Text of a template.
    RenderText(u32),
    /// A value of a template.
    Render(Temp),
}

/// Defines a method of [`Op`] that visits all operands.
macro_rules! visit_operands {
    ($(#[$doc:meta])* $name:ident, $iter:ident $(, $mutable:tt)?) => {
        $(#[$doc])*
        // Long because there is an arm for each operation.
        pub fn $name(&$($mutable)? self, visit: &mut impl FnMut(&$($mutable)? Temp)) {
            fn attributes(list: &$($mutable)? [Attribute], visit: &mut impl FnMut(&$($mutable)? Temp)) {
                list.$iter().for_each(|a| visit(&$($mutable)? a.value.temp));
            }
            fn query(q: &$($mutable)? Query, visit: &mut impl FnMut(&$($mutable)? Temp)) {
                match q {
                    Query::All => {}
                    Query::Value(value) => visit(&$($mutable)? value.temp),
                    Query::Compare { name, value, .. } => {
                        visit(&$($mutable)? name.temp);
                        visit(&$($mutable)? value.temp);
                    }
                    Query::And(a, b) | Query::Or(a, b) => {
                        query(a, visit);
                        query(b, visit);
                    }
                }
            }
            match self {
                Op::Const(_) | Op::LoadSlot { .. } | Op::LoadVariable(_) | Op::LoadMatch(_) => {}
                Op::PushMatch
                | Op::Broke
                | Op::TypeName(_)
                | Op::TypeExpr(_)
                | Op::Reassign(_)
                | Op::CheckExport { .. }
                | Op::IllegalQuery { .. }
                | Op::RenderText(_) => {}
                Op::CheckResourceType { operand, .. } => visit(&$($mutable)? operand.temp),
                Op::CheckCollected { type_ref, .. } => visit(&$($mutable)? type_ref.temp),
                Op::CheckTag { name, value, .. } => {
                    visit(&$($mutable)? name.temp);
                    visit(&$($mutable)? value.temp);
                }
                Op::CheckAttributes(list) => attributes(list, visit),
                Op::CheckAttribute(attribute) => visit(&$($mutable)? attribute.value.temp),
                Op::Closure { captures, .. } => captures.$iter().for_each(|t| visit(t)),
                Op::CallComputed {
                    arguments, captures, ..
                } => {
                    arguments.$iter().for_each(|a| visit(&$($mutable)? a.value.temp));
                    captures.$iter().for_each(|t| visit(t));
                }
                Op::PopMatch(temp) | Op::IsUndef(temp) | Op::IterNext(temp) | Op::IterEnd(temp) => {
                    visit(temp)
                }
                Op::IterBegin { arguments, .. } => arguments.$iter().for_each(|a| visit(&$($mutable)? a.temp)),
                Op::Attempt { over, captures, .. } => {
                    visit(over);
                    captures.$iter().for_each(|t| visit(t));
                }
                Op::IterMore { iter, index }
                | Op::IterKey { iter, index }
                | Op::IterGet { iter, index, .. } => {
                    visit(iter);
                    visit(index);
                }
                Op::ListBegin(like) => like.$iter().for_each(|t| visit(t)),
                Op::ListPush { list, value } => {
                    visit(list);
                    visit(value);
                }
                Op::ListKeep {
                    list, iter, index, ..
                } => {
                    visit(list);
                    visit(iter);
                    visit(index);
                }
                Op::ListEnd { list, kept } => {
                    visit(list);
                    kept.$iter().for_each(|(iter, _)| visit(iter));
                }
                Op::Group { over, results } => {
                    visit(over);
                    visit(results);
                }
                Op::CheckParameters { values, .. } => values.$iter().for_each(|t| visit(t)),
                Op::StoreSlot { value, .. } | Op::AssignMany { value, .. } => visit(&$($mutable)? value.temp),
                Op::Part { value, .. } => visit(&$($mutable)? value.temp),
                Op::Negate(value) | Op::Unfold(value) | Op::NoMatch(value) => visit(&$($mutable)? value.temp),
                Op::Not(temp) | Op::ToBoolean(temp) | Op::Render(temp) => visit(temp),
                Op::Binary { left, right, .. } | Op::Relate { left, right, .. } => {
                    visit(&$($mutable)? left.temp);
                    visit(&$($mutable)? right.temp);
                }
                Op::Array(items) => items.$iter().for_each(|i| visit(&$($mutable)? i.value.temp)),
                Op::Hash(entries) => entries.$iter().for_each(|(k, v)| {
                    visit(&$($mutable)? k.temp);
                    visit(&$($mutable)? v.temp);
                }),
                Op::Concat(parts) | Op::CheckTitles(parts) => parts.$iter().for_each(|p| visit(&$($mutable)? p.temp)),
                Op::CheckText { text, .. } => visit(&$($mutable)? text.temp),
                Op::Access { left, keys } => {
                    visit(&$($mutable)? left.temp);
                    keys.$iter().for_each(|k| visit(&$($mutable)? k.value.temp));
                }
                Op::Call {
                    arguments, block, ..
                } => {
                    arguments.$iter().for_each(|a| visit(&$($mutable)? a.value.temp));
                    block.$iter().for_each(|b| visit(b));
                }
                Op::CallType {
                    callee,
                    arguments,
                    block,
                    ..
                } => {
                    visit(&$($mutable)? callee.temp);
                    arguments.$iter().for_each(|a| visit(&$($mutable)? a.value.temp));
                    block.$iter().for_each(|b| visit(b));
                }
                Op::OptionMatches {
                    option, control, ..
                } => {
                    visit(&$($mutable)? option.temp);
                    visit(&$($mutable)? control.temp);
                }
                Op::Resource {
                    type_name, bodies, ..
                } => {
                    visit(&$($mutable)? type_name.temp);
                    bodies.$iter().for_each(|b| visit(&$($mutable)? b.title.temp));
                    bodies.$iter().for_each(|b| attributes(&$($mutable)? b.attributes, visit));
                }
                Op::ResourceDefaults {
                    type_ref: target,
                    attributes: list,
                }
                | Op::ResourceOverride {
                    references: target,
                    attributes: list,
                } => {
                    visit(&$($mutable)? target.temp);
                    attributes(list, visit);
                }
                Op::Collect {
                    type_ref,
                    query: q,
                    attributes: list,
                    ..
                } => {
                    visit(&$($mutable)? type_ref.temp);
                    query(q, visit);
                    attributes(list, visit);
                }
            }
        }
    };
}

impl Op {
    visit_operands!(
        /// Visits the operands in place.
        operands_mut, iter_mut, mut
    );

    visit_operands!(
        /// Visits the operands.
        each_operand, iter
    );

    /// Calls `visit` with each operand in order of evaluation.
    pub fn operands(&self, visit: &mut impl FnMut(Temp)) {
        self.each_operand(&mut |temp| visit(*temp));
    }
}
