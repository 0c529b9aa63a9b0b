//! Owns the cache of small files, such as templates and data, that each node reads again.
//!
//! A file is read again if its stamp has changed. A file that was changed just before it was read
//! is not cached, because a second change might leave the stamp unchanged.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

use foldhash::{HashMap, HashMapExt};

use crate::read_set::{Answer, answer_of_bytes};

/// The maximum size of a cached file.
const FILE_BYTES_MAX: usize = 1 << 18;
/// The maximum size of all cached files together.
const BYTES_MAX: usize = 64 << 20;
/// The minimum age of a file before it is cached.
const AGE: Duration = Duration::from_secs(2);

/// The identity of an unchanged file: device, inode number, length, and the times of its last
/// changes.
type Stamp = (u64, u64, u64, (i64, i64), (i64, i64));

/// The bytes of a file, and their digest once it has been requested.
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

/// Returns the bytes of a cached file that has not changed.
pub(super) fn find(path: &Path) -> Option<Vec<u8>> {
    find_content(path).map(|content| content.bytes.to_vec())
}

/// Works like [`find`], and also returns the file's answer for read sets.
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

/// Caches the bytes of a regular file.
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
