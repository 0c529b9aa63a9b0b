//! Makes an environment smaller while the same kind of difference remains.

use std::io;

use super::judge::{Difference, EnvironmentComparison};
use crate::generate::Choices;
use crate::generate::environment::{Files, environment};

/// The maximum number of attempts to find other choices.
const CHOICES_MAX: usize = 40;
/// The maximum number of attempts to delete something.
const DELETIONS_MAX: usize = 400;

/// Returns the smallest environment found that still differs in the same way, and the difference.
pub(super) fn smaller(
    judge: &mut EnvironmentComparison<'_>,
    choices: Vec<u8>,
    files: Files,
    difference: Difference,
) -> io::Result<(Files, String)> {
    let mut search = Search {
        judge,
        kind: difference.kind,
        text: difference.text,
        files,
        left: CHOICES_MAX,
    };
    search.by_choices(choices)?;
    search.left = DELETIONS_MAX;
    loop {
        let before = search.left;
        let len = size(&search.files);
        search.by_files()?;
        search.by_lines()?;
        if size(&search.files) == len || search.left == 0 || before == search.left {
            return Ok((search.files, search.text));
        }
    }
}

struct Search<'j, 'e> {
    judge: &'j mut EnvironmentComparison<'e>,
    kind: String,
    text: String,
    files: Files,
    /// The number of attempts that are left.
    left: usize,
}

impl Search<'_, '_> {
    /// Keeps the candidate if it is smaller and differs in the same way. Returns true if it was
    /// kept.
    fn attempt(&mut self, files: Files) -> io::Result<bool> {
        if self.left == 0 || size(&files) >= size(&self.files) {
            return Ok(false);
        }
        self.left -= 1;
        let found = self
            .judge
            .compare(&files)?
            .difference
            .filter(|found| found.kind == self.kind);
        let Some(found) = found else {
            return Ok(false);
        };
        (self.files, self.text) = (files, found.text);
        Ok(true)
    }

    fn by_choices(&mut self, mut bytes: Vec<u8>) -> io::Result<()> {
        let mut len = bytes.len() / 2;
        while len > 0 && self.left > 0 {
            let mut at = 0;
            while at < bytes.len() && self.left > 0 {
                let end = (at + len).min(bytes.len());
                let mut simple = bytes.clone();
                simple[at..end].fill(0);
                let without = [&bytes[..at], &bytes[end..]].concat();
                let mut found = None;
                for candidate in [without, simple] {
                    if self.attempt(environment(&mut Choices::of_bytes(&candidate)))? {
                        found = Some(candidate);
                        break;
                    }
                }
                match found {
                    Some(candidate) => bytes = candidate,
                    None => at = end,
                }
            }
            len /= 2;
        }
        Ok(())
    }

    fn by_files(&mut self) -> io::Result<()> {
        let paths: Vec<String> = self.files.keys().cloned().collect();
        // tries to delete many at once first
        for count in [paths.len() / 2, paths.len() / 4, 1] {
            for group in paths.chunks(count.max(1)) {
                let mut files = self.files.clone();
                files.retain(|path, _| path == "nodes.json" || !group.contains(path));
                self.attempt(files)?;
            }
        }
        Ok(())
    }

    fn by_lines(&mut self) -> io::Result<()> {
        let mut paths: Vec<(usize, String)> = self
            .files
            .iter()
            .map(|(path, text)| (text.len(), path.clone()))
            .collect();
        paths.sort();
        for (_, path) in paths.into_iter().rev() {
            self.by_blocks(&path)?;
            let mut len = self.lines(&path).len() / 2;
            while len > 0 {
                let mut at = 0;
                while at < self.lines(&path).len() {
                    if !self.without(&path, at, at + len, false)? {
                        at += len;
                    }
                }
                len /= 2;
            }
        }
        Ok(())
    }

    /// Deletes blocks with their contents, or only the lines around the contents.
    fn by_blocks(&mut self, path: &str) -> io::Result<()> {
        let mut at = 0;
        while at < self.lines(path).len() {
            let lines = self.lines(path);
            let indent = |line: &str| line.len() - line.trim_start().len();
            let inner = lines[at + 1..]
                .iter()
                .take_while(|line| indent(line) > indent(&lines[at]));
            let end = at + 1 + inner.count();
            let is_block = lines[at].ends_with(['{', '(', ':']) && end < lines.len();
            let is_gone = is_block
                && (self.without(path, at, end + 1, false)?
                    || self.without(path, at, end, true)?);
            at += usize::from(!is_gone);
        }
        Ok(())
    }

    fn lines(&self, path: &str) -> Vec<String> {
        let text = self.files.get(path).map_or("", String::as_str);
        text.lines().map(str::to_owned).collect()
    }

    /// Deletes the lines of a range or, with `ends`, only its first line and the one after its end.
    fn without(&mut self, path: &str, at: usize, end: usize, ends: bool) -> io::Result<bool> {
        let lines = self.lines(path);
        let stays = |line: usize| match ends {
            true => line != at && line != end,
            false => !(at..end).contains(&line),
        };
        let lines = lines.iter().enumerate().filter(|(line, _)| stays(*line));
        let text: String = lines.map(|(_, line)| format!("{line}\n")).collect();
        let mut files = self.files.clone();
        files.insert(path.to_owned(), text);
        self.attempt(files)
    }
}

fn size(files: &Files) -> usize {
    files
        .iter()
        .map(|(path, text)| path.len() + text.len())
        .sum()
}
