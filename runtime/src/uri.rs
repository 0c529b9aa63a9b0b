//! URIs.

/// A URI; parts are of its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uri<'h> {
    /// The text in Puppet's form.
    pub text: &'h str,
}
