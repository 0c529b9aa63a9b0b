//! Owns what an environment knows about code in Ruby: the mode in which it runs, the APIs of
//! functions, and the resource types that have been read.

use std::sync::atomic::{AtomicU8, Ordering};

use runtime::regexp::Regexp;
use runtime::{Heap, Res};

use crate::core_types::{NativeType, TitleParts};

/// The mode in which Ruby code runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    /// Runs natively where that is possible, otherwise in a process.
    #[default]
    Auto,
    /// Runs in a process.
    Process,
    /// Runs natively; code that needs a process is an error.
    Off,
    /// Runs both ways; a difference in the results is an error.
    Both,
}

static USUAL: AtomicU8 = AtomicU8::new(Mode::Auto as u8);

/// Sets the mode for environments that are opened from now on and do not set it themselves.
pub fn set_mode(mode: Mode) {
    USUAL.store(mode as u8, Ordering::Relaxed);
}

/// Returns the mode for environments that do not set it.
pub(crate) fn usual_mode() -> Mode {
    let mode = USUAL.load(Ordering::Relaxed);
    let all = [Mode::Process, Mode::Off, Mode::Both];
    let found = all.into_iter().find(|one| *one as u8 == mode);
    found.unwrap_or_default()
}

/// The APIs for functions that are written in Ruby.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Api {
    /// 4.x: `lib/puppet/functions/NAME.rb`
    Current,
    /// 3.x: `lib/puppet/parser/functions/NAME.rb`
    Legacy,
}

/// A resource type of a module.
#[derive(PartialEq, Debug)]
pub struct RubyType {
    pub(crate) name: &'static str,
    pub(crate) name_attributes: Vec<&'static str>,
    pub(crate) attributes: Vec<&'static str>,
    pub(crate) isomorphic: bool,
    /// The rule that splits titles.
    pub(crate) titles: Titles,
}

impl RubyType {
    /// Splits the title of a reference into the attributes that name a resource; `None` if the type
    /// has no title patterns or needs Ruby code to split titles.
    pub fn parts_of_reference<'h>(&self, heap: &'h Heap, title: &'h str) -> Option<TitleParts<'h>> {
        match &self.titles {
            Titles::Patterns(patterns) => matched(heap, patterns, title).ok()?,
            Titles::Whole | Titles::Code | Titles::Missing => None,
        }
    }

    /// Returns true if a title of the type may be split into several attributes.
    pub fn splits(&self) -> bool {
        !matches!(self.titles, Titles::Whole)
    }

    /// Describes the type like one of Puppet's own types.
    pub fn native(&self) -> NativeType<'_> {
        NativeType {
            name: self.name,
            name_attributes: &self.name_attributes,
            attributes: &self.attributes,
            isomorphic: self.isomorphic,
        }
    }
}

/// The way in which a type splits the titles of its resources.
#[derive(PartialEq, Debug)]
pub(crate) enum Titles {
    /// The title is the value of the naming attribute.
    Whole,
    /// The first pattern that matches splits the title; its groups are the values of these
    /// attributes.
    Patterns(Vec<(String, Vec<&'static str>)>),
    /// Ruby code of the type splits the title.
    Code,
    /// Several attributes name a resource, and the type does not say how titles are split.
    Missing,
}

/// Splits a title by the first pattern that matches.
///
/// # Errors
/// Fails if a pattern is not a valid regular expression.
pub(crate) fn matched<'h>(
    heap: &'h Heap,
    patterns: &[(String, Vec<&'static str>)],
    title: &'h str,
) -> Res<'h, Option<TitleParts<'h>>> {
    for (source, names) in patterns {
        let Some(captures) = Regexp::new(heap, source)?.captures(heap, title)? else {
            continue;
        };
        let groups = names.iter().enumerate();
        let parts: Vec<(&'static str, &'h str)> = groups
            .filter_map(|(at, name)| Some((*name, captures.group(at + 1)?)))
            .collect();
        return Ok(Some(heap.slice(&parts)));
    }
    Ok(None)
}
