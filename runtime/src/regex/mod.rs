//! Regular expressions with Ruby's meaning.
//!
//! `frontend::regexp` reads their syntax; this owns the spelling for the engines, the choice of the
//! engine and the process-wide cache of compiled patterns. A [`Pattern`] is shared; a [`Regexp`]
//! is a value over one.

mod emit;

use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock, RwLock};

use frontend::regexp::{self, Names, Node};
use hashbrown::HashMap;

use crate::error::{Error, Raise, Res, fail};
use crate::heap::Heap;

pub use frontend::regexp::Options;

/// A regular expression value.
#[derive(Clone, Copy)]
pub struct Regexp<'h> {
    source: &'h str,
    pattern: &'h Pattern,
}

impl<'h> Regexp<'h> {
    /// The regular expression of a source.
    ///
    /// # Errors
    /// A plain error with Ruby's text for a source that is none.
    pub fn new(heap: &'h Heap, source: &str) -> Res<'h, &'h Regexp<'h>> {
        let regexp = Regexp::unchecked(heap, source);
        regexp.pattern.check()?;
        Ok(regexp)
    }

    /// As [`new`](Regexp::new), but what is wrong with the source shows at the first match only,
    /// as in `Regexp['[']`.
    pub fn unchecked(heap: &'h Heap, source: &str) -> &'h Regexp<'h> {
        let pattern = heap.keep(pattern(source, Options::default()));
        let source = pattern.source();
        heap.alloc(Regexp { source, pattern })
    }

    /// The source between the slashes.
    pub fn source(&self) -> &'h str {
        self.source
    }

    /// The compiled form.
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

    /// The groups of the first match in a text.
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

/// The result of a successful match, for `$0`, `$1`, ...
pub struct Captures<'h> {
    /// The groups; 0 is the whole match.
    pub groups: &'h [Option<&'h str>],
}

/// Byte offsets of the groups of a match; 0 is the whole match, absent groups are `None`.
pub type Spans = Vec<Option<(usize, usize)>>;

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
    engine: OnceLock<Result<Engine, String>>,
    /// For texts that end in a line break, when that matters.
    careful: OnceLock<Result<Engine, String>>,
}

enum Engine {
    Linear(regex::Regex),
    Backtracking(fancy_regex::Regex),
}

/// Compiled size of a pattern at most, in bytes.
const SIZE_MAX: usize = 64 << 20;
/// Steps of a backtracking match at most.
const STEPS_MAX: usize = 10_000_000;
/// Patterns in the cache; when it is full it starts anew.
const CACHE_MAX: usize = 4096;

type Cache = HashMap<(Box<str>, Options), Arc<Pattern>, foldhash::fast::FixedState>;
static CACHE: LazyLock<RwLock<Cache>> = LazyLock::new(RwLock::default);

/// The pattern of a source, from the cache of the process. Nothing is compiled yet.
pub fn pattern(source: &str, options: Options) -> Arc<Pattern> {
    let key = (Box::from(source), options);
    let known = CACHE.read().ok().and_then(|c| c.get(&key).cloned());
    if let Some(pattern) = known {
        return pattern;
    }
    let pattern = Arc::new(Pattern {
        source: key.0.clone(),
        options,
        program: OnceLock::new(),
    });
    if let Ok(mut cache) = CACHE.write() {
        if cache.len() >= CACHE_MAX {
            cache.clear();
        }
        return cache.entry(key).or_insert(pattern).clone();
    }
    pattern
}

/// A text that matches itself: `a.b` as `a\.b`.
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
    /// The source between the slashes.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Says what is wrong with the source.
    ///
    /// # Errors
    /// A plain error with Ruby's text.
    pub fn check<'h>(&self) -> Res<'h, ()> {
        self.program().map(|_| ())
    }

    /// The number of groups that capture.
    ///
    /// # Errors
    /// As for [`check`](Pattern::check).
    pub fn groups<'h>(&self) -> Res<'h, usize> {
        Ok(self.program()?.groups)
    }

    /// Whether it matches somewhere in a text.
    ///
    /// # Errors
    /// When the pattern is not valid, or the match takes too long.
    pub fn is_match<'h>(&self, text: &str) -> Res<'h, bool> {
        match self.engine(text)? {
            Engine::Linear(engine) => Ok(engine.is_match(text)),
            Engine::Backtracking(engine) => engine.is_match(text).map_err(|e| self.too_long(e)),
        }
    }

    /// The first match at or behind a byte offset.
    ///
    /// # Errors
    /// As for [`is_match`](Pattern::is_match).
    pub fn find<'h>(&self, text: &str, from: usize) -> Res<'h, Option<(usize, usize)>> {
        match self.engine(text)? {
            Engine::Linear(engine) => {
                let found = engine.find_at(text, from);
                Ok(found.map(|m| (m.start(), m.end())))
            }
            Engine::Backtracking(engine) => {
                let found = engine.find_from_pos(text, from);
                let found = found.map_err(|e| self.too_long(e))?;
                Ok(found.map(|m| (m.start(), m.end())))
            }
        }
    }

    /// The groups of the first match at or behind a byte offset.
    ///
    /// # Errors
    /// As for [`is_match`](Pattern::is_match).
    pub fn spans<'h>(&self, text: &str, from: usize) -> Res<'h, Option<Spans>> {
        match self.engine(text)? {
            Engine::Linear(engine) => {
                let found = engine.captures_at(text, from);
                Ok(found.map(|c| c.iter().map(|m| m.map(|m| (m.start(), m.end()))).collect()))
            }
            Engine::Backtracking(engine) => {
                let found = engine.captures_from_pos(text, from);
                let found = found.map_err(|e| self.too_long(e))?;
                Ok(found.map(|c| c.iter().map(|m| m.map(|m| (m.start(), m.end()))).collect()))
            }
        }
    }

    /// The groups of the first match, as texts.
    ///
    /// # Errors
    /// As for [`is_match`](Pattern::is_match).
    pub fn captures<'h>(&self, heap: &'h Heap, text: &'h str) -> Res<'h, Option<&'h Captures<'h>>> {
        let Some(spans) = self.spans(text, 0)? else {
            return Ok(None);
        };
        let group = |span: Option<(usize, usize)>| span.map(|(start, end)| &text[start..end]);
        let groups = heap.slice_from(spans.len(), spans.into_iter().map(group));
        Ok(Some(heap.alloc(Captures { groups })))
    }

    /// The group that a name or number stands for in a match: of several groups of one name the
    /// last that took part.
    ///
    /// # Errors
    /// When there is no such group.
    pub fn group_of<'h>(&self, name: &str, spans: &Spans) -> Res<'h, usize> {
        let groups = self.program()?.names.get(name).map(Vec::as_slice);
        let groups = groups.unwrap_or_default();
        let took_part = |group: &&usize| spans.get(**group).is_some_and(Option::is_some);
        let found = groups.iter().rev().find(took_part).or(groups.last());
        match (found, name.parse::<usize>()) {
            (Some(&group), _) => Ok(group),
            (None, Ok(number)) => Ok(number),
            (None, Err(_)) => fail(format!("undefined group name reference: {name}")),
        }
    }

    /// Calls `each` with the groups of all matches that do not overlap until it says to stop, as
    /// Ruby's `scan` does: an empty match right behind another match counts.
    ///
    /// # Errors
    /// As for [`is_match`](Pattern::is_match), and those of `each`.
    pub fn scan<'h>(
        &self,
        text: &str,
        mut each: impl FnMut(&Spans) -> Res<'h, bool>,
    ) -> Res<'h, ()> {
        let mut from = 0;
        while from <= text.len() {
            let Some(spans) = self.spans(text, from)? else {
                break;
            };
            let (start, end) = spans[0].unwrap_or((from, from));
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
        let program = self.program.get_or_init(|| {
            let parsed = regexp::parse(&self.source, self.options)?;
            let newline_matters = emit::emit(&parsed.root, false).newline_matters;
            Ok(Program {
                root: parsed.root,
                groups: parsed.groups,
                names: parsed.names,
                newline_matters,
                engine: OnceLock::new(),
                careful: OnceLock::new(),
            })
        });
        match program {
            Ok(program) => Ok(program),
            Err(problem) => fail(format!("{problem}: /{}/", self.source)),
        }
    }

    fn engine<'h>(&self, text: &str) -> Res<'h, &Engine> {
        let program = self.program()?;
        let careful = program.newline_matters && text.ends_with('\n');
        let engine = match careful {
            true => &program.careful,
            false => &program.engine,
        };
        let built = engine.get_or_init(|| build(&emit::emit(&program.root, careful)));
        match built {
            Ok(engine) => Ok(engine),
            Err(problem) => fail(format!("{problem}: /{}/", self.source)),
        }
    }

    #[cold]
    fn too_long<'h>(&self, _why: fancy_regex::Error) -> Box<Raise<'h>> {
        let text = format!("regexp match takes too many steps: /{}/", self.source);
        Error::plain(text).into()
    }
}

fn build(emitted: &emit::Emitted) -> Result<Engine, String> {
    if emitted.fancy {
        let engine = fancy_regex::RegexBuilder::new(&emitted.text)
            .backtrack_limit(STEPS_MAX)
            .delegate_size_limit(SIZE_MAX)
            .max_prog_size(1 << 20)
            .build();
        return engine.map(Engine::Backtracking).map_err(|e| match e {
            fancy_regex::Error::CompileError(why) if why.to_string().contains("ecursive") => {
                "never ending recursion".to_owned()
            }
            other => other.to_string(),
        });
    }
    let engine = regex::RegexBuilder::new(&emitted.text)
        .size_limit(SIZE_MAX)
        .build();
    engine
        .map(Engine::Linear)
        .map_err(|_| "too big pattern".to_owned())
}

#[cfg(test)]
mod tests;
