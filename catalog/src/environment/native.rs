//! Which functions of modules run natively: those whose files are equal to files that the native
//! functions were compared with. It knows these files by their digests alone; a file that differs
//! runs as it is written.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use frontend::name::{Map, Set};
use runtime::host::Native;
use runtime::host::Release;
use sha2::{Digest as _, Sha256};

use super::{Environment, files};
use crate::read_set::{self, Topic};
use crate::ruby::Api;

/// The files, made by `scripts/stdlib-digests`.
const DIGESTS: &str = include_str!("stdlib_digests.txt");

/// A file that is known.
struct StdlibFile {
    release: Release,
    /// Below `lib/puppet`.
    path: &'static str,
    /// Files that it needs, or functions by their names.
    needs: &'static str,
}

/// All files that are known, by their digests.
static FILES: LazyLock<HashMap<&'static str, StdlibFile>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let mut words = line.splitn(4, ' ');
        let (digest, releases, path) = (words.next()?, words.next()?, words.next()?);
        let file = StdlibFile {
            release: release(releases),
            path,
            needs: words.next().unwrap_or_default(),
        };
        Some((digest, file))
    };
    DIGESTS.lines().filter_map(row).collect()
});

/// A file that several releases have runs as that of the last of them.
fn release(releases: &str) -> Release {
    match releases.rsplit(',').next() {
        Some("main") => Release::Later,
        Some("9") => Release::Nine,
        _ => Release::Eight,
    }
}

/// Facts about functions, by name.
#[derive(Default)]
pub(super) struct Natives(Mutex<Map<Box<str>, Option<Native>>>);

impl Environment {
    /// The native implementation of a function that is written in Ruby, if its file is known.
    pub fn native(&self, name: &str) -> Option<Native> {
        read_set::note(Topic::Native, name, || self.answer(Topic::Native, name));
        let mut known = self
            .natives
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(native) = known.get(name) {
            return native.clone();
        }
        let native = read_set::unnoted(|| self.find_native(name));
        known.insert(name.into(), native.clone());
        native
    }

    fn find_native(&self, name: &str) -> Option<Native> {
        let current = self.ruby_function(name, Api::Current);
        let Some(path) = current.or_else(|| self.ruby_function(name, Api::Legacy)) else {
            return self.stood_for(name);
        };
        let release = self.is_known(path, &mut Set::default())?;
        Some(Native {
            release,
            path: path.into(),
        })
    }

    /// The release of a file that is known, and so is all that it needs.
    fn is_known(&self, path: &str, seen: &mut Set<Box<str>>) -> Option<Release> {
        let text = files::read_code(std::path::Path::new(path)).ok()?;
        let known = FILES.get(digest(&text).as_str())?;
        let folder = path.strip_suffix(known.path)?;
        if seen.insert(path.into()) {
            for need in known.needs.split_whitespace() {
                let needed = match need.ends_with(".rb") {
                    true => format!("{folder}{need}"),
                    false => {
                        let current = self.ruby_function(need, Api::Current);
                        let found = current.or_else(|| self.ruby_function(need, Api::Legacy))?;
                        found.to_owned()
                    }
                };
                self.is_known(&needed, seen)?;
            }
        }
        Some(known.release)
    }

    /// A function of a stdlib of which there is no file but its metadata, which stands for the
    /// module where [`Options::stand_ins`](super::Options::stand_ins) says so.
    fn stood_for(&self, name: &str) -> Option<Native> {
        let module = self.module("stdlib").filter(|_| self.options.stand_ins)?;
        if std::fs::read_dir(&*module.path).ok()?.count() > 1 {
            return None;
        }
        let is_of = |release: Release| {
            let number = match release {
                Release::Eight => "8",
                Release::Nine => "9",
                Release::Later => "main",
            };
            DIGESTS.lines().any(|line| {
                let mut words = line.split(' ').skip(1);
                let releases = words.next().unwrap_or_default();
                releases.split(',').any(|it| it == number)
                    && words.next().is_some_and(|path| function(path) == name)
            })
        };
        let release = match module.version {
            Some(version) if version >= (9, 0) => Some(Release::Later).filter(|it| is_of(*it)),
            Some(_) => Some(Release::Eight).filter(|it| is_of(*it)),
            None => [Release::Eight, Release::Later]
                .into_iter()
                .find(|it| is_of(*it)),
        };
        Some(Native {
            release: release?,
            path: format!("{}/lib/puppet/functions/{name}.rb", module.path).into(),
        })
    }
}

/// The name of the function that a file defines.
fn function(path: &str) -> String {
    let below = path.strip_prefix("parser/").unwrap_or(path);
    let name = below.strip_prefix("functions/").unwrap_or(below);
    name.trim_end_matches(".rb").replace('/', "::")
}

/// The first 32 digits of the SHA-256 of a text, without what line ends may look like.
fn digest(text: &str) -> String {
    let mut digest = Sha256::new();
    for line in text.lines() {
        let line = line.replace('\r', "");
        digest.update(line.trim_end_matches([' ', '\t']));
        digest.update("\n");
    }
    let mut digits = String::new();
    for byte in &digest.finalize()[..16] {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}
