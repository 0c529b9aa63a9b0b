//! Owns the kinds of tokens.

/// A kind of token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// The kind.
    pub kind: T,
    /// Offset of its first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Token {
    /// Makes a token of a range of bytes.
    #[inline(always)]
    pub fn new(kind: T, start: usize, end: usize) -> Token {
        Token {
            kind,
            start: start as u32,
            end: end as u32,
        }
    }
}

/// Kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum T {
    /// The end of the text.
    Eof,
    /// An error in the text, which the lexer holds.
    Error,
    /// A character that starts no token.
    Other,

    /// `a`, `a::b`
    Name,
    /// `a-b`, `_a`: a bare word that is not a name
    Word,
    /// `A`, `A::B`
    TypeName,
    /// `$a`
    Variable,
    /// `a` in `"${a}"`
    InterpolatedName,
    /// `1`, `0x1f`, `1.5`
    Number,
    /// `'a'`
    SingleQuoted,
    /// `"a"` without interpolation
    DoubleQuoted,
    /// The start of a string with interpolation, up to the `$`
    StringStart,
    /// `@(END)`
    Heredoc,
    /// `/a/`
    Regexp,

    /// `[` after a character that is not white space
    LBrack,
    /// `[` after white space
    ListStart,
    RBrack,
    LBrace,
    RBrace,
    /// `(`
    LParen,
    /// `(` as the first of a line
    LineParen,
    RParen,
    Comma,
    Semicolon,
    Colon,
    Dot,
    Pipe,
    Question,
    At,
    AtAt,

    /// `=`
    Assign,
    /// `+=`
    Append,
    /// `-=`
    Delete,
    /// `=>`
    FatArrow,
    /// `+>`
    PlusArrow,
    /// `->`
    Before,
    /// `~>`
    Notify,
    /// `<-`
    Require,
    /// `<~`
    Subscribe,
    /// `<|`
    Collect,
    /// `|>`
    CollectEnd,
    /// `<<|`
    CollectExported,
    /// `|>>`
    CollectExportedEnd,

    Equal,
    NotEqual,
    Match,
    NotMatch,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    LeftShift,
    RightShift,
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    Not,
    Tilde,

    // Keywords, `And` the first and `Private` the last.
    And,
    Or,
    In,
    True,
    False,
    Undef,
    Default,
    If,
    Elsif,
    Else,
    Unless,
    Case,
    Class,
    Define,
    Function,
    Plan,
    Apply,
    Node,
    Type,
    Inherits,
    Attr,
    Private,

    /// A tag of a template that produces no token itself; the next token follows
    Tag,
    /// Text of a template
    RenderString,
    /// `<%=`
    RenderExpression,
    /// `%>` after `<%=`
    TagEnd,
    /// `-%>` after `<%=`
    TagEndTrim,
}

impl T {
    /// Returns true if it is a keyword, `true` and `false` among them.
    #[inline]
    pub fn is_keyword(self) -> bool {
        (T::And as u8..=T::Private as u8).contains(&(self as u8))
    }

    /// Returns the keyword of a word, otherwise `Name`.
    #[inline]
    pub fn of_word(word: &[u8], tasks: bool) -> T {
        if word.len() < 2 || word.len() > 8 {
            return T::Name;
        }
        match word {
            b"if" => T::If,
            b"in" => T::In,
            b"or" => T::Or,
            b"and" => T::And,
            b"case" => T::Case,
            b"else" => T::Else,
            b"node" => T::Node,
            b"true" => T::True,
            b"type" => T::Type,
            b"attr" => T::Attr,
            b"plan" if tasks => T::Plan,
            b"apply" if tasks => T::Apply,
            b"class" => T::Class,
            b"elsif" => T::Elsif,
            b"false" => T::False,
            b"undef" => T::Undef,
            b"define" => T::Define,
            b"unless" => T::Unless,
            b"default" => T::Default,
            b"private" => T::Private,
            b"function" => T::Function,
            b"inherits" => T::Inherits,
            _ => T::Name,
        }
    }
}
