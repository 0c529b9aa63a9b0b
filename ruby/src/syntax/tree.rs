//! Defines the syntax tree of code in Ruby.

/// A reference to a node in an arena.
pub type Ref<'a> = &'a Node<'a>;

/// A piece of code.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The kind.
    pub kind: Kind<'a>,
    /// The offset of its beginning in bytes.
    pub at: u32,
}

/// A piece of a text that may contain interpolated code.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// Literal bytes.
    Bytes(&'a [u8]),
    /// Code whose value is interpolated.
    Code(Ref<'a>),
}

/// The kinds of code.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// `nil`
    Nil,
    /// `true`
    True,
    /// `false`
    False,
    /// `self`
    SelfValue,
    /// The text of an integer: digits with the prefix of their base.
    Integer(&'a str),
    /// The text of a number with a fraction or an exponent.
    Float(&'a str),
    /// The text of a number with the suffix `r` or `i`.
    OtherNumber(&'a str),
    /// A text.
    Text(&'a [Part<'a>]),
    /// A command in backticks.
    Command(&'a [Part<'a>]),
    /// A symbol.
    Symbol(&'a [Part<'a>]),
    /// A regular expression and its options.
    Regexp(&'a [Part<'a>], &'a str),
    /// `__FILE__`
    File,
    /// `[1, *a]`
    Array(&'a [Node<'a>]),
    /// `{ a: 1, **b }`
    Hash(&'a [Pair<'a>]),
    /// Pairs without braces at the end of arguments or of an array.
    Pairs(&'a [Pair<'a>]),
    /// `*a` in a list or in arguments. It has no value in a target that discards the rest.
    Splat(Option<Ref<'a>>),
    /// `&block` in arguments.
    BlockPass(Option<Ref<'a>>),
    /// `a..b`, `a...b`
    Range {
        /// The first value.
        from: Option<Ref<'a>>,
        /// The last value.
        to: Option<Ref<'a>>,
        /// True if the last value is excluded.
        exclusive: bool,
    },
    /// A local variable that was assigned before.
    Local(&'a str),
    /// `@a`, including the sigil.
    Instance(&'a str),
    /// `@@a`, including the sigil.
    ClassVariable(&'a str),
    /// `$a`, including the sigil.
    Global(&'a str),
    /// `$1`
    Group(u32),
    /// `` $& $` $' $+ ``, without the sigil.
    Matched(u8),
    /// A constant.
    Constant(Scope<'a>, &'a str),
    /// A call of a method.
    Call(&'a Call<'a>),
    /// `super`. Without arguments it passes on those of the method.
    Super(Option<&'a [Node<'a>]>, Option<&'a Block<'a>>),
    /// `yield`
    Yield(&'a [Node<'a>]),
    /// `a && b`, `a and b`
    And(Ref<'a>, Ref<'a>),
    /// `a || b`, `a or b`
    Or(Ref<'a>, Ref<'a>),
    /// `defined?(a)`
    Defined(Ref<'a>),
    /// `a = b`
    Assign(Ref<'a>, Ref<'a>),
    /// `a += b`, `a ||= b`: the target, the operator without `=`, the value.
    OperatorAssign(Ref<'a>, &'a str, Ref<'a>),
    /// `a, b = c`
    MultipleAssign(&'a [Node<'a>], Ref<'a>),
    /// Nested targets: `(a, b)`.
    Targets(&'a [Node<'a>]),
    /// `if`, `unless` and `?:`
    If {
        /// The condition.
        condition: Ref<'a>,
        /// The value if the condition is true.
        then: Ref<'a>,
        /// The value otherwise.
        otherwise: Option<Ref<'a>>,
        /// True for `unless`: then `then` is the value if the condition is false.
        unless: bool,
    },
    /// `while` and `until`
    While {
        /// The condition.
        condition: Ref<'a>,
        /// The code that is repeated.
        body: Ref<'a>,
        /// True for `until`.
        until: bool,
        /// True if the body runs before the condition is tested.
        after: bool,
    },
    /// `for a in b`
    For(&'a [Node<'a>], Ref<'a>, Ref<'a>),
    /// `case`
    Case {
        /// The value that is compared.
        subject: Option<Ref<'a>>,
        /// The branches.
        branches: &'a [When<'a>],
        /// The value if no branch matches.
        otherwise: Option<Ref<'a>>,
    },
    /// A body with `rescue`, `else` or `ensure`.
    Begin(&'a Begin<'a>),
    /// `begin ... end` without handlers. A `while` after it runs it first.
    Grouped(Ref<'a>),
    /// `def`
    Define(&'a Define<'a>),
    /// `class A < B`
    Class(Ref<'a>, Option<Ref<'a>>, Ref<'a>),
    /// `class << self`
    SingletonClass(Ref<'a>, Ref<'a>),
    /// `module A`
    Module(Ref<'a>, Ref<'a>),
    /// `alias new old`
    Alias(Ref<'a>, Ref<'a>),
    /// `undef a`
    Undef(&'a [Node<'a>]),
    /// `return`
    Return(Option<Ref<'a>>),
    /// `break`
    Break(Option<Ref<'a>>),
    /// `next`
    Next(Option<Ref<'a>>),
    /// `redo`
    Redo,
    /// `retry`
    Retry,
    /// `-> { }`
    Lambda(&'a Block<'a>),
    /// Statements. The value is that of the last one, or `nil` if there are none.
    Sequence(&'a [Node<'a>]),
}

/// The place where a constant is searched.
#[derive(Clone, Copy, Debug)]
pub enum Scope<'a> {
    /// `A`
    Lexical,
    /// `::A`
    Top,
    /// `a::A`
    Of(Ref<'a>),
}

/// A pair of a hash.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The key; `None` for `**value`.
    pub key: Option<Node<'a>>,
    /// The value.
    pub value: Node<'a>,
}

/// A call of a method.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The object; `None` for a method of `self`.
    pub receiver: Option<Ref<'a>>,
    /// True for `&.`, which does not call the method on `nil`.
    pub safe: bool,
    /// The name of the method. Operators are methods.
    pub name: &'a str,
    /// The arguments.
    pub arguments: &'a [Node<'a>],
    /// The block that is written at the call.
    pub block: Option<&'a Block<'a>>,
    /// True if it could be a variable: a name without arguments.
    pub bare: bool,
}

/// A block or lambda.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The parameters.
    pub parameters: Parameters<'a>,
    /// The code.
    pub body: Ref<'a>,
}

/// The parameters of a method or block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parameters<'a> {
    /// Required parameters: names and [`Kind::Targets`].
    pub required: &'a [Node<'a>],
    /// Parameters with a default.
    pub optional: &'a [(&'a str, Node<'a>)],
    /// `*rest`, with an empty name for `*`.
    pub rest: Option<&'a str>,
    /// Required parameters after `*rest` or after defaults.
    pub post: &'a [Node<'a>],
    /// `key:` and `key: default`.
    pub keywords: &'a [(&'a str, Option<Node<'a>>)],
    /// `**rest`, with an empty name for `**`.
    pub keyword_rest: Option<&'a str>,
    /// `&block`, with an empty name for `&`.
    pub block: Option<&'a str>,
    /// True for `|a; b|`, which declares local variables of the block.
    pub has_locals: bool,
    /// True for `|a, |`, which discards the rest.
    pub extra_comma: bool,
    /// The number of parameters `_1` to `_9` that a block without declared parameters uses.
    pub numbered: u8,
}

/// A branch of `case`.
#[derive(Clone, Copy, Debug)]
pub struct When<'a> {
    /// The values that the subject is compared with.
    pub conditions: &'a [Node<'a>],
    /// The value.
    pub body: Ref<'a>,
}

/// A body with its error handlers.
#[derive(Clone, Copy, Debug)]
pub struct Begin<'a> {
    /// The body.
    pub body: Ref<'a>,
    /// The error handlers.
    pub rescues: &'a [Rescue<'a>],
    /// The code that runs if there was no error.
    pub otherwise: Option<Ref<'a>>,
    /// The code that always runs.
    pub ensure: Option<Ref<'a>>,
}

/// An error handler.
#[derive(Clone, Copy, Debug)]
pub struct Rescue<'a> {
    /// The classes of errors; empty for StandardError.
    pub classes: &'a [Node<'a>],
    /// The target that the error is assigned to.
    pub target: Option<Ref<'a>>,
    /// The value.
    pub body: Ref<'a>,
}

/// A method.
#[derive(Clone, Copy, Debug)]
pub struct Define<'a> {
    /// The object that gets the method.
    pub singleton: Option<Ref<'a>>,
    /// The name.
    pub name: &'a str,
    /// The parameters.
    pub parameters: Parameters<'a>,
    /// The code.
    pub body: Ref<'a>,
}
