//! Regular expressions with Ruby's meaning.
//!
//! `frontend::regexp` parses their syntax. This module owns the translation for the engines, the
//! choice of the engine, and the process-wide cache of compiled patterns. A [`Pattern`] is shared;
//! a [`Regexp`] is a value that refers to one.

mod backtrack;
mod emit;
mod engine;
mod large;
mod program;
mod start;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock, RwLock};

use frontend::regexp::text::inspected;
use frontend::regexp::{self, Names, Node};
use hashbrown::{Equivalent, HashSet};

use crate::error::{Error, Kind, Raise, Res, fail_as};
use crate::heap::Heap;
use crate::limits;

use engine::{Engine, TooLong};
use start::Start;

pub use engine::Spans;
pub use frontend::regexp::Options;

/// A regular expression value.
#[derive(Clone, Copy)]
pub struct Regexp<'h> {
    source: &'h str,
    pattern: &'h Pattern,
}

impl<'h> Regexp<'h> {
    /// Returns the regular expression of a source.
    ///
    /// # Errors
    /// A plain error with Ruby's message about an invalid source.
    pub fn new(heap: &'h Heap, source: &str) -> Res<'h, &'h Regexp<'h>> {
        let regexp = Regexp::unchecked(heap, source);
        regexp.pattern.check()?;
        Ok(regexp)
    }

    /// As [`new`](Regexp::new), but an error in the source is reported on the first match only, as
    /// in `Regexp['[']`.
    pub fn unchecked(heap: &'h Heap, source: &str) -> &'h Regexp<'h> {
        let pattern = heap.keep(pattern(source, Options::default()));
        let source = pattern.source();
        heap.alloc(Regexp { source, pattern })
    }

    /// Makes the content of a type that holds no valid regular expression: `Regexp[1]`. No real
    /// pattern has such a source.
    pub fn impossible(heap: &'h Heap, source: &str, problem: String) -> &'h Regexp<'h> {
        let pattern = heap.keep(Arc::new(Pattern {
            source: format!("\u{1}{source}").into(),
            options: Options::default(),
            program: OnceLock::from(Err(problem)),
        }));
        let source = pattern.source();
        heap.alloc(Regexp { source, pattern })
    }

    /// Refuses the current question unless this is a regular expression.
    pub fn must_be_one(&self) {
        if let Err(problem) = self.pattern.known() {
            limits::refuse(Error::plain(problem));
        }
    }

    /// Returns the source between the slashes.
    pub fn source(&self) -> &'h str {
        self.source
    }

    /// Returns the compiled form.
    pub fn pattern(&self) -> &'h Pattern {
        self.pattern
    }

    /// Whether it matches somewhere in a text.
    ///
    /// # Errors
    /// When the pattern is not valid, or the match takes too long.
    pub fn is_match(&self, text: &str) -> Res<'h, bool> {
        self.pattern.is_match(text)
    }

    /// Returns the groups of the first match in a text.
    ///
    /// # Errors
    /// As for [`is_match`](Regexp::is_match).
    pub fn captures(&self, heap: &'h Heap, text: &'h str) -> Res<'h, Option<&'h Captures<'h>>> {
        self.pattern.captures(heap, text)
    }
}

impl fmt::Debug for Regexp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

/// The result of a successful match, for `$0`, `$1`, ... Groups are searched when the first is
/// read.
pub struct Captures<'h> {
    pattern: &'h Pattern,
    text: &'h str,
    /// Start and end of each group; 0 is the whole match.
    spans: &'h [Cell<(usize, usize)>],
    known: Cell<bool>,
}

/// A text that a pattern is matched with again and again.
pub struct Search<'p, 't> {
    pattern: &'p Pattern,
    engine: &'p Engine,
    text: &'t str,
}

impl Search<'_, '_> {
    /// As [`Pattern::spans`].
    ///
    /// # Errors
    /// Fails when the match takes too long.
    #[inline]
    pub fn spans<'h>(&self, from: usize, spans: &mut Spans) -> Res<'h, bool> {
        let found = self.engine.spans(self.text, from, spans);
        found.map_err(|TooLong| self.pattern.too_long())
    }

    /// Whether the pattern matches only the empty text, and matches it everywhere.
    pub fn is_empty_text(&self) -> bool {
        matches!(self.engine, Engine::Text(text) if text.is_empty())
    }

    /// Calls `each` with the start and end of all matches when the pattern is a single character or
    /// one of several. Then no match is empty, no error is possible, and there are no groups.
    /// Returns whether the pattern is of that kind.
    #[inline]
    pub fn each_char(&self, each: impl FnMut(usize, usize)) -> bool {
        self.engine.each_char(self.text, each)
    }
}

/// The span of a group that took no part.
const ABSENT: (usize, usize) = (usize::MAX, 0);

impl<'h> Captures<'h> {
    /// Returns the text that a group matched, when the group took part.
    pub fn group(&self, group: usize) -> Option<&'h str> {
        let span = self.spans.get(group)?;
        if !self.known.get() {
            self.look();
        }
        let (start, end) = span.get();
        self.text.get(start..end)
    }

    /// Returns the number of groups, including the whole match.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are no groups, which never happens.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    fn look(&self) {
        // the match has succeeded before
        let mut found = Spans::new(self.spans.len());
        if let Ok(true) = self.pattern.spans(self.text, 0, &mut found) {
            self.set(&found);
        }
        if let Ok(program) = self.pattern.program() {
            program.are_read.store(true, Ordering::Relaxed);
        }
    }

    fn set(&self, found: &Spans) {
        for (span, found) in self.spans.iter().zip(found.iter()) {
            span.set(found.unwrap_or(ABSENT));
        }
        self.known.set(true);
    }
}

/// A pattern, compiled on first use and shared by all threads.
pub struct Pattern {
    source: Box<str>,
    options: Options,
    program: OnceLock<Result<Program, String>>,
}

struct Program {
    root: Node,
    groups: usize,
    names: Names,
    newline_matters: bool,
    /// The beginning that the pattern requires of a text.
    start: Option<Start>,
    /// Whether groups of a match have been read. From then on they are searched immediately.
    are_read: AtomicBool,
    engine: OnceLock<Result<Engine, String>>,
    /// For texts that end in a line break, when that matters.
    careful: OnceLock<Result<Engine, String>>,
    /// For texts that would take the usual engine long.
    large: OnceLock<Result<Engine, String>>,
}

impl Program {
    /// Whether the beginning of a text rules out a match. Not before the engine was made, which may
    /// still report an error in the pattern.
    fn is_no_match(&self, text: &str) -> bool {
        let is_made = matches!(self.engine.get(), Some(Ok(_)));
        is_made && self.start.as_ref().is_some_and(|start| !start.allows(text))
    }
}

/// Patterns in the cache; when it is full it starts anew.
const CACHE_MAX: usize = 4096;

/// The key of a pattern in the cache.
#[derive(PartialEq, Eq)]
struct Key(Arc<Pattern>);

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.source == other.source && self.options == other.options
    }
}

impl Eq for Pattern {}

impl std::hash::Hash for Key {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&*self.0.source, self.0.options).hash(state);
    }
}

#[derive(Hash)]
struct Wanted<'a>(&'a str, Options);

impl Equivalent<Key> for Wanted<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        *key.0.source == *self.0 && key.0.options == self.1
    }
}

type Cache = HashSet<Key, foldhash::fast::FixedState>;
static CACHE: LazyLock<RwLock<Cache>> = LazyLock::new(RwLock::default);

/// Patterns that a thread used last, by a few bits of their source.
const RECENT: usize = 32;

thread_local! {
    static LAST: RefCell<[Option<Arc<Pattern>>; RECENT]> = const { RefCell::new([const { None }; RECENT]) };
}

/// Returns the pattern of a source, from the cache of the process. It is compiled later.
pub fn pattern(source: &str, options: Options) -> Arc<Pattern> {
    let bytes = source.as_bytes();
    let middle = bytes.get(bytes.len() / 2).copied().unwrap_or_default();
    let last = bytes.last().copied().unwrap_or_default();
    let place = (bytes.len() ^ usize::from(middle) ^ usize::from(last) << 2) % RECENT;
    LAST.with_borrow_mut(|recent| match &recent[place] {
        Some(known) if *known.source == *source && known.options == options => known.clone(),
        _ => recent[place].insert(shared(source, options)).clone(),
    })
}

fn shared(source: &str, options: Options) -> Arc<Pattern> {
    let wanted = Wanted(source, options);
    let known = CACHE
        .read()
        .ok()
        .and_then(|cache| Some(cache.get(&wanted)?.0.clone()));
    if let Some(pattern) = known {
        return pattern;
    }
    let pattern = Arc::new(Pattern {
        source: source.into(),
        options,
        program: OnceLock::new(),
    });
    if let Ok(mut cache) = CACHE.write() {
        if cache.len() >= CACHE_MAX {
            cache.clear();
        }
        return cache.get_or_insert(Key(pattern)).0.clone();
    }
    pattern
}

/// Escapes a text so that it matches itself: `a.b` as `a\.b`.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            ' ' | '#' | '$' | '(' | ')' | '*' | '+' | '-' | '.' | '?' | '[' | '\\' | ']' | '^'
            | '{' | '|' | '}' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

impl Pattern {
    /// Returns the source between the slashes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Checks the source.
    ///
    /// # Errors
    /// A plain error with Ruby's message.
    pub fn check<'h>(&self) -> Res<'h, ()> {
        self.program().map(|_| ())
    }

    /// Returns the number of groups that capture.
    ///
    /// # Errors
    /// As for [`check`](Pattern::check).
    pub fn groups<'h>(&self) -> Res<'h, usize> {
        Ok(self.program()?.groups)
    }

    /// Whether groups have names.
    ///
    /// # Errors
    /// As for [`check`](Pattern::check).
    pub fn has_names<'h>(&self) -> Res<'h, bool> {
        Ok(!self.program()?.names.is_empty())
    }

    /// Makes room for all groups.
    ///
    /// # Errors
    /// As for [`check`](Pattern::check).
    pub fn room<'h>(&self) -> Res<'h, Spans> {
        Ok(Spans::new(self.groups()? + 1))
    }

    /// Whether it matches somewhere in a text.
    ///
    /// # Errors
    /// When the pattern is not valid, or the match takes too long.
    pub fn is_match<'h>(&self, text: &str) -> Res<'h, bool> {
        if self.program()?.is_no_match(text) {
            return Ok(false);
        }
        let found = self.engine(text)?.is_match(text);
        found.map_err(|TooLong| self.too_long())
    }

    /// Returns the first match at or after a byte offset.
    ///
    /// # Errors
    /// As for [`is_match`](Pattern::is_match).
    pub fn find<'h>(&self, text: &str, from: usize) -> Res<'h, Option<(usize, usize)>> {
        let found = self.engine(text)?.find(text, from);
        found.map_err(|TooLong| self.too_long())
    }

    /// Whether there is a match at or after a byte offset. Sets the spans of its groups: as many as
    /// `spans` has room for.
    ///
    /// # Errors
    /// As for [`is_match`](Pattern::is_match).
    pub fn spans<'h>(&self, text: &str, from: usize, spans: &mut Spans) -> Res<'h, bool> {
        let found = self.engine(text)?.spans(text, from, spans);
        found.map_err(|TooLong| self.too_long())
    }

    /// Returns the first match with its groups, for the match variables.
    ///
    /// # Errors
    /// As for [`is_match`](Pattern::is_match).
    pub fn captures<'h>(
        &'h self,
        heap: &'h Heap,
        text: &'h str,
    ) -> Res<'h, Option<&'h Captures<'h>>> {
        let program = self.program()?;
        if program.is_no_match(text) {
            return Ok(None);
        }
        let groups = program.groups + 1;
        let at_once = program.are_read.load(Ordering::Relaxed);
        let mut found = Spans::new(groups);
        let matches = match at_once {
            true => self.spans(text, 0, &mut found)?,
            false => self.is_match(text)?,
        };
        if !matches {
            return Ok(None);
        }
        let absent = std::iter::repeat_n(Cell::new(ABSENT), groups);
        let captures = heap.alloc(Captures {
            pattern: self,
            text,
            spans: heap.slice_from(groups, absent),
            known: Cell::new(false),
        });
        if at_once {
            captures.set(&found);
        }
        Ok(Some(captures))
    }

    /// Prepares repeated matching of a text.
    ///
    /// # Errors
    /// Fails when the pattern is not valid.
    pub fn search<'p, 't, 'h>(&'p self, text: &'t str) -> Res<'h, Search<'p, 't>> {
        Ok(Search {
            pattern: self,
            engine: self.engine(text)?,
            text,
        })
    }

    /// Returns the group of a name or number in a match: of several groups of one name the last
    /// that took part.
    ///
    /// # Errors
    /// Fails when there is no such group.
    pub fn group_of<'h>(&self, name: &str, spans: &Spans) -> Res<'h, usize> {
        let groups = self.program()?.names.get(name).map(Vec::as_slice);
        let groups = groups.unwrap_or_default();
        let took_part = |group: &&usize| spans.get(**group).is_some();
        let found = groups.iter().rev().find(took_part).or(groups.last());
        match (found, name.parse::<usize>()) {
            (Some(&group), _) => Ok(group),
            (None, Ok(number)) => Ok(number),
            (None, Err(_)) => fail_as(
                Kind::Regexp,
                format!("undefined group name reference: {name}"),
            ),
        }
    }

    /// Calls `each` with all non-overlapping matches until it returns `false`, like Ruby's `scan`:
    /// an empty match directly after another match counts. Groups are only set when `wanted`; the
    /// whole match always is.
    ///
    /// # Errors
    /// As for [`is_match`](Pattern::is_match), and those of `each`.
    pub fn scan<'h>(
        &self,
        text: &str,
        wanted: bool,
        mut each: impl FnMut(&Spans) -> Res<'h, bool>,
    ) -> Res<'h, ()> {
        let mut spans = match wanted {
            true => self.room()?,
            false => Spans::new(1),
        };
        let search = self.search(text)?;
        let mut from = 0;
        while from <= text.len() && search.spans(from, &mut spans)? {
            let (start, end) = spans.get(0).unwrap_or((from, from));
            if !each(&spans)? {
                break;
            }
            from = match end > start {
                true => end,
                false => end + text[end..].chars().next().map_or(1, char::len_utf8),
            };
        }
        Ok(())
    }

    fn program<'h>(&self) -> Res<'h, &Program> {
        self.known()
            .or_else(|problem| fail_as(Kind::Regexp, problem))
    }

    /// Returns the program, or the error of the source.
    fn known(&self) -> Result<&Program, String> {
        let program = self.program.get_or_init(|| {
            let parsed = regexp::parse(&self.source, self.options)?;
            let newline_matters = emit::emit(&parsed.root).newline_matters;
            Ok(Program {
                start: Start::of(&parsed.root),
                root: parsed.root,
                groups: parsed.groups,
                names: parsed.names,
                newline_matters,
                are_read: AtomicBool::new(false),
                engine: OnceLock::new(),
                careful: OnceLock::new(),
                large: OnceLock::new(),
            })
        });
        match program {
            Ok(program) => Ok(program),
            Err(problem) if self.source.starts_with('\u{1}') => Err(problem.clone()),
            Err(problem) => {
                let Options {
                    ignore_case,
                    extended,
                    multiline,
                } = self.options;
                let letters = [('m', multiline), ('i', ignore_case), ('x', extended)];
                let letters = letters.into_iter().filter(|(_, is_set)| *is_set);
                let letters: String = letters.map(|(letter, _)| letter).collect();
                Err(format!("{problem}: {}{letters}", inspected(&self.source)))
            }
        }
    }

    fn engine<'h>(&self, text: &str) -> Res<'h, &Engine> {
        let program = self.program()?;
        let careful = program.newline_matters && text.ends_with('\n');
        let engine = match careful {
            true => &program.careful,
            false => &program.engine,
        };
        let built = engine.get_or_init(|| {
            let emitted = emit::emit(&program.root);
            match careful || emitted.backtracks {
                true => engine::backtracking(&program.root, program.groups),
                false => engine::linear(&emitted),
            }
        });
        let built = match built {
            Ok(Engine::Linear(_, size)) if large::is_large(*size, program.groups, text) => {
                let large = || {
                    let emitted = emit::emit(&program.root);
                    engine::large(&program.root, program.groups, &emitted)
                };
                program.large.get_or_init(large)
            }
            built => built,
        };
        match built {
            Ok(engine) => Ok(engine),
            Err(problem) => fail_as(
                Kind::Regexp,
                format!("{problem}: {}", inspected(&self.source)),
            ),
        }
    }

    #[cold]
    fn too_long<'h>(&self) -> Box<Raise<'h>> {
        let text = format!(
            "regexp match takes too many steps: {}",
            inspected(&self.source)
        );
        Error::plain(text).into()
    }
}

#[cfg(test)]
mod tests;
