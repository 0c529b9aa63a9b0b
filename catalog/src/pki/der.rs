//! DER, the binary encoding of certificates, keys and enveloped data.

pub(crate) const INTEGER: u8 = 0x02;
pub(crate) const BITS: u8 = 0x03;
pub(crate) const OCTETS: u8 = 0x04;
pub(crate) const OID: u8 = 0x06;
pub(crate) const SEQUENCE: u8 = 0x30;
pub(crate) const SET: u8 = 0x31;
pub(crate) const CONTEXT: u8 = 0xA0;

/// A reader of a sequence of DER values.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    /// Reads the content of the next value, if it has this tag.
    pub(crate) fn take(&mut self, tag: u8) -> Option<&'b [u8]> {
        let (first, rest) = self.0.split_first()?;
        let (length, rest) = rest.split_first()?;
        let (length, rest) = match length {
            0..=0x7F => (usize::from(*length), rest),
            0x81..=0x84 => {
                let (digits, rest) = rest.split_at_checked(usize::from(length - 0x80))?;
                let length = digits
                    .iter()
                    .fold(0, |sum, digit| sum << 8 | usize::from(*digit));
                (length, rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        if *first != tag {
            return None;
        }
        self.0 = rest;
        Some(content)
    }

    /// Reads the next value including its tag and length, if it has this tag.
    pub(crate) fn take_whole(&mut self, tag: u8) -> Option<&'b [u8]> {
        let before = self.0;
        self.take(tag)?;
        Some(&before[..before.len() - self.0.len()])
    }
}

/// Returns the digits of a non-negative number without leading zeros.
pub(crate) fn unsigned(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    &bytes[zeros..]
}
