//! Finds the build ID of a program: a digest that the linker has made of the program and written
//! into it. Stripping the program does not change the ID.

/// The number of bytes at the beginning of a file in which the ID is searched.
pub const HEAD_BYTES: usize = 4096;

/// The kind of a program header that describes notes.
const NOTES: usize = 4;
/// The kind and the name of the note that has the ID.
const BUILD_ID: (usize, &[u8]) = (3, b"GNU\0");

/// Returns the build ID of a program of 64 bits in the format ELF, given the beginning of its file.
pub fn build_id(head: &[u8]) -> Option<&[u8]> {
    if !head.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (headers, size, count) = (
        number(head, 0x20, 8)?,
        number(head, 0x36, 2)?,
        number(head, 0x38, 2)?,
    );
    (0..count).find_map(|index| {
        let header = head.get(headers.checked_add(index * size)?..)?;
        if number(header, 0, 4)? != NOTES {
            return None;
        }
        let (start, bytes) = (number(header, 0x08, 8)?, number(header, 0x20, 8)?);
        id_among(head.get(start..start.checked_add(bytes)?)?)
    })
}

/// Returns the build ID among some notes. A note has the lengths of its name and its content, its
/// kind, its name and its content.
fn id_among(mut notes: &[u8]) -> Option<&[u8]> {
    loop {
        let (name_bytes, bytes) = (number(notes, 0, 4)?, number(notes, 4, 4)?);
        let kind = number(notes, 8, 4)?;
        let content = 12 + name_bytes.next_multiple_of(4);
        let name = notes.get(12..12 + name_bytes)?;
        if (kind, name) == BUILD_ID {
            return notes.get(content..content + bytes);
        }
        notes = notes.get(content + bytes.next_multiple_of(4)..)?;
    }
}

/// Reads a number that is stored with its lowest byte first.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let digits = bytes.get(at..at.checked_add(length)?)?.iter().rev();
    let number = digits.fold(0_u64, |number, digit| number << 8 | u64::from(*digit));
    usize::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the beginning of a program with one program header.
    fn program(kind: u32, notes: &[u8]) -> Vec<u8> {
        let mut head = b"\x7fELF\x02\x01".to_vec();
        head.resize(0x40 + 0x38, 0);
        head[0x20] = 0x40;
        head[0x36] = 0x38;
        head[0x38] = 1;
        head[0x40..0x44].copy_from_slice(&kind.to_le_bytes());
        head[0x48] = 0x78;
        head[0x60] = notes.len() as u8;
        head.extend(notes);
        head
    }

    #[test]
    fn an_id_is_found_among_notes() {
        let other = b"\x02\0\0\0\x01\0\0\0\x01\0\0\0A\0\0\0x\0\0\0";
        let own = b"\x04\0\0\0\x05\0\0\0\x03\0\0\0GNU\0hello\0\0\0";
        let notes = [&other[..], own].concat();
        assert_eq!(build_id(&program(4, &notes)), Some(&b"hello"[..]));
        assert_eq!(build_id(&program(1, &notes)), None);
        assert_eq!(build_id(&program(4, other)), None);
        let whole = program(4, &notes);
        for end in 0..whole.len() - 3 {
            assert_eq!(build_id(&whole[..end]), None);
        }
        assert_eq!(build_id(b"#!/bin/sh"), None);
    }

    #[test]
    fn lengths_may_be_wrong() {
        let note = b"\xff\xff\xff\xff\xff\xff\xff\xff\x03\0\0\0GNU\0";
        assert_eq!(build_id(&program(4, note)), None);
        let mut head = program(4, note);
        head[0x20..0x28].fill(0xff);
        assert_eq!(build_id(&head), None);
    }
}
