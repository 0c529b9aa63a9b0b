//! mir
