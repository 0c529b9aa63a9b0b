//! Compares two folders of catalogs like `bunraku diff`, but without the rest of the program, to
//! measure its speed. `cargo run --release -p diff --example folders -- OLD NEW`

use std::fs::{self, File};
use std::io::{self, Read};
use std::time::Instant;

use diff::render::{By, Sides, Terminal, terminal};
use diff::{Filter, Pair, Side, compare_all};

fn main() -> io::Result<()> {
    let mut words = std::env::args().skip(1);
    let (Some(old), Some(new)) = (words.next(), words.next()) else {
        eprintln!("usage: folders OLD NEW");
        std::process::exit(1);
    };
    let begun = Instant::now();
    let mut pairs = Vec::new();
    for entry in fs::read_dir(&old)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") {
            pairs.push(Pair {
                name,
                old: Side::Catalog,
                new: Side::Catalog,
            });
        }
    }
    pairs.sort_by(|a, b| a.name.cmp(&b.name));
    let read = |pair: &Pair, is_new: bool, buffer: &mut Vec<u8>| {
        let folder = if is_new { &new } else { &old };
        let opened = File::open(format!("{folder}/{}", pair.name));
        let read = opened.and_then(|mut file| file.read_to_end(buffer));
        read.map(drop).map_err(|error| error.to_string())
    };
    let report = compare_all(&pairs, read, &Filter::default());
    let form = Terminal {
        colour: false,
        width: None,
        full: false,
        by: By::Changes,
    };
    terminal(
        &report,
        &Sides {
            old: old.clone(),
            new: new.clone(),
        },
        &form,
        &mut io::stdout().lock(),
    )?;
    eprintln!("{} pairs in {:?}", pairs.len(), begun.elapsed());
    Ok(())
}
