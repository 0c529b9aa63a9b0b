//! Reads and writes the binary format of a store: numbers with seven bits per byte, texts after
//! their length.

use super::{DataFile, NodeRecord, Outcome, Question, Store};
use crate::read_set::{Answer, Topic, answer_of_bytes};

/// The start of the file, with the version of the format.
const HEAD: &[u8] = b"bunraku reads 1\n";

/// Encodes a store.
pub(super) fn write(store: &Store) -> Vec<u8> {
    let mut out = Writer(HEAD.to_vec());
    out.answer(store.program);
    out.all(&store.environments, |out, (name, answer)| {
        out.text(name);
        out.answer(*answer);
    });
    out.all(&store.questions, |out, asked| {
        out.number(asked.environment.into());
        out.0.push(asked.kind as u8);
        out.text(&asked.name);
        if !asked.kind.is_bare() {
            out.answer(asked.answer);
        }
    });
    out.all(&store.files, |out, file| {
        out.number(file.question.into());
        out.answer(file.bytes);
        out.answer(file.shape);
        out.all(&file.keys, |out, (key, answer)| {
            out.text(key);
            out.answer(*answer);
        });
    });
    out.all(&store.lists, |out, list| out.ascending(list));
    out.all(&store.nodes, |out, node| {
        out.text(&node.name);
        out.number(node.environment.into());
        out.0.push(node.outcome.is_fine.into());
        out.number(node.outcome.bytes);
        out.text(&node.outcome.log);
        out.text(&node.outcome.text);
        out.answer(node.fixed);
        out.all(&node.named, |out, (number, answer)| {
            out.number((*number).into());
            out.answer(*answer);
        });
        out.all(&node.asked, |out, list| out.number((*list).into()));
        out.all(&node.keys, |out, (file, list)| {
            out.number((*file).into());
            out.number((*list).into());
        });
    });
    // the digest at the end detects a truncated or changed file
    let end = answer_of_bytes(&out.0);
    out.answer(end);
    out.0
}

/// Decodes a store.
///
/// # Errors
/// Fails if the file has another version or is damaged.
pub(super) fn read(bytes: &[u8]) -> Result<Store, String> {
    let Some(rest) = bytes.strip_prefix(HEAD) else {
        return Err("holds no read sets that this version can read".to_owned());
    };
    let damaged = || "is damaged".to_owned();
    let (content, end) = bytes
        .split_last_chunk::<16>()
        .map(|(content, end)| (content, Answer(*end)))
        .ok_or_else(damaged)?;
    if answer_of_bytes(content) != end {
        return Err(damaged());
    }
    let mut rest = Reader(&rest[..rest.len() - 16]);
    let store = rest.store().ok_or_else(damaged)?;
    match rest.0.is_empty() && is_sound(&store) {
        true => Ok(store),
        false => Err(damaged()),
    }
}

/// Returns true if all numbers refer to existing entries.
fn is_sound(store: &Store) -> bool {
    let is_below = |number: &u32, len: usize| (*number as usize) < len;
    let questions = store.questions.len();
    let asked = |number: &u32| is_below(number, questions);
    let environment = |number: &u32| is_below(number, store.environments.len());
    store
        .questions
        .iter()
        .all(|question| environment(&question.environment))
        && store.files.iter().all(|file| asked(&file.question))
        && store.lists.iter().flatten().all(asked)
        && store.nodes.is_sorted_by(|a, b| a.name < b.name)
        && store.nodes.iter().all(|node| {
            let list = |list: &u32| is_below(list, store.lists.len());
            environment(&node.environment)
                && node.named.iter().all(|(number, _)| asked(number))
                && node.asked.iter().all(list)
                && node
                    .keys
                    .iter()
                    .all(|(file, of)| is_below(file, store.files.len()) && list(of))
        })
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    fn answer(&mut self, answer: Answer) {
        self.0.extend_from_slice(&answer.0);
    }

    fn all<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.number(items.len() as u64);
        items.iter().for_each(|item| write(self, item));
    }

    /// Writes ascending numbers as their differences.
    fn ascending(&mut self, numbers: &[u32]) {
        self.number(numbers.len() as u64);
        let mut last = 0;
        for number in numbers {
            self.number((number - last).into());
            last = *number;
        }
    }
}

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn answer(&mut self) -> Option<Answer> {
        let (answer, rest) = self.0.split_first_chunk::<16>()?;
        self.0 = rest;
        Some(Answer(*answer))
    }

    fn all<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = usize::try_from(self.number()?).ok()?;
        // each item takes at least one byte
        let mut items = Vec::with_capacity(count.min(self.0.len()));
        for _ in 0..count {
            items.push(read(self)?);
        }
        Some(items)
    }

    fn store(&mut self) -> Option<Store> {
        Some(Store {
            program: self.answer()?,
            environments: self.all(|it| Some((it.text()?, it.answer()?)))?,
            questions: self.all(Reader::question)?,
            files: self.all(|it| {
                Some(DataFile {
                    question: it.small()?,
                    bytes: it.answer()?,
                    shape: it.answer()?,
                    keys: it.all(|it| Some((it.text()?, it.answer()?)))?,
                })
            })?,
            lists: self.all(|it| {
                let mut last = 0u32;
                it.all(|it| {
                    last = last.checked_add(it.small()?)?;
                    Some(last)
                })
            })?,
            nodes: self.all(Reader::node)?,
        })
    }

    fn question(&mut self) -> Option<Question> {
        let environment = self.small()?;
        let kind = Topic::of(self.byte()?)?;
        let name = self.text()?;
        let answer = match kind.is_bare() {
            true => Answer::default(),
            false => self.answer()?,
        };
        Some(Question {
            environment,
            kind,
            name,
            answer,
        })
    }

    fn node(&mut self) -> Option<NodeRecord> {
        Some(NodeRecord {
            name: self.text()?,
            environment: self.small()?,
            outcome: Outcome {
                is_fine: self.byte()? != 0,
                bytes: self.number()?,
                log: self.text()?,
                text: self.text()?,
            },
            fixed: self.answer()?,
            named: self.all(|it| Some((it.small()?, it.answer()?)))?,
            asked: self.all(Reader::small)?,
            keys: self.all(|it| Some((it.small()?, it.small()?)))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> Store {
        let asked = |kind, name: &str, number: u8| Question {
            environment: 0,
            kind,
            name: name.to_owned(),
            answer: match number {
                0 => Answer::default(),
                number => Answer([number; 16]),
            },
        };
        Store {
            program: Answer([9; 16]),
            environments: vec![("production".to_owned(), Answer([8; 16]))],
            questions: vec![
                asked(Topic::Code, "/e/a.pp", 1),
                asked(Topic::DataFile, "yaml  /e/c.yaml", 0),
                asked(Topic::Key, "k", 0),
            ],
            files: vec![DataFile {
                question: 1,
                bytes: Answer([2; 16]),
                shape: Answer([3; 16]),
                keys: vec![("k".to_owned(), Answer([4; 16]))],
            }],
            lists: vec![vec![0, 1, 2], vec![2]],
            nodes: vec![NodeRecord {
                name: "n".to_owned(),
                environment: 0,
                outcome: Outcome {
                    is_fine: true,
                    bytes: 70_000,
                    log: "Warning: x\n".to_owned(),
                    text: String::new(),
                },
                fixed: Answer([5; 16]),
                named: vec![(0, Answer([6; 16]))],
                asked: vec![0],
                keys: vec![(0, 1)],
            }],
        }
    }

    #[test]
    fn a_store_is_read_as_it_was_written() {
        assert_eq!(read(&write(&store())), Ok(store()));
    }

    #[test]
    fn damage_is_told() {
        let bytes = write(&store());
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err());
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(read(&changed).is_err());
        }
    }
}
