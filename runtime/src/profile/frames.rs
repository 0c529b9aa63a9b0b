//! Owns the frames that a recorder knows, by keys that are cheap to make.

use std::hash::Hash;
use std::sync::Arc;

use foldhash::fast::FixedState;
use frontend::Source;
use hashbrown::HashMap;

use super::frame::{Frame, Kind};

/// The key by which a frame is found quickly: a kind with the place of a body in its source, the
/// address of something that is never freed, or the number of the frame itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    address: u64,
    at: u32,
}

impl Key {
    /// Returns the key of the code that begins at an offset of a source. It is valid while the
    /// source is alive.
    pub fn of_body(kind: Kind, source: &Arc<Source>, at: u32) -> Key {
        Key::of_address(kind, Arc::as_ptr(source) as usize, at)
    }

    /// Returns the key of something that is never freed.
    pub fn of_static<T>(kind: Kind, thing: &'static T) -> Key {
        Key::of_address(kind, std::ptr::from_ref(thing) as usize, 0)
    }

    fn of_address(kind: Kind, address: usize, at: u32) -> Key {
        // addresses of user space leave the highest bits free
        let address = address as u64 | (kind as u64) << 56;
        Key { address, at }
    }

    /// Returns the key of a frame by its number.
    pub fn of_frame(frame: u32) -> Key {
        Key {
            address: u64::MAX,
            at: frame,
        }
    }
}

/// The frames.
#[derive(Default)]
pub(super) struct Frames {
    pub list: Vec<Frame>,
    numbers: HashMap<Frame, u32, FixedState>,
    by_key: HashMap<Key, u32, FixedState>,
    by_name: HashMap<(Kind, String, String), u32, FixedState>,
    /// The sources, kept alive so that their addresses stay unique.
    sources: Vec<Arc<Source>>,
}

impl Frames {
    /// Returns the number of a frame. Equal frames share a number, because the same name may stand
    /// at several places.
    pub fn add(&mut self, frame: Frame) -> u32 {
        if let Some(&number) = self.numbers.get(&frame) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(frame.clone());
        self.numbers.insert(frame, number);
        number
    }

    /// Returns the frame of a body, by its key.
    pub fn of_body(&mut self, key: Key, kind: Kind, name: &str, body: (&Arc<Source>, u32)) -> u32 {
        if let Some(&number) = self.by_key.get(&key) {
            return number;
        }
        let (source, at) = body;
        let number = self.add(Frame::at(kind, name, source, at));
        self.sources.push(source.clone());
        self.by_key.insert(key, number);
        number
    }

    /// Returns the frame of a name in a file, which may be empty.
    pub fn named(&mut self, kind: Kind, name: &str, file: &str) -> u32 {
        if let Some(&number) = self.by_name.get(&NameOf(kind, name, file)) {
            return number;
        }
        let number = self.add(Frame {
            file: (!file.is_empty()).then(|| file.to_owned()),
            ..Frame::named(kind, name)
        });
        let key = (kind, name.to_owned(), file.to_owned());
        self.by_name.insert(key, number);
        number
    }
}

/// A borrowed name for a search in a table of owned names.
#[derive(Hash)]
struct NameOf<'n>(Kind, &'n str, &'n str);

impl hashbrown::Equivalent<(Kind, String, String)> for NameOf<'_> {
    fn equivalent(&self, key: &(Kind, String, String)) -> bool {
        self.0 == key.0 && self.1 == key.1 && self.2 == key.2
    }
}
