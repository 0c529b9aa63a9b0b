//! `bunraku fleet merge`: joins the results of shards.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::folder::{Folder, error_message, is_file_name};
use super::record::{NodeRecord, Status};
use super::run::FleetError;
use super::summary::{self, Costs, RunEnd, Summary};
use super::{junit, report};
use crate::changed;

/// Join the folders that the shards of a fleet have written: catalogs, summaries and costs.
///
/// Fails if a shard is missing, or if the folders contradict each other: different catalogs of one
/// node, different environments or different versions.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Folders that the shards have written.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Write the joined catalogs and summary to this folder.
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
    /// Write a report in the format of JUnit, with one test per node, to this file.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Show only errors, by cause, at the end
    #[arg(long, short)]
    quiet: bool,
}

/// The contents of one folder.
struct Part<'p> {
    path: &'p Path,
    summary: Summary,
    costs: Costs,
}

/// Runs `bunraku fleet merge`. Returns the exit status.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8, FleetError> {
    let parts = read(arguments)?;
    agree(&parts)?;
    let nodes = nodes(&parts)?;
    let names: Vec<String> = nodes.keys().cloned().collect();
    let locked = Folder::open(&arguments.output, &names, false)?;
    let mut records = BTreeMap::new();
    let mut of_parts: Vec<(&Path, Vec<String>)> =
        parts.iter().map(|part| (part.path, Vec::new())).collect();
    let mut costs = Costs {
        version: summary::VERSION,
        ..Costs::default()
    };
    for (name, (part, record)) in nodes {
        locked.folder.remove_catalog(&name)?;
        if record.catalog.is_some() {
            let from = Folder::of(part.path).catalog(&name);
            let mut file = File::open(&from).map_err(|error| error_message(&from, &error))?;
            let copied = locked.catalogs.write(&name, |sink| {
                io::copy(&mut file, sink)?;
                Ok(())
            });
            copied?;
        }
        if let Some(cost) = part.costs.nodes.get(&name) {
            costs.nodes.insert(name.clone(), *cost);
        }
        if let Some((_, nodes)) = of_parts.iter_mut().find(|(path, _)| *path == part.path) {
            nodes.push(name.clone());
        }
        records.insert(name, record.clone());
    }
    if let Some(why) = changed::join(&of_parts, &arguments.output)? {
        let _ = writeln!(io::stderr(), "bunraku: the read sets are not joined: {why}");
    }
    for part in &parts {
        costs.wall_us = costs.wall_us.max(part.costs.wall_us);
        costs.cpu_us += part.costs.cpu_us;
        costs.process_bytes = costs.process_bytes.max(part.costs.process_bytes);
    }
    let ended = parts.iter().map(|part| part.summary.ended).max();
    let environment = parts[0].summary.environment.as_str();
    let ended = ended.unwrap_or(RunEnd::Complete);
    let summary = Summary::new(environment, ended, None, records);
    summary::write_both(&locked.folder, &summary, &costs)?;
    if let Some(path) = &arguments.junit {
        junit::write_report(path, &summary, &costs)?;
    }
    match arguments.quiet {
        // `out` keeps an error and reports it at the end
        false => drop(out.write_all(report::text(&summary, &costs).as_bytes())),
        true => report::show_errors(&summary),
    }
    Ok(u8::from(!summary.is_fine()))
}

/// Reads the results in all folders.
///
/// # Errors
/// Fails if a folder is the output folder, or has no results.
fn read(arguments: &Arguments) -> Result<Vec<Part<'_>>, FleetError> {
    let output = arguments.output.canonicalize().ok();
    let mut parts = Vec::new();
    for path in &arguments.folders {
        if output.is_some() && path.canonicalize().ok() == output {
            let message = format!(
                "{}: the output folder is also one of the folders to join",
                path.display()
            );
            return Err(FleetError::Words(message));
        }
        let (summary, costs) = summary::read_both(path)?;
        parts.push(Part {
            path,
            summary,
            costs,
        });
    }
    Ok(parts)
}

/// Checks that folders are all parts of one fleet.
///
/// # Errors
/// Fails if a folder does not fit or a shard is missing. The error names it.
fn agree(parts: &[Part<'_>]) -> Result<(), String> {
    let first = &parts[0];
    for part in &parts[1..] {
        for (what, one, other) in [
            (
                "environment",
                &first.summary.environment,
                &part.summary.environment,
            ),
            (
                "version of bunraku",
                &first.summary.bunraku,
                &part.summary.bunraku,
            ),
        ] {
            if one != other {
                return Err(differ(first, part, what, one, other));
            }
        }
        let count = |part: &Part<'_>| {
            let shard = part.summary.shard;
            shard.map_or("none".to_owned(), |shard| shard.count.to_string())
        };
        let (one, other) = (count(first), count(part));
        if one != other {
            return Err(differ(first, part, "number of shards", &one, &other));
        }
    }
    let Some(shard) = first.summary.shard else {
        return Ok(());
    };
    let there = parts.iter().filter_map(|part| part.summary.shard);
    let there: BTreeSet<u32> = there.map(|shard| shard.index).collect();
    match (1..=shard.count).find(|index| !there.contains(index)) {
        Some(index) => Err(format!("shard {index}/{} is missing", shard.count)),
        None => Ok(()),
    }
}

fn differ(first: &Part<'_>, part: &Part<'_>, what: &str, one: &str, other: &str) -> String {
    let (here, there) = (first.path.display(), part.path.display());
    format!("{here} and {there} differ in the {what}: {one} and {other}")
}

/// Returns, for each node, the folder and the record to use.
///
/// # Errors
/// Fails if folders contradict each other. The error names the node.
fn nodes<'p>(
    parts: &'p [Part<'p>],
) -> Result<BTreeMap<String, (&'p Part<'p>, &'p NodeRecord)>, String> {
    let mut nodes: BTreeMap<String, (&Part<'_>, &NodeRecord)> = BTreeMap::new();
    for part in parts {
        for (name, record) in &part.summary.nodes {
            if record.catalog.is_some() && !is_file_name(name) {
                let path = part.path.display();
                return Err(format!("{path}: '{name}' is not the name of a node"));
            }
            let path = Folder::of(part.path);
            let bytes = record.catalog.map(|catalog| catalog.bytes);
            if bytes.is_some() && path.catalog_bytes(name) != bytes {
                let path = path.catalog(name);
                return Err(format!(
                    "{}: this is not the catalog that the summary describes",
                    path.display()
                ));
            }
            let Some((before, known)) = nodes.get(name) else {
                nodes.insert(name.clone(), (part, record));
                continue;
            };
            // a node that one run has not compiled may be in another folder
            if record.status == Status::Missing {
                continue;
            }
            if known.status == Status::Missing {
                nodes.insert(name.clone(), (part, record));
                continue;
            }
            if !known.is_alike(record) || !is_same(name, before, part) {
                let (here, there) = (before.path.display(), part.path.display());
                return Err(format!("{here} and {there} differ in the node {name}"));
            }
        }
    }
    Ok(nodes)
}

/// Returns true if two folders have the same catalog of a node.
fn is_same(name: &str, one: &Part<'_>, other: &Part<'_>) -> bool {
    let read = |part: &Part<'_>| fs::read(Folder::of(part.path).catalog(name)).ok();
    read(one) == read(other)
}
