//! Declares the interface to the caller's memory.

/// Memory that holds copies of texts for as long as the memory itself lives.
pub trait Arena {
    /// Copies a text.
    fn text(&self, text: &str) -> &str;

    /// Copies items.
    fn slice<T: Copy>(&self, items: &[T]) -> &[T];
}

#[cfg(test)]
impl Arena for bumpalo::Bump {
    fn text(&self, text: &str) -> &str {
        self.alloc_str(text)
    }

    fn slice<T: Copy>(&self, items: &[T]) -> &[T] {
        self.alloc_slice_copy(items)
    }
}
