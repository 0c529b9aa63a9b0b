//! Owns one run of a fleet: from the command line to the outcome of each node.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use catalog::catalog::Layout;
use catalog::cycles::Cycle;
use catalog::environment::Environment;
use catalog::node::Node;

use super::RunArguments;
use super::digest::{self, CodeDigests};
use super::folder::{Folder, LockedFolder};
use super::journal::{self, EarlierRun, Journal, Line};
use super::progress::Progress;
use super::record::{CatalogRecord, Cost, NodeRecord, Status};
use super::rounds::{self, Round};
use super::select;
use super::stop::{self, StopCondition};
use super::summary::{self, Costs, RunEnd, Summary};
use super::unchanged;
use crate::changed::{self, Changed};
use crate::compilation::{Compilations, Meter, NodeResult, RequestedOutputs, process_time};
use crate::engine;
use crate::inputs::{DEFAULT_NODE, Inputs};
use crate::messages::Form;
use crate::output::Output;
use crate::stream;

/// The reason why a run cannot start or cannot be reported.
pub enum FleetError {
    /// The command line is wrong.
    Words(String),
    /// A file or folder is wrong.
    Input(String),
}

impl From<String> for FleetError {
    fn from(message: String) -> FleetError {
        FleetError::Input(message)
    }
}

/// A run that is ready to start.
pub struct Fleet<'a> {
    pub(super) arguments: &'a RunArguments,
    pub(super) compilations: Compilations<'a>,
    pub(super) stop: StopCondition,
    pub(super) progress: Progress,
    /// The read sets, if the command line uses them.
    pub(super) changed: Option<Changed>,
    store: Option<ResultFiles>,
    nowhere: Output,
    begun: Instant,
}

/// The files in which a run stores its results.
struct ResultFiles {
    locked: LockedFolder,
    journal: Journal,
    earlier: EarlierRun,
    codes: CodeDigests,
    /// The nodes of an earlier run that are gone; their results have been removed.
    gone: Vec<String>,
}

/// The outcome of one node in one round.
pub struct Outcome {
    /// The record of the node.
    pub record: NodeRecord,
    /// The cost of the node.
    pub cost: Cost,
    /// The messages of the node.
    pub log: String,
    /// The dependency cycles.
    pub cycles: Vec<Cycle>,
    /// The name of the environment; empty if it is not known.
    pub environment: String,
    /// The exported resources, if nodes see those of each other.
    pub exported: Arc<[u8]>,
    /// True if the catalog may depend on other nodes.
    pub asks_others: bool,
    /// The digest of the exported resources that it has seen, if it depends on other nodes.
    pub store: Option<String>,
    /// The run that the result comes from.
    pub origin: Origin,
}

/// The run that a node's result comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// This run. There was no earlier result.
    New,
    /// An earlier run.
    Earlier,
    /// This run, because the code has changed since the earlier one.
    CodeChanged,
    /// This run, because the data of the node has changed since the earlier one.
    NodeChanged,
}

impl Outcome {
    pub(super) fn missing() -> Outcome {
        Outcome {
            record: NodeRecord::missing(),
            cost: Cost::default(),
            log: String::new(),
            cycles: Vec::new(),
            environment: String::new(),
            exported: Arc::default(),
            asks_others: false,
            store: None,
            origin: Origin::New,
        }
    }

    /// Adds the cost of an earlier round to the cost of the node.
    pub fn add_cost_of(&mut self, before: &Outcome) {
        self.cost.wall_us += before.cost.wall_us;
        self.cost.cpu_us += before.cost.cpu_us;
        self.cost.heap_bytes = self.cost.heap_bytes.max(before.cost.heap_bytes);
    }

    /// Returns true if the catalog has not been written yet although the node compiled.
    pub fn is_withheld(&self) -> bool {
        self.record.status == Status::Compiled && self.record.catalog.is_none()
    }
}

impl<'a> Fleet<'a> {
    /// Chooses the nodes, and opens their environment and the folder.
    ///
    /// # Errors
    /// Fails if the command line or a file has an error.
    pub fn open(arguments: &'a RunArguments) -> Result<Fleet<'a>, FleetError> {
        let begun = Instant::now();
        let shared = &arguments.compilation;
        // later, each node has its own limit of time
        let _watch = shared.inputs.limits.begin();
        let mut inputs = Inputs::of_all(&shared.inputs)?;
        choose(arguments, &mut inputs).map_err(FleetError::Words)?;
        inputs.plan();
        let nodes = inputs.nodes.len();
        let is_recorded = arguments.changed.is_recorded();
        let compilations =
            Compilations::open_noted(shared, inputs, arguments.exported, true, is_recorded)?;
        let (changed, store) = match (arguments.root(), arguments.changed.list_changed) {
            (Some(root), false) => {
                let names = &compilations.inputs.nodes;
                let locked = Folder::open(root, names, arguments.exported)?;
                let changed = unchanged::open(arguments, &compilations)?;
                let store = open_store(arguments, locked, names, changed.as_ref())?;
                (changed, Some(store))
            }
            _ => (unchanged::open(arguments, &compilations)?, None),
        };
        let is_shown = !arguments.quiet && shared.messages != Form::Json;
        let failed_max = match (arguments.fail_fast, arguments.max_errors) {
            (true, _) => 1,
            (false, Some(most)) => most.get(),
            (false, None) => usize::MAX,
        };
        Ok(Fleet {
            changed,
            store,
            arguments,
            compilations,
            stop: StopCondition::new(failed_max),
            progress: Progress::new(nodes, is_shown),
            nowhere: Output::Nowhere,
            begun,
        })
    }

    /// Compiles the nodes.
    ///
    /// # Errors
    /// Fails if the result cannot be stored.
    pub fn run(&self) -> Result<(Summary, Costs), String> {
        let names = &self.compilations.inputs.nodes;
        let mut outcomes = self.round(names, &Round::first(self.arguments.exported));
        if self.arguments.exported {
            rounds::settle(self, &mut outcomes)?;
        }
        self.progress.end();
        if let Some(problem) = self.stop.problem() {
            return Err(problem);
        }
        self.report_origins(&outcomes);
        self.report_gone();
        self.compilations.finish()?;
        if let Some(changed) = &self.changed {
            changed.finish()?;
        }
        self.draw(&mut outcomes)?;
        let mut costs = Costs {
            version: summary::VERSION,
            wall_us: self.begun.elapsed().as_micros() as u64,
            cpu_us: process_time().as_micros() as u64,
            process_bytes: summary::process_bytes(),
            nodes: BTreeMap::new(),
        };
        let mut records = BTreeMap::new();
        for (name, outcome) in outcomes {
            if !matches!(outcome.record.status, Status::Missing | Status::Unchanged) {
                costs.nodes.insert(name.clone(), outcome.cost);
            }
            records.insert(name, outcome.record);
        }
        let ended = self.ended(&records);
        let environment = &self.arguments.compilation.inputs.environment_name();
        let summary = Summary::new(environment, ended, self.arguments.shard, records);
        if let Some(store) = &self.store {
            summary::write_both(&store.locked.folder, &summary, &costs)?;
        }
        Ok((summary, costs))
    }

    fn ended(&self, records: &BTreeMap<String, NodeRecord>) -> RunEnd {
        let is_missing = records.values().any(|it| it.status == Status::Missing);
        match stop::signal() {
            Some(_) if is_missing => RunEnd::Interrupted,
            _ if is_missing => RunEnd::Stopped,
            _ => RunEnd::Complete,
        }
    }

    fn draw(&self, outcomes: &mut BTreeMap<String, Outcome>) -> Result<(), String> {
        let found = outcomes.iter_mut().filter(|(_, it)| !it.cycles.is_empty());
        let found = found.map(|(name, it)| (name.clone(), std::mem::take(&mut it.cycles)));
        self.arguments.compilation.draw(&found.collect::<Vec<_>>())
    }

    /// Reports how many results of an earlier run were used.
    fn report_origins(&self, outcomes: &BTreeMap<String, Outcome>) {
        if !self.arguments.resume || self.arguments.quiet {
            return;
        }
        let count = |origin| outcomes.values().filter(|it| it.origin == origin).count();
        let mut text = format!(
            "bunraku: an earlier run finished {} nodes",
            count(Origin::Earlier)
        );
        for (origin, what) in [
            (Origin::CodeChanged, "the code has changed since"),
            (Origin::NodeChanged, "their facts have changed since"),
        ] {
            match count(origin) {
                0 => {}
                count => text.push_str(&format!("; {count} compiled again: {what}")),
            }
        }
        let is_void = self.store.as_ref().is_some_and(|it| it.earlier.is_void);
        if is_void {
            text.push_str("; all compiled again: options or bunraku itself have changed since");
        }
        text.push('\n');
        if self.arguments.compilation.messages != Form::Json {
            self.progress.log(&text);
        }
    }

    /// Reports how many nodes of an earlier run are gone.
    fn report_gone(&self) {
        let gone = self.store.as_ref().map_or(&[][..], |store| &store.gone);
        let is_quiet = self.arguments.quiet || self.arguments.compilation.messages == Form::Json;
        if let Some(example) = gone.first().filter(|_| !is_quiet) {
            self.progress.log(&format!(
                "bunraku: removed the results of {} nodes that are gone, for example {example}\n",
                gone.len()
            ));
        }
    }

    /// Compiles nodes in parallel. Shows the messages of final results in order.
    pub(super) fn round(&self, names: &[String], round: &Round) -> BTreeMap<String, Outcome> {
        let mut outcomes = BTreeMap::new();
        let work = |name: &String| {
            let outcome = engine::caught(|| self.node(name, round)).unwrap_or_else(|problem| {
                let done = self.compilations.failed(name, &problem);
                self.finished(done, Meter::begin(), round)
            });
            self.count(&outcome, round);
            outcome
        };
        let pool = &self.compilations.pool;
        stream::in_order(pool, names, usize::MAX, work, |name, mut outcome| {
            if !(self.arguments.exported && outcome.asks_others) {
                self.show(name, &mut outcome);
            }
            outcomes.insert(name.clone(), outcome);
            ControlFlow::Continue(())
        });
        outcomes
    }

    /// Shows the messages of a node.
    pub(super) fn show(&self, name: &str, outcome: &mut Outcome) {
        let log = std::mem::take(&mut outcome.log);
        if !self.arguments.quiet {
            return self.progress.log(&log);
        }
        // people see the errors by cause at the end, programs need one object for each
        if self.arguments.compilation.messages != Form::Json {
            return;
        }
        let messages = self.arguments.compilation.messages(name, true);
        let mut errors = String::new();
        let found = outcome.record.messages.iter().filter(|it| it.is_error());
        found.for_each(|it| messages.finding(it, &mut errors));
        self.progress.log(&errors);
    }

    fn count(&self, outcome: &Outcome, round: &Round) {
        let status = outcome.record.status;
        if status == Status::Missing {
            return;
        }
        let is_final = !(round.withholds && outcome.asks_others);
        if status == Status::Failed && is_final {
            self.stop.fail();
        }
        match is_final {
            true => self.progress.done(status),
            false => self.progress.done(Status::Compiled),
        }
    }

    /// Returns the result of a node: that of an earlier run if it is still valid, otherwise
    /// compiles it.
    fn node(&self, name: &str, round: &Round) -> Outcome {
        if self.stop.is_set() {
            return Outcome::missing();
        }
        if let Some(outcome) = self.unchanged(name) {
            return outcome;
        }
        let meter = Meter::begin();
        let _watch = self.compilations.begin();
        let (environment, node) = match self.compilations.node(name) {
            Ok(known) => known,
            Err(problem) => {
                let done = self.compilations.failed(name, &problem);
                return self.keep(name, None, self.finished(done, meter, round));
            }
        };
        let inputs = self.store.as_ref().map(|store| journal::Inputs {
            code: store.codes.of(&environment),
            node: digest::of_node(&node),
        });
        let origin = match (&self.store, &inputs) {
            (Some(store), Some(inputs)) => {
                match store.earlier_of(name, inputs, round, self.arguments.exported) {
                    Ok(outcome) => {
                        let environment = environment.name.clone();
                        return Outcome {
                            environment,
                            ..outcome
                        };
                    }
                    Err(origin) => origin,
                }
            }
            _ => Origin::New,
        };
        let outcome = self.compiled(&environment, &node, meter, round);
        let environment = environment.name.clone();
        let outcome = Outcome {
            origin,
            environment,
            ..outcome
        };
        self.keep(name, inputs, outcome)
    }

    fn compiled(
        &self,
        environment: &Arc<Environment>,
        node: &Node,
        meter: Meter,
        round: &Round,
    ) -> Outcome {
        let output = match &self.store {
            Some(store) => &store.locked.catalogs,
            None => &self.nowhere,
        };
        let wanted = RequestedOutputs {
            output,
            pieces: None,
            layout: Layout::Pretty,
            summary: false,
            exports: self.arguments.exported,
            withholds: round.withholds,
        };
        let mut done = self.compilations.compile(environment, node, wanted);
        if stop::signal().is_some() && !done.fine {
            // the evaluation ended because of the signal
            return Outcome::missing();
        }
        if let Some(changed) = &self.changed {
            let text = unchanged::text_of(&record_of(&done));
            changed.add(environment, &node.name, &mut done, text);
        }
        self.finished(done, meter, round)
    }

    pub(super) fn finished(&self, done: NodeResult, meter: Meter, round: &Round) -> Outcome {
        let (wall, cpu) = meter.spent();
        Outcome {
            record: record_of(&done),
            cost: Cost {
                wall_us: wall.as_micros() as u64,
                cpu_us: cpu.as_micros() as u64,
                heap_bytes: done.heap_bytes as u64,
            },
            log: done.log,
            cycles: done.cycles,
            environment: String::new(),
            exported: done.exported.into(),
            asks_others: done.asks_others,
            store: done.asks_others.then(|| round.store.clone()),
            origin: Origin::New,
        }
    }

    /// Stores the result of a node for a later run.
    fn keep(&self, name: &str, inputs: Option<journal::Inputs>, outcome: Outcome) -> Outcome {
        let Some(store) = &self.store else {
            return outcome;
        };
        if let Err(problem) = store.keep(name, inputs, &outcome, self.arguments.exported) {
            self.stop.give_up(problem);
        }
        outcome
    }

    /// Removes a node's catalog, because it is not final.
    pub(super) fn take_back(&self, name: &str) -> Result<(), String> {
        match &self.store {
            Some(store) => store.locked.folder.remove_catalog(name),
            None => Ok(()),
        }
    }
}

impl ResultFiles {
    /// Returns the result of an earlier run for a node with the same inputs. Its catalog must
    /// exist, unless the node queries others and is compiled again anyway. Otherwise returns the
    /// reason why no result is used.
    fn earlier_of(
        &self,
        name: &str,
        inputs: &journal::Inputs,
        round: &Round,
        exports: bool,
    ) -> Result<Outcome, Origin> {
        // later rounds compile only the nodes that are due
        let line = self.earlier.lines.get(name).filter(|_| round.is_first);
        let line = line.ok_or(Origin::New)?;
        if line.inputs.code != inputs.code {
            return Err(Origin::CodeChanged);
        }
        if line.inputs.node != inputs.node {
            return Err(Origin::NodeChanged);
        }
        let folder = &self.locked.folder;
        let exported = match exports {
            true => folder.exported(name).ok_or(Origin::New)?,
            false => Vec::new(),
        };
        let mut record = line.record.clone();
        let bytes = record.catalog.map(|catalog| catalog.bytes);
        let is_there = bytes.is_some() && bytes == folder.catalog_bytes(name);
        let asks_others = exports && line.store.is_some();
        if !is_there && asks_others {
            // the next round makes the catalog
            record.catalog = None;
        }
        if record.status != Status::Compiled || !is_there && !asks_others {
            return Err(Origin::New);
        }
        Ok(Outcome {
            record,
            cost: line.cost,
            exported: exported.into(),
            asks_others,
            store: line.store.clone(),
            origin: Origin::Earlier,
            ..Outcome::missing()
        })
    }

    fn keep(
        &self,
        name: &str,
        inputs: Option<journal::Inputs>,
        outcome: &Outcome,
        exports: bool,
    ) -> Result<(), String> {
        let folder = &self.locked.folder;
        if outcome.record.status == Status::Missing {
            return folder.remove_catalog(name);
        }
        if outcome.record.catalog.is_none() {
            folder.remove_catalog(name)?;
        }
        if exports && outcome.record.status == Status::Compiled {
            folder
                .exported
                .write(name, |sink| Ok(sink.write_all(&outcome.exported)?))?;
        }
        self.journal.add(&Line {
            node: name.to_owned(),
            inputs: inputs.unwrap_or_default(),
            store: outcome.store.clone(),
            record: outcome.record.clone(),
            cost: outcome.cost,
        })
    }
}

fn record_of(done: &NodeResult) -> NodeRecord {
    let catalog = done
        .written
        .map(|(bytes, resources)| CatalogRecord { bytes, resources });
    NodeRecord {
        status: match done.fine {
            true => Status::Compiled,
            false => Status::Failed,
        },
        catalog,
        messages: done.findings.clone(),
    }
}

/// Keeps only the nodes that the arguments select.
fn choose(arguments: &RunArguments, inputs: &mut Inputs) -> Result<(), String> {
    inputs.nodes = match inputs.lists_nodes() {
        true => select::select(&inputs.nodes, &arguments.nodes)?,
        false if arguments.nodes.is_empty() => match &arguments.compilation.inputs.facts {
            // the facts contain the name of their node
            Some(_) if inputs.nodes[..] != [DEFAULT_NODE] => inputs.nodes.clone(),
            Some(path) => {
                return Err(format!(
                    "{} does not name the node of its facts: name the node on the command line",
                    path.display()
                ));
            }
            None => {
                return Err(
                    "--facts, --facts-set or --puppetdb is required: a fleet compiles the nodes that \
                     have facts"
                        .to_owned(),
                );
            }
        },
        false => select::names(&arguments.nodes)?,
    };
    if let Some(shard) = arguments.shard {
        inputs.nodes.retain(|node| shard.has(node));
    }
    Ok(())
}

/// Opens the journal of a folder, and removes catalogs that do not belong to this run: those of its
/// nodes, and, if it compiles all nodes, those of nodes that no longer exist.
fn open_store(
    arguments: &RunArguments,
    locked: LockedFolder,
    nodes: &[String],
    changed: Option<&Changed>,
) -> Result<ResultFiles, String> {
    let root = locked.folder.root();
    let codes = CodeDigests::new(Some(root));
    let options = options(arguments, &codes);
    let earlier = match arguments.resume {
        true => journal::read(&locked.folder, &options),
        false => EarlierRun::default(),
    };
    match changed {
        Some(changed) => changed.begin()?,
        None => changed::forget(root, nodes)?,
    }
    let journal = Journal::begin(&locked.folder, &options, &earlier)?;
    // remains of a run that is not continued would look like results of this run
    let stays = |name: &String| {
        earlier.lines.contains_key(name) || changed.is_some_and(|changed| changed.stays(name))
    };
    for name in nodes.iter().filter(|name| !stays(name)) {
        locked.folder.remove_catalog(name)?;
    }
    let gone = match arguments.nodes.is_empty() && arguments.shard.is_none() {
        true => summary::gone(&locked.folder, nodes),
        false => Vec::new(),
    };
    for name in &gone {
        locked.folder.remove_results(name)?;
    }
    Ok(ResultFiles {
        locked,
        journal,
        earlier,
        codes,
        gone,
    })
}

/// Returns the digest of everything except code and facts that catalogs depend on: the program and
/// its options.
fn options(arguments: &RunArguments, codes: &CodeDigests) -> String {
    let shared = &arguments.compilation;
    let mut files: Vec<PathBuf> = Vec::new();
    files.extend(std::env::current_exe());
    files.extend(shared.inputs.exported_from.clone());
    digest::of_text(&format!(
        "{} {:?} {:?} {} {}",
        env!("CARGO_PKG_VERSION"),
        shared.inputs,
        shared.exported_to,
        arguments.exported,
        codes.of_files(&files)
    ))
}
