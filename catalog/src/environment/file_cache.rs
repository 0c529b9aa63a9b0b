//! Small files that were read: templates and data are asked for again and again, by each node.
//!
//! A file is read anew when its stamp differs. One that was changed just before it was read is not kept,
//! because a second change might leave the stamp as it is.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use foldhash::{HashMap, HashMapExt};

use crate::read_set::{Answer, answer_of_bytes};

/// Bytes of a file that is kept, at most.
const FILE_BYTES_MAX: usize = 1 << 18;
/// Bytes of all of them.
const BYTES_MAX: usize = 64 << 20;
/// The age that a file has before it is kept.
const AGE: Duration = Duration::from_secs(2);

/// Identifies an unchanged file by device, number, length, and the times of its last changes.
type Stamp = (u64, u64, u64, (i64, i64), (i64, i64));

/// The bytes of a file, and their digest once it was asked for.
#[derive(Clone)]
struct Content {
    bytes: Arc<[u8]>,
    answer: Arc<OnceLock<Answer>>,
}

#[derive(Default)]
struct FileCache {
    files: HashMap<Box<Path>, (Stamp, Content)>,
    bytes: usize,
}

static CACHE: LazyLock<Mutex<FileCache>> = LazyLock::new(|| {
    Mutex::new(FileCache {
        files: HashMap::new(),
        bytes: 0,
    })
});

fn cache() -> MutexGuard<'static, FileCache> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stamp(metadata: &Metadata) -> Stamp {
    let times = (
        (metadata.mtime(), metadata.mtime_nsec()),
        (metadata.ctime(), metadata.ctime_nsec()),
    );
    (
        metadata.dev(),
        metadata.ino(),
        metadata.len(),
        times.0,
        times.1,
    )
}

/// The bytes of a file that was read before and has not changed.
pub(super) fn find(path: &Path) -> Option<Vec<u8>> {
    find_content(path).map(|content| content.bytes.to_vec())
}

/// The same with what a read set says of the file.
pub(super) fn find_noted(path: &Path) -> Option<(Vec<u8>, Answer)> {
    let content = find_content(path)?;
    let answer = content
        .answer
        .get_or_init(|| answer_of_bytes(&content.bytes));
    Some((content.bytes.to_vec(), *answer))
}

fn find_content(path: &Path) -> Option<Content> {
    let (known, content) = cache().files.get(path).cloned()?;
    let metadata = fs::metadata(path).ok()?;
    (metadata.is_file() && stamp(&metadata) == known).then_some(content)
}

/// Keeps the bytes of a regular file.
pub(super) fn keep(path: &Path, metadata: &Metadata, bytes: &[u8]) {
    let age = |time: SystemTime| time.elapsed().unwrap_or_default();
    let is_old = metadata.modified().is_ok_and(|time| age(time) >= AGE);
    let is_whole = bytes.len() as u64 == metadata.len();
    if !is_old || !is_whole || bytes.len() > FILE_BYTES_MAX {
        return;
    }
    let mut kept = cache();
    if kept.bytes + bytes.len() > BYTES_MAX {
        kept.files.clear();
        kept.bytes = 0;
    }
    kept.bytes += bytes.len();
    let content = Content {
        bytes: bytes.into(),
        answer: Arc::default(),
    };
    if let Some((_, old)) = kept.files.insert(path.into(), (stamp(metadata), content)) {
        kept.bytes -= old.bytes.len();
    }
}
