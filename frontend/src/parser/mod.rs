//! Source text to syntax tree: one recursive-descent parser, one function per production.
//!
//! Puppet's parser stops at the first error, so [`parse`] does. Warnings of the lexer (unknown
//! escapes) come beside the tree. Knows nothing of what a program means: what parses may still be
//! refused by `validate`.
//!
//! Functions on the way from an expression to one inside it keep their frames small, so that
//! `NESTING_MAX` levels fit a thread's stack: what they need now and then is never inlined.

mod definition;
mod error;
mod expression;
mod lambda;
mod literal;
mod primary;
mod recovery;
mod resource;
mod statement;
mod string;

pub use error::is_logged;

use bumpalo::Bump;

use crate::alarm;
use crate::ast::{
    AttributeOperation, CaseOption, Expr, ExprKind, HashEntry, Lambda, Parameter, Program,
    ResourceBody, SelectorEntry, StringPart,
};
use crate::issue::Diagnostic;
use crate::lexer::strings::Style;
use crate::lexer::{Lexer, T, Token};
use crate::source::{Source, Span};
use crate::validate::check_heredoc;

/// How deep expressions may be nested; Puppet ends at about as many with the same error.
const NESTING_MAX: u32 = 1000;
/// How high a tree may be: nesting, and chains like `a + b + c`.
const HEIGHT_MAX: u32 = 2000;

/// Parses a manifest.
///
/// # Errors
/// The first syntax error, in Puppet's words.
pub fn parse<'a>(arena: &'a Bump, source: &'a Source) -> Result<Program<'a>, Diagnostic> {
    parse_with(arena, source, Options::default(), &mut Vec::new())
}

/// Parses a template.
///
/// # Errors
/// The first syntax error, in Puppet's words.
pub fn parse_epp<'a>(arena: &'a Bump, source: &'a Source) -> Result<Program<'a>, Diagnostic> {
    let options = Options {
        epp: true,
        ..Options::default()
    };
    parse_with(arena, source, options, &mut Vec::new())
}

/// What kind of text is parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// A template instead of a manifest.
    pub epp: bool,
    /// The setting `tasks`: `plan` and `apply` are keywords.
    pub tasks: bool,
    /// Only the tree counts: texts of heredocs need not be in their syntax.
    pub tree_only: bool,
    /// Large literals come as [`ExprKind::Dense`], for who lowers the tree.
    pub dense: bool,
}

/// Parses a manifest or a template, and appends the warnings found up to the end or up to the
/// error.
///
/// # Errors
/// The first syntax error, in Puppet's words.
pub fn parse_with<'a>(
    arena: &'a Bump,
    source: &'a Source,
    options: Options,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Program<'a>, Diagnostic> {
    let text: &'a str = &source.text;
    let lexer = match options.epp {
        true => Lexer::new_epp(text, options.tasks),
        false => Lexer::new(text, options.tasks),
    };
    let mut parser = Parser::new(arena, lexer);
    parser.dense = options.dense;
    let body = match options.epp {
        true => parser.template(),
        false => parser.manifest(),
    };
    warnings.append(&mut parser.warnings);
    match body {
        Ok(body) => match parser.heredoc_error() {
            Some(error) if !options.tree_only => Err(error),
            _ => Ok(parser.program(body)),
        },
        Err(Stop) => Err(parser.take_error()),
    }
}

/// Parses a manifest, and goes on behind errors: the statements that are well, and all that is
/// found, warnings too, in the order of the source. The first error is that of [`parse`]; later
/// ones are Puppet's words, but Puppet never gets there. There is no tree when the text can't be
/// read on (a quote is not closed), and none of a template with an error.
pub fn parse_all_errors<'a>(
    arena: &'a Bump,
    source: &'a Source,
    options: Options,
) -> (Option<Program<'a>>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    if options.epp {
        let program = parse_with(arena, source, options, &mut found);
        return (program.map_err(|error| found.push(error)).ok(), found);
    }
    let mut parser = Parser::new(arena, Lexer::new(&source.text, options.tasks));
    parser.errors = Some(Vec::new());
    let body = parser.manifest();
    found.append(&mut parser.warnings);
    found.extend(parser.errors.take().into_iter().flatten());
    let program = match body {
        Ok(body) => {
            let checked = !options.tree_only && found.is_empty();
            found.extend(parser.heredoc_error().filter(|_| checked));
            Some(parser.program(body))
        }
        Err(Stop) => {
            found.push(parser.take_error());
            None
        }
    };
    // going on may lose what Puppet reports last of all it reads: its own error is always there
    let failed = |d: &Diagnostic| d.severity == crate::Severity::Error;
    if found.iter().any(failed)
        && let Err(error) = parse_with(arena, source, options, &mut Vec::new())
        && !found.contains(&error)
    {
        found.push(error);
    }
    found.sort_by_key(|diagnostic| diagnostic.span.start);
    (program, found)
}

/// The parse has failed; the error is in the parser.
#[derive(Debug)]
struct Stop;

type Parsed<T> = Result<T, Stop>;

/// A parser, one token ahead.
struct Parser<'a> {
    arena: &'a Bump,
    lexer: Lexer<'a>,
    /// The next token.
    token: Token,
    /// Offset behind the token before.
    end: u32,
    error: Option<Diagnostic>,
    /// The errors behind which the parse has gone on, if it does.
    errors: Option<Vec<Diagnostic>>,
    warnings: Vec<Diagnostic>,
    definitions: Vec<&'a Expr<'a>>,
    /// Heredocs with a syntax tag and without interpolation.
    heredocs: Vec<Heredoc<'a>>,
    /// Names of the definitions around, each with those around it.
    namespaces: Vec<&'a str>,
    lists: Lists<'a>,
    /// The last assignment, relationship or resource was none, but just an expression.
    is_plain: bool,
    nesting: u32,
    /// The height of the trees parsed since the innermost one began that stands beside others.
    height: u32,
    strings: Strings<'a>,
    /// Whether large literals are wanted as such.
    dense: bool,
    /// Before this offset stands something that no dense literal holds.
    no_dense_before: u32,
}

/// A text that its syntax tag says something about.
struct Heredoc<'a> {
    syntax: &'a str,
    text: &'a str,
    span: Span,
}

/// The string around the next token.
#[derive(Clone, Copy, Default)]
struct Strings<'a> {
    /// What kind of string the innermost is.
    style: Option<Style>,
    /// The token before it: what Puppet takes for the token before code in it.
    before: Option<T>,
    /// The start of the code of the innermost `${`, and the lexer's `jump` there.
    code: (u32, usize),
    /// The same of the outermost quoted string (of those in the heredoc, in a heredoc).
    outermost: Option<(u32, usize)>,
    /// What is taken off each line, in a heredoc.
    margin: &'a str,
    /// Whether there is a heredoc around it.
    in_heredoc: bool,
    /// Where the text of the heredoc begins.
    text_start: u32,
}

/// Elements of lists that are not complete yet. Each list is the end of its stack from where the
/// stack was when it began.
#[derive(Default)]
struct Lists<'a> {
    exprs: Vec<&'a Expr<'a>>,
    entries: Vec<HashEntry<'a>>,
    parts: Vec<StringPart<'a>>,
    case_options: Vec<CaseOption<'a>>,
    selector_entries: Vec<SelectorEntry<'a>>,
    operations: Vec<AttributeOperation<'a>>,
    bodies: Vec<ResourceBody<'a>>,
    parameters: Vec<Parameter<'a>>,
    /// Of dense literals.
    items: Vec<Expr<'a>>,
}

/// Moves the elements behind `mark` into the arena.
#[inline]
fn finish<'a, E: Copy>(arena: &'a Bump, stack: &mut Vec<E>, mark: usize) -> &'a [E] {
    if stack.len() == mark {
        return &[];
    }
    let list = arena.alloc_slice_copy(&stack[mark..]);
    stack.truncate(mark);
    list
}

impl<'a> Parser<'a> {
    fn new(arena: &'a Bump, lexer: Lexer<'a>) -> Parser<'a> {
        let mut parser = Parser {
            arena,
            lexer,
            token: Token::new(T::Eof, 0, 0),
            end: 0,
            error: None,
            errors: None,
            warnings: Vec::new(),
            definitions: Vec::new(),
            heredocs: Vec::new(),
            namespaces: Vec::new(),
            lists: Lists::default(),
            is_plain: true,
            nesting: 0,
            height: 0,
            strings: Strings::default(),
            dense: false,
            no_dense_before: 0,
        };
        parser.token = parser.lexer.next();
        parser
    }

    /// The whole of a manifest.
    fn manifest(&mut self) -> Parsed<&'a Expr<'a>> {
        let body = self.statements(0)?;
        if self.token.kind != T::Eof {
            return Err(self.unexpected());
        }
        Ok(body)
    }

    /// The whole of a template.
    fn template(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        let parameters_specified = self.token.kind == T::Pipe;
        let parameters = match parameters_specified {
            true => self.lambda_parameters()?,
            false => &[],
        };
        let body = self.body_statements(self.token.start)?;
        if self.token.kind != T::Eof {
            return Err(self.unexpected());
        }
        let epp = ExprKind::Epp {
            parameters_specified,
            body,
        };
        let body = self.expr(epp, start, start);
        let lambda = Lambda {
            parameters,
            return_type: None,
            body,
            span: body.span,
            at: start,
        };
        let kind = ExprKind::Lambda(self.arena.alloc(lambda));
        Ok(self.expr(kind, start, start))
    }

    /// What is wrong with the text of the first heredoc that is not in its syntax. Puppet looks
    /// when all else is well.
    fn heredoc_error(&self) -> Option<Diagnostic> {
        self.heredocs
            .iter()
            .find_map(|heredoc| check_heredoc(heredoc.syntax, heredoc.text, heredoc.span))
    }

    fn program(&mut self, body: &'a Expr<'a>) -> Program<'a> {
        Program {
            body,
            definitions: self.arena.alloc_slice_copy(&self.definitions),
        }
    }

    /// Goes to the next token.
    #[inline]
    fn advance(&mut self) {
        alarm::step();
        self.end = self.token.end;
        self.token = self.lexer.next();
    }

    #[inline(always)]
    fn at(&self, kind: T) -> bool {
        self.token.kind == kind
    }

    /// Takes the next token if it is of a kind.
    #[inline]
    fn accept(&mut self, kind: T) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.advance();
        }
        found
    }

    /// Takes the next token, which must be of a kind.
    #[inline]
    fn expect(&mut self, kind: T) -> Parsed<()> {
        match self.accept(kind) {
            true => Ok(()),
            false => Err(self.unexpected()),
        }
    }

    /// The source of a token.
    #[inline]
    fn text_of(&self, token: Token) -> &'a str {
        &self.lexer.text[token.start as usize..token.end as usize]
    }

    /// An expression from `start` to the end of the token before.
    #[inline]
    fn expr(&self, kind: ExprKind<'a>, start: u32, at: u32) -> &'a Expr<'a> {
        let end = self.end;
        self.arena.alloc(Expr {
            kind,
            span: Span { start, end },
            at,
        })
    }

    /// An expression that stands for nothing, at an offset.
    fn nop(&self, at: u32) -> &'a Expr<'a> {
        self.arena.alloc(Expr {
            kind: ExprKind::Nop,
            span: Span { start: at, end: at },
            at,
        })
    }

    /// The expressions behind `mark` as a list.
    #[inline]
    fn finish_exprs(&mut self, mark: usize) -> &'a [Expr<'a>] {
        let list = match &self.lists.exprs[mark..] {
            [] => &[],
            [single] => std::slice::from_ref(*single),
            many => &*self.arena.alloc_slice_fill_iter(many.iter().map(|e| **e)),
        };
        self.lists.exprs.truncate(mark);
        list
    }

    /// Notes that the trees parsed since the height was taken stand beside others as high as that.
    #[inline]
    fn stand_beside(&mut self, others: u32) {
        self.height = self.height.max(others);
    }

    /// Notes that the tree has grown by one.
    #[inline]
    fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        match self.height > HEIGHT_MAX {
            true => Err(self.too_deep()),
            false => Ok(()),
        }
    }
}
