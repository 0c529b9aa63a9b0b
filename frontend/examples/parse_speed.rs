//! How fast manifests are lexed, parsed and validated: `parse_speed FOLDER [ROUNDS]`.
//!
//! Reads every `.pp` below the folder into memory, then goes over them ROUNDS times on one thread
//! and prints the best round in MB/s.

use std::path::{Path, PathBuf};
use std::time::Instant;

use bumpalo::Bump;
use frontend::{Source, parser, validate};

fn manifests(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => manifests(&path, out),
            false if path.extension().is_some_and(|e| e == "pp") => out.push(path),
            false => {}
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let rounds: u32 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(10);
    let mut paths = Vec::new();
    manifests(Path::new(&folder), &mut paths);
    let read = |path: &PathBuf| std::fs::read_to_string(path).ok();
    let texts: Vec<String> = paths.iter().filter_map(read).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let sources: Vec<Source> = texts
        .iter()
        .map(|text| Source::new(None, text.as_str()))
        .collect();
    let mut arena = Bump::new();
    let (mut best_parse, mut best_all) = (f64::MAX, f64::MAX);
    let mut faults = 0;
    for _ in 0..rounds {
        let (mut parse, mut all) = (0.0, 0.0);
        faults = 0;
        for source in &sources {
            arena.reset();
            let start = Instant::now();
            let program = parser::parse(&arena, source);
            parse += start.elapsed().as_secs_f64();
            match &program {
                Ok(program) => {
                    let options = validate::Options::default();
                    faults += validate::validate(program, source, &options).len();
                }
                Err(_) => faults += 1,
            }
            all += start.elapsed().as_secs_f64();
        }
        (best_parse, best_all) = (best_parse.min(parse), best_all.min(all));
    }
    let megabytes = bytes as f64 / 1e6;
    println!(
        "{} files, {megabytes:.2} MB, {faults} faults: parse {:.0} MB/s, with validation {:.0} MB/s",
        sources.len(),
        megabytes / best_parse,
        megabytes / best_all
    );
}
