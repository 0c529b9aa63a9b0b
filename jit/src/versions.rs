//! Pointers to versions of code, which the engine keeps until it is dropped.
#![allow(unsafe_code, reason = "versions are published by pointer")]

use crate::engine::{Version, Versions};

/// The version that was published.
pub(crate) fn get<'e>(at: *mut Version) -> Option<&'e Version> {
    // SAFETY: null, or a version that the engine owns and neither moves nor changes
    unsafe { at.as_ref() }
}

/// Versions as long as the engine lives.
pub(crate) fn lasting<'e>(at: *const Versions) -> &'e Versions {
    // SAFETY: boxed, owned by the engine that asks, and never removed
    unsafe { &*at }
}
