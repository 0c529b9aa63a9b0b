//! Letters in the other case, as the platform has them: each character by itself.

/// Texts in lower case.
pub trait Downcase {
    /// The text in lower case. Unlike [`str::to_lowercase`] it does not look at neighbours: `Σ` is
    /// `σ` at the end of a word, too.
    fn downcase(&self) -> String;
}

impl Downcase for str {
    fn downcase(&self) -> String {
        match self.is_ascii() {
            true => self.to_ascii_lowercase(),
            false => self.chars().flat_map(char::to_lowercase).collect(),
        }
    }
}
