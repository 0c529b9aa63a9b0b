//! Owns patterns: chooses the engine for each, and caches compiled patterns for the whole process.
//!
//! [`parse`](mod@super::parse) reads their syntax, [`emit`](super::emit) translates it for the engines.

use std::cell::RefCell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock, RwLock};

use hashbrown::{Equivalent, HashSet};

use super::backtrack::TooLong;
use super::engine::{self, Engine, Spans};
use super::start::Start;
use super::text::inspected;
use super::{Names, Node, Options, emit, large, parse};

/// The reason why a pattern gives no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The pattern is not valid, or has no such group: Ruby's `RegexpError`.
    Invalid(String),
    /// The match takes too many steps.
    TooLong(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Invalid(message) | Failure::TooLong(message)) = self;
        f.write_str(message)
    }
}

/// An answer, or the reason why there is none.
pub type Answer<T> = Result<T, Box<Failure>>;

fn invalid<T>(message: String) -> Answer<T> {
    Err(Box::new(Failure::Invalid(message)))
}

/// A text that a pattern is matched with again and again.
pub struct Search<'p, 't> {
    pattern: &'p Pattern,
    engine: &'p Engine,
    text: &'t str,
}

impl Search<'_, '_> {
    /// Works like [`Pattern::spans`].
    ///
    /// # Errors
    /// Fails when the match takes too long.
    #[inline]
    pub fn spans(&self, from: usize, spans: &mut Spans) -> Answer<bool> {
        let found = self.engine.spans(self.text, from, spans);
        found.map_err(|TooLong| self.pattern.too_long())
    }

    /// Returns true if the pattern matches only the empty text, and matches it everywhere.
    pub fn is_empty_text(&self) -> bool {
        matches!(self.engine, Engine::Text(text) if text.is_empty())
    }

    /// Calls `each` with the start and end of all matches when the pattern is a single character or
    /// one of several. Then no match is empty, no error is possible, and there are no groups.
    /// Returns true if the pattern is of that kind.
    #[inline]
    pub fn each_char(&self, each: impl FnMut(usize, usize)) -> bool {
        self.engine.each_char(self.text, each)
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
    /// True if groups of a match have been read. From then on they are searched immediately.
    are_read: AtomicBool,
    engine: OnceLock<Result<Engine, String>>,
    /// For texts that end in a line break, when that matters.
    careful: OnceLock<Result<Engine, String>>,
    /// For texts that would take the usual engine long.
    large: OnceLock<Result<Engine, String>>,
}

impl Program {
    /// Returns true if the beginning of a text rules out a match. Not before the engine was made,
    /// which may still report an error in the pattern.
    fn is_no_match(&self, text: &str) -> bool {
        let is_made = matches!(self.engine.get(), Some(Ok(_)));
        is_made && self.start.as_ref().is_some_and(|start| !start.allows(text))
    }
}

/// The greatest number of patterns in the cache. A full cache is emptied.
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
    /// Makes the pattern of a source that has no valid one, with the message about that. No pattern
    /// from the cache is equal to it.
    pub fn impossible(source: &str, problem: String) -> Pattern {
        Pattern {
            source: format!("\u{1}{source}").into(),
            options: Options::default(),
            program: OnceLock::from(Err(problem)),
        }
    }

    /// Returns the source between the slashes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Checks the source.
    ///
    /// # Errors
    /// Fails with Ruby's message.
    pub fn check(&self) -> Answer<()> {
        self.program().map(|_| ())
    }

    /// Returns the number of groups that capture.
    ///
    /// # Errors
    /// Same as [`check`](Pattern::check).
    #[inline]
    pub fn groups(&self) -> Answer<usize> {
        Ok(self.program()?.groups)
    }

    /// Returns true if groups have names.
    ///
    /// # Errors
    /// Same as [`check`](Pattern::check).
    pub fn has_names(&self) -> Answer<bool> {
        Ok(!self.program()?.names.is_empty())
    }

    /// Makes room for all groups.
    ///
    /// # Errors
    /// Same as [`check`](Pattern::check).
    #[inline]
    pub fn room(&self) -> Answer<Spans> {
        Ok(Spans::new(self.groups()? + 1))
    }

    /// Returns true if it matches somewhere in a text.
    ///
    /// # Errors
    /// Fails if the pattern is not valid, or the match takes too long.
    pub fn is_match(&self, text: &str) -> Answer<bool> {
        if self.program()?.is_no_match(text) {
            return Ok(false);
        }
        let found = self.engine(text)?.is_match(text);
        found.map_err(|TooLong| self.too_long())
    }

    /// Returns the first match at or after a byte offset.
    ///
    /// # Errors
    /// Same as [`is_match`](Pattern::is_match).
    pub fn find(&self, text: &str, from: usize) -> Answer<Option<(usize, usize)>> {
        let found = self.engine(text)?.find(text, from);
        found.map_err(|TooLong| self.too_long())
    }

    /// Returns true if there is a match at or after a byte offset. Sets the spans of its groups: as
    /// many as `spans` has room for.
    ///
    /// # Errors
    /// Same as [`is_match`](Pattern::is_match).
    pub fn spans(&self, text: &str, from: usize, spans: &mut Spans) -> Answer<bool> {
        let found = self.engine(text)?.spans(text, from, spans);
        found.map_err(|TooLong| self.too_long())
    }

    /// Returns true if the beginning of a text rules out a match; `false` also if that is unknown.
    ///
    /// # Errors
    /// Same as [`check`](Pattern::check).
    #[inline]
    pub fn rules_out(&self, text: &str) -> Answer<bool> {
        Ok(self.program()?.is_no_match(text))
    }

    /// Returns true if groups of a match have been read, so that the groups of the next match will
    /// be, too.
    #[inline]
    pub fn are_groups_read(&self) -> bool {
        let program = self.program();
        program.is_ok_and(|program| program.are_read.load(Ordering::Relaxed))
    }

    /// Notes that groups of a match were read.
    pub fn note_read(&self) {
        if let Ok(program) = self.program() {
            program.are_read.store(true, Ordering::Relaxed);
        }
    }

    /// Prepares repeated matching of a text.
    ///
    /// # Errors
    /// Fails when the pattern is not valid.
    pub fn search<'p, 't>(&'p self, text: &'t str) -> Answer<Search<'p, 't>> {
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
    pub fn group_of(&self, name: &str, spans: &Spans) -> Answer<usize> {
        let groups = self.program()?.names.get(name).map(Vec::as_slice);
        let groups = groups.unwrap_or_default();
        let took_part = |group: &&usize| spans.get(**group).is_some();
        let found = groups.iter().rev().find(took_part).or(groups.last());
        match (found, name.parse::<usize>()) {
            (Some(&group), _) => Ok(group),
            (None, Ok(number)) => Ok(number),
            (None, Err(_)) => invalid(format!("undefined group name reference: {name}")),
        }
    }

    /// Calls `each` with all non-overlapping matches until it returns `false`, like Ruby's `scan`:
    /// an empty match directly after another match counts. Groups are only set when `wanted`; the
    /// whole match always is.
    ///
    /// # Errors
    /// Same as [`is_match`](Pattern::is_match), and the errors of `each`.
    pub fn scan<E: From<Box<Failure>>>(
        &self,
        text: &str,
        wanted: bool,
        mut each: impl FnMut(&Spans) -> Result<bool, E>,
    ) -> Result<(), E> {
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

    #[inline]
    fn program(&self) -> Answer<&Program> {
        match self.program.get() {
            Some(Ok(program)) => Ok(program),
            _ => self.validity().or_else(invalid),
        }
    }

    /// Returns the program, or Ruby's message about the source.
    fn validity(&self) -> Result<&Program, String> {
        let program = self.program.get_or_init(|| {
            let parsed = parse(&self.source, self.options)?;
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

    fn engine(&self, text: &str) -> Answer<&Engine> {
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
            Ok(Engine::Linear(_, size, _)) if large::is_large(*size, program.groups, text) => {
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
            Err(problem) => invalid(format!("{problem}: {}", inspected(&self.source))),
        }
    }

    #[cold]
    fn too_long(&self) -> Box<Failure> {
        Box::new(Failure::TooLong(format!(
            "regexp match takes too many steps: {}",
            inspected(&self.source)
        )))
    }
}
