//! Templates in ERB that need no process of Ruby.
//!
//! A template is lowered as a whole ([`lower`]) or not at all: it holds only the syntax, methods
//! and classes of a table. What runs has no effect but its text, so at anything that is not known
//! for certain (a method of another kind of value, an error of Ruby's own, a tie of `sort_by`) it is
//! given up, and the process renders the template from its beginning.

mod eval;
mod lower;
mod methods;
mod value;

use std::sync::{Arc, Mutex, PoisonError};

use foldhash::{HashMap, HashMapExt};
use runtime::Cx;

pub(super) use eval::Rendered;
use lower::Template;

/// Templates that are kept, at most.
const KEPT_MAX: usize = 10_000;

/// The templates that were read, by their texts; none for one that is not native.
static KEPT: Mutex<Option<HashMap<Box<str>, Option<Arc<Template>>>>> = Mutex::new(None);

/// The template of a text, if it is native.
fn template(code: &str) -> Option<Arc<Template>> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_with(HashMap::new);
    if let Some(known) = kept.get(code) {
        return known.clone();
    }
    if kept.len() >= KEPT_MAX {
        kept.clear();
    }
    let found = lower::lower(code).map(Arc::new);
    kept.insert(code.into(), found.clone());
    found
}

/// The text that a template makes, unless a process has to make it.
pub(super) fn render(cx: &mut Cx<'_>, code: &str) -> Rendered {
    match template(code) {
        Some(template) => eval::render(cx, &template),
        None => Rendered::NotNative,
    }
}
