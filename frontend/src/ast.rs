//! Owns the syntax tree.
//!
//! Nodes live in one arena per file (`'a`) and are dropped with it, once the file is lowered. Each
//! expression has two places: `span` is its whole extent in the source, `at` is the offset that
//! Puppet reports for it (for a binary expression the operator, for a call the name).
//! Names are as written unless said; texts are unescaped.

use crate::dense::Dense;
use crate::source::Span;

/// An expression and its place.
#[derive(Clone, Copy, Debug)]
pub struct Expr<'a> {
    /// The kind of expression, with its parts.
    pub kind: ExprKind<'a>,
    /// Its extent in the source.
    pub span: Span,
    /// The byte offset that Puppet reports as its position.
    pub at: u32,
}

/// The whole of a file or template.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// A `Block`, a single expression, `Nop` or (for templates) an `Epp` lambda.
    pub body: &'a Expr<'a>,
    /// All definitions (classes, defines, functions, types, nodes, plans) of the file, in the order
    /// of their ends. A definition inside another one comes before it.
    pub definitions: &'a [&'a Expr<'a>],
}

/// All kinds of expressions. Statements are expressions too.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind<'a> {
    /// An empty body.
    Nop,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// `1`, `0x1f`, `017`
    Integer {
        /// The value, which is never negative: `-1` is a `Unary` of `1`.
        value: i64,
        /// The notation of the literal.
        radix: Radix,
    },
    /// An integer beyond the range of an `Integer`; `validate` refuses it.
    BigInteger {
        /// The digits, without a leading `0` or `0x`.
        digits: &'a str,
        /// The notation of the literal.
        radix: Radix,
    },
    /// `1.5e3`
    Float(f64),
    /// A string without interpolation, or a bare word that is not a name.
    String(&'a str),
    /// `"a${b}"`: at least one part is not a literal, or Puppet keeps it as a concatenation.
    Concat(&'a [StringPart<'a>]),
    /// `@(END:syntax)`; `text` is a `String` or a `Concat`.
    Heredoc {
        /// The syntax tag, empty when there is none.
        syntax: &'a str,
        /// The text.
        text: &'a Expr<'a>,
    },
    /// `/source/`
    Regexp(&'a str),
    /// `a`, `a::b`, `::a`
    Name(&'a str),
    /// `A`, `A::B`, `::A`
    TypeName(&'a str),
    /// `$a`, `$a::b`, `$::a`, `$0`; without the `$`
    Variable(&'a str),
    /// A reserved word used as a name.
    Reserved {
        /// The word.
        word: &'a str,
        /// Reserved for the future (a warning), not an error.
        future: bool,
    },
    /// `[a, b]`
    Array(&'a [Expr<'a>]),
    /// `{a => b}`
    Hash(&'a [HashEntry<'a>]),
    /// A large array or hash of plain literals that a variable is set to. The parser makes it on
    /// request only: see [`Options::dense`](crate::parser::Options).
    Dense(Dense<'a>),
    /// `a[b, c]`
    Access {
        /// The value or type whose element is accessed.
        left: &'a Expr<'a>,
        /// The keys.
        keys: &'a [Expr<'a>],
    },
    /// `left.name`; a call when it is the functor of a call.
    NamedAccess {
        /// The value whose method or attribute is accessed.
        left: &'a Expr<'a>,
        /// A `Name`, or the expression in its place.
        right: &'a Expr<'a>,
    },
    /// Arithmetic, comparison, boolean, match and `in`.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The place of the operator.
        op_span: Span,
        /// Left operand.
        left: &'a Expr<'a>,
        /// Right operand.
        right: &'a Expr<'a>,
    },
    /// `-a`, `!a`, `*a`
    Unary {
        /// The operator.
        op: UnaryOp,
        /// Its operand.
        operand: &'a Expr<'a>,
    },
    /// `(a)`
    Paren(&'a Expr<'a>),
    /// `a = b`, `a += b`, `a -= b`
    Assignment {
        /// The operator.
        op: AssignmentOp,
        /// The place of the operator.
        op_span: Span,
        /// A variable or an array of variables, or the expression in its place.
        left: &'a Expr<'a>,
        /// The value.
        right: &'a Expr<'a>,
    },
    /// Several statements.
    Block(&'a [Expr<'a>]),
    /// `f(a)`, `f a`, `Type(a)`
    Call {
        /// A `Name`, `TypeName`, or the expression in its place.
        functor: &'a Expr<'a>,
        /// The arguments.
        arguments: &'a [Expr<'a>],
        /// The lambda after the arguments.
        lambda: Option<&'a Lambda<'a>>,
        /// True if the value is used: then PN says `call`, otherwise `invoke`.
        value_used: bool,
    },
    /// `apply(targets) { .. }`, with the setting `tasks` only.
    Apply {
        /// The targets, and options.
        arguments: &'a [Expr<'a>],
        /// The body.
        body: &'a Expr<'a>,
    },
    /// `a.f(b)`, `a.f |$x| { }`
    MethodCall {
        /// The first argument of the call.
        receiver: &'a Expr<'a>,
        /// A `Name`, or the expression in its place.
        functor: &'a Expr<'a>,
        /// The `receiver.functor` expression, whose place Puppet reports.
        access: &'a Expr<'a>,
        /// The arguments after the receiver.
        arguments: &'a [Expr<'a>],
        /// The lambda.
        lambda: Option<&'a Lambda<'a>>,
        /// As in `Call`.
        value_used: bool,
    },
    /// A lambda outside a call: only the root of a template.
    Lambda(&'a Lambda<'a>),
    /// `if`, `unless`
    If {
        /// `unless` instead of `if`.
        unless: bool,
        /// The condition.
        test: &'a Expr<'a>,
        /// The body.
        then: &'a Expr<'a>,
        /// The `else` body, a nested `If` for `elsif`, or `Nop`.
        otherwise: &'a Expr<'a>,
    },
    /// `case x { .. }`
    Case {
        /// The control expression.
        control: &'a Expr<'a>,
        /// The options in order.
        options: &'a [CaseOption<'a>],
    },
    /// `x ? { a => b }`
    Selector {
        /// The control expression.
        control: &'a Expr<'a>,
        /// The options in order.
        options: &'a [SelectorEntry<'a>],
    },
    /// `a -> b`
    Relationship {
        /// The arrow.
        op: RelationshipOp,
        /// The place of the operator.
        op_span: Span,
        /// Left operand.
        left: &'a Expr<'a>,
        /// Right operand.
        right: &'a Expr<'a>,
    },
    /// `file { 'a': .. }`
    Resource {
        /// Regular, virtual or exported.
        form: ResourceForm,
        /// A `Name`, a type reference, or any expression that gives one.
        type_name: &'a Expr<'a>,
        /// The bodies.
        bodies: &'a [ResourceBody<'a>],
    },
    /// `File { mode => 1 }`
    ResourceDefaults {
        /// Regular, virtual or exported (only regular is legal).
        form: ResourceForm,
        /// The type.
        type_ref: &'a Expr<'a>,
        /// The attributes.
        operations: &'a [AttributeOperation<'a>],
    },
    /// `File['a'] { mode => 1 }`
    ResourceOverride {
        /// Regular, virtual or exported (only regular is legal).
        form: ResourceForm,
        /// The references.
        resources: &'a Expr<'a>,
        /// The attributes.
        operations: &'a [AttributeOperation<'a>],
    },
    /// `File <| q |> { .. }`
    Collect {
        /// The type.
        type_ref: &'a Expr<'a>,
        /// `<<| |>>` instead of `<| |>`.
        exported: bool,
        /// The query; `Nop` when empty.
        query: &'a Expr<'a>,
        /// The place of the query with its bars.
        query_span: Span,
        /// The attributes to set on the collected resources.
        operations: &'a [AttributeOperation<'a>],
    },
    /// `class`, `define`, `function`, `plan`
    Definition(&'a Definition<'a>),
    /// `node a, /b/ inherits c { }`
    Node {
        /// Names, regular expressions, `default`.
        matches: &'a [Expr<'a>],
        /// The parent, which Puppet refuses.
        parent: Option<&'a Expr<'a>>,
        /// The body.
        body: &'a Expr<'a>,
    },
    /// `type A = B`
    TypeAlias {
        /// The name.
        name: &'a str,
        /// Its place.
        name_span: Span,
        /// The type expression.
        value: &'a Expr<'a>,
    },
    /// `type Runtime[ruby, 'X'] = Y`
    TypeMapping {
        /// The platform type.
        platform: &'a Expr<'a>,
        /// The value that the platform's type maps to.
        value: &'a Expr<'a>,
    },
    /// `type A inherits B { .. }`
    TypeDefinition {
        /// The name.
        name: &'a str,
        /// Its place.
        name_span: Span,
        /// The parent's name.
        parent: Option<&'a str>,
        /// The body.
        body: &'a Expr<'a>,
    },
    /// The body of a template.
    Epp {
        /// True if it has a parameter tag.
        parameters_specified: bool,
        /// A `Block`.
        body: &'a Expr<'a>,
    },
    /// Text of a template.
    RenderString(&'a str),
    /// `<%= a %>`
    Render(&'a Expr<'a>),
}

/// The notation of an Integer literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Radix {
    /// `10`
    Decimal,
    /// `017`
    Octal,
    /// `0x1f`
    Hexadecimal,
}

/// A part of a double-quoted string or heredoc.
#[derive(Clone, Copy, Debug)]
pub enum StringPart<'a> {
    /// Text, and the span of its source.
    Text(&'a str, Span),
    /// `${expr}` or `$name`.
    Value(&'a Expr<'a>),
}

/// `key => value`
#[derive(Clone, Copy, Debug)]
pub struct HashEntry<'a> {
    /// The key.
    pub key: Expr<'a>,
    /// The value.
    pub value: Expr<'a>,
    /// The offset that Puppet reports for the entry.
    pub at: u32,
}

/// Binary operators of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators' own names")]
pub enum BinaryOp {
    Or,
    And,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Match,
    NotMatch,
    In,
    LeftShift,
    RightShift,
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
}

impl<'a> Expr<'a> {
    /// Returns true if this is a literal without parts, whose evaluation has no effect and cannot fail.
    pub fn is_literal(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Undef
                | ExprKind::Default
                | ExprKind::Boolean(_)
                | ExprKind::Integer { .. }
                | ExprKind::Float(_)
                | ExprKind::String(_)
                | ExprKind::Name(_)
        )
    }

    /// Returns the operand of a splat, if the expression is one, in parentheses or not.
    pub fn unfolded(&self) -> Option<&'a Expr<'a>> {
        match self.kind {
            ExprKind::Unary {
                op: UnaryOp::Unfold,
                operand,
            } => Some(operand),
            ExprKind::Paren(inner) => inner.unfolded(),
            _ => None,
        }
    }
}

impl BinaryOp {
    /// Returns the operator as it is written.
    pub fn text(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Or => "or",
            And => "and",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Equal => "==",
            NotEqual => "!=",
            Match => "=~",
            NotMatch => "!~",
            In => "in",
            LeftShift => "<<",
            RightShift => ">>",
            Plus => "+",
            Minus => "-",
            Times => "*",
            Divide => "/",
            Modulo => "%",
        }
    }
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-`
    Minus,
    /// `!`
    Not,
    /// `*` (splat)
    Unfold,
}

/// Assignment operators; Puppet refuses the last two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssignmentOp {
    /// `=`
    Assign,
    /// `+=`
    Append,
    /// `-=`
    Delete,
}

/// Relationship arrows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelationshipOp {
    /// `->`
    Before,
    /// `~>`
    Notify,
    /// `<-`
    Require,
    /// `<~`
    Subscribe,
}

/// The form of a resource expression, which decides whether its resources are added to the catalog
/// immediately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourceForm {
    /// `file { }`
    Regular,
    /// `@file { }`
    Virtual,
    /// `@@file { }`
    Exported,
}

/// `title: attributes`
#[derive(Clone, Copy, Debug)]
pub struct ResourceBody<'a> {
    /// The title or titles; `Default` for a body of defaults.
    pub title: Expr<'a>,
    /// The attributes in order.
    pub operations: &'a [AttributeOperation<'a>],
    /// The offset that Puppet reports for the body.
    pub at: u32,
}

/// `name => value`, `name +> value`, `* => hash`
#[derive(Clone, Copy, Debug)]
pub struct AttributeOperation<'a> {
    /// The operator, with the attribute's name.
    pub operator: AttributeOperator<&'a str>,
    /// The value.
    pub value: Expr<'a>,
    /// The place of the whole operation.
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// The operator of an attribute operation, with the attribute's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeOperator<N> {
    /// `name => value`
    Set(N),
    /// `name +> value`
    Append(N),
    /// `* => hash`
    Splat,
}

/// An option of `case`.
#[derive(Clone, Copy, Debug)]
pub struct CaseOption<'a> {
    /// The values.
    pub values: &'a [Expr<'a>],
    /// The body.
    pub then: &'a Expr<'a>,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// An option of a selector.
#[derive(Clone, Copy, Debug)]
pub struct SelectorEntry<'a> {
    /// The value to match.
    pub matching: Expr<'a>,
    /// The result.
    pub value: Expr<'a>,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// A parameter of a class, define, function, plan, lambda or template.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// The name without `$`.
    pub name: &'a str,
    /// The type expression.
    pub type_expr: Option<&'a Expr<'a>>,
    /// The default.
    pub default: Option<&'a Expr<'a>>,
    /// `*$rest`
    pub captures_rest: bool,
    /// Its extent.
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// `|$a, Integer $b = 1, *$c| >> Type { body }`
#[derive(Clone, Copy, Debug)]
pub struct Lambda<'a> {
    /// The parameters.
    pub parameters: &'a [Parameter<'a>],
    /// The return type.
    pub return_type: Option<&'a Expr<'a>>,
    /// The body.
    pub body: &'a Expr<'a>,
    /// Its extent.
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// The keyword of a [`Definition`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefinitionKind {
    /// `class`
    Class,
    /// `define`
    Define,
    /// `function`
    Function,
    /// `plan`
    Plan,
}

/// A class, define, function or plan.
#[derive(Clone, Copy, Debug)]
pub struct Definition<'a> {
    /// The keyword of the definition.
    pub kind: DefinitionKind,
    /// The full name, prefixed with the names of the classes around it.
    pub name: &'a str,
    /// The place of the name.
    pub name_span: Span,
    /// The parameters.
    pub parameters: &'a [Parameter<'a>],
    /// `inherits name` of a class, and its place.
    pub parent: Option<(&'a str, Span)>,
    /// `>> Type` of a function or plan.
    pub return_type: Option<&'a Expr<'a>>,
    /// The body.
    pub body: &'a Expr<'a>,
    /// Its extent.
    pub span: Span,
}
