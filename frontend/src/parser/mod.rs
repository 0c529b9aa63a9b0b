//! Parses source text to a syntax tree: a recursive-descent parser with one function per
//! production.
//!
//! Puppet's parser stops at the first error, and so does [`parse`]. Warnings of the lexer (unknown
//! escapes) are returned beside the tree. The parser knows nothing of the meaning of a program:
//! `validate` may still refuse it.
//!
//! Functions on the way from an expression to a nested one have small frames, so that `NESTING_MAX`
//! levels fit a thread's stack: code that they need rarely is never inlined.

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

use crate::ast::{
    AttributeOperation, CaseOption, Expr, ExprKind, HashEntry, Lambda, Parameter, Program,
    ResourceBody, SelectorEntry, StringPart,
};
use crate::issue::Diagnostic;
use crate::lexer::strings::Style;
use crate::lexer::{Lexer, T, Token};
use crate::source::{Source, Span};
use crate::validate::check_heredoc;
use rubycore::alarm;

/// The depth up to which expressions may be nested. Puppet ends at about the same depth with the
/// same error.
const NESTING_MAX: u32 = 1000;
/// The height up to which a tree may grow, by nesting and by chains like `a + b + c`.
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

/// The kind of text to parse, and the form of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// True if the text is a template instead of a manifest.
    pub epp: bool,
    /// The setting `tasks`: whether `plan` and `apply` are keywords.
    pub tasks: bool,
    /// True if only the tree counts: the texts of heredocs are not checked against their syntax.
    pub tree_only: bool,
    /// True if large literals are parsed to [`ExprKind::Dense`], which lowering can read.
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
        Ok(body) if options.tree_only => Ok(parser.program(body)),
        Ok(body) => match parser.heredoc_error(warnings) {
            Some(error) => Err(error),
            None => Ok(parser.program(body)),
        },
        Err(Stop) => Err(parser.take_error()),
    }
}

/// Parses a manifest and continues after errors. Returns the valid statements and all problems,
/// including warnings, in the order of the source. The first error is that of [`parse`]; later ones
/// use Puppet's words, but Puppet never reports them. There is no tree when the text can't be read
/// further (a quote is not closed), and none of a template with an error.
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
            if checked {
                let error = parser.heredoc_error(&mut found);
                found.extend(error);
            }
            Some(parser.program(body))
        }
        Err(Stop) => {
            found.push(parser.take_error());
            None
        }
    };
    // continuing may lose the error that Puppet reports last: add it if it is missing
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

/// A parser with one token of lookahead.
struct Parser<'a> {
    arena: &'a Bump,
    lexer: Lexer<'a>,
    /// The next token.
    token: Token,
    /// The offset after the previous token.
    end: u32,
    error: Option<Diagnostic>,
    /// The errors after which the parse has continued, if it continues.
    errors: Option<Vec<Diagnostic>>,
    warnings: Vec<Diagnostic>,
    definitions: Vec<&'a Expr<'a>>,
    /// Heredocs with a syntax tag and without interpolation.
    heredocs: Vec<Heredoc<'a>>,
    /// The names of the enclosing definitions, each qualified with those around it.
    namespaces: Vec<&'a str>,
    lists: Lists<'a>,
    /// True if the last parsed assignment, relationship or resource was just an expression.
    is_plain: bool,
    nesting: u32,
    /// The height of the trees parsed since the start of the innermost tree with siblings.
    height: u32,
    strings: Strings<'a>,
    /// True if large literals are parsed as dense ones.
    dense: bool,
    /// The offset before which the text cannot belong to a dense literal.
    no_dense_before: u32,
}

/// A text that its syntax tag describes.
struct Heredoc<'a> {
    syntax: &'a str,
    text: &'a str,
    span: Span,
}

/// The string around the next token.
#[derive(Clone, Copy, Default)]
struct Strings<'a> {
    /// The kind of the innermost string.
    style: Option<Style>,
    /// The token before the string, which Puppet takes for the token before code in the string.
    before: Option<T>,
    /// The start of the code of the innermost `${`, and the lexer's `jump` there.
    code: (u32, usize),
    /// The same of the outermost quoted string (of those in the heredoc, in a heredoc).
    outermost: Option<(u32, usize)>,
    /// The margin that is removed from each line of a heredoc.
    margin: &'a str,
    /// True if the parser is inside a heredoc.
    in_heredoc: bool,
    /// The offset at which the text of the heredoc begins.
    text_start: u32,
}

/// Elements of lists that are not complete yet. Each list is the top of its stack, from the stack's
/// height at the beginning of the list.
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

/// Moves the elements after `mark` into the arena.
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

    /// Parses a whole manifest.
    fn manifest(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = match self.token.kind {
            T::Eof => 0,
            _ => self.token.start,
        };
        let body = self.statements(start)?;
        if self.token.kind != T::Eof {
            return Err(self.unexpected());
        }
        Ok(body)
    }

    /// Parses a whole template.
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

    /// Checks the heredocs against their syntax and returns the first error. Puppet checks them
    /// only if everything else is valid. Adds the messages of the checks to `logs`.
    fn heredoc_error(&self, logs: &mut Vec<Diagnostic>) -> Option<Diagnostic> {
        self.heredocs
            .iter()
            .find_map(|heredoc| check_heredoc(heredoc.syntax, heredoc.text, heredoc.span, logs))
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

    /// Returns the source of a token.
    #[inline]
    fn text_of(&self, token: Token) -> &'a str {
        &self.lexer.text[token.start as usize..token.end as usize]
    }

    /// Makes an expression from `start` to the end of the previous token.
    #[inline]
    fn expr(&self, kind: ExprKind<'a>, start: u32, at: u32) -> &'a Expr<'a> {
        let end = self.end;
        self.arena.alloc(Expr {
            kind,
            span: Span { start, end },
            at,
        })
    }

    /// Returns an empty expression at an offset.
    fn nop(&self, at: u32) -> &'a Expr<'a> {
        self.arena.alloc(Expr {
            kind: ExprKind::Nop,
            span: Span { start: at, end: at },
            at,
        })
    }

    /// Returns the expressions after `mark` as a list.
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

    /// Records that the trees parsed since the height was taken have siblings of the height
    /// `others`.
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
