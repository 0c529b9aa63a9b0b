//! Reads facts from a PuppetDB: fetches those of several nodes at once, when the first of them is
//! compiled.

mod cache;
mod client;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use catalog::data::Data;
use catalog::nearest::did_you_mean;
use clap::Args;
use serde_json::{Value as Json, json};

use super::facts::{NodeFacts, answer};
use cache::Cache;
use client::Client;

/// The number of nodes in one query for facts. The answer then has some megabytes, and the address
/// stays short enough.
const BATCH: usize = 50;
/// The number of rows on a page of names or resources.
const PAGE: usize = 5000;
/// The default maximum age of a cached answer.
const AGE_MAX: Duration = Duration::from_secs(60 * 60);

/// The options of a PuppetDB.
#[derive(Args, Clone, Debug)]
pub struct PuppetDbArguments {
    /// Fetch facts and trusted data of nodes from this PuppetDB, https://SERVER:8081. --facts takes
    /// precedence.
    #[arg(long, value_name = "URL")]
    pub puppetdb: Option<String>,
    /// Use this client certificate for PuppetDB (PEM).
    #[arg(long, value_name = "FILE")]
    pub puppetdb_cert: Option<PathBuf>,
    /// Use this private key for the client certificate (PEM).
    #[arg(long, value_name = "FILE")]
    pub puppetdb_key: Option<PathBuf>,
    /// Trust these certificate authorities for PuppetDB (PEM). By default, trust those of Puppet's
    /// agent, otherwise those of the system.
    #[arg(long, value_name = "FILE")]
    pub puppetdb_cacert: Option<PathBuf>,
    /// Use this token for PuppetDB: a file that contains it, or the token itself.
    #[arg(long, value_name = "FILE|TOKEN")]
    pub puppetdb_token: Option<String>,
    /// Limit the time of one query to PuppetDB, such as 30s. The default is 60s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub puppetdb_timeout: Option<Duration>,
    /// Store PuppetDB's answers in this folder.
    #[arg(long, value_name = "DIR")]
    pub puppetdb_cache: Option<PathBuf>,
    /// Limit the age of stored answers, such as 30m, 12h, 7d. The default is 1h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub puppetdb_cache_age: Option<Duration>,
    /// Use only stored answers, of any age, without a connection to PuppetDB.
    #[arg(long)]
    pub puppetdb_offline: bool,
}

/// Parses a duration: a number of seconds, or a number with the unit ms, s, m, h or d.
fn duration(text: &str) -> Result<Duration, String> {
    let units = [
        ("ms", 1e-3),
        ("s", 1.0),
        ("m", 60.0),
        ("h", 3600.0),
        ("d", 86400.0),
    ];
    let found = units.iter().find_map(|(unit, seconds)| {
        let digits = text.strip_suffix(unit)?;
        Some((digits, *seconds))
    });
    let (digits, scale) = found.unwrap_or((text, 1.0));
    let number = digits.parse::<f64>().ok().filter(|number| *number > 0.0);
    let time = number.and_then(|number| Duration::try_from_secs_f64(number * scale).ok());
    time.ok_or_else(|| "expected a number above 0 with ms, s, m, h or d".to_owned())
}

/// A PuppetDB as a source of facts.
pub(super) struct PuppetDb {
    client: Client,
    cache: Option<Cache>,
    is_offline: bool,
    names: OnceLock<Result<Vec<String>, String>>,
    state: Mutex<State>,
}

/// The planned nodes and the fetched rows.
#[derive(Default)]
struct State {
    /// The nodes whose facts will be read, in this order, and the index of each.
    planned: Vec<String>,
    places: HashMap<String, usize>,
    /// Rows that were fetched together with other nodes and have not been used yet.
    waiting: HashMap<String, Data>,
}

impl PuppetDb {
    /// Opens the server that the arguments name, if any.
    ///
    /// # Errors
    /// Same as [`PuppetDb::new`].
    pub(super) fn opened(arguments: &PuppetDbArguments) -> Result<Option<PuppetDb>, String> {
        let server = arguments.puppetdb.as_deref();
        server.map(|url| PuppetDb::new(url, arguments)).transpose()
    }

    /// Prepares the connection. Sends nothing.
    ///
    /// # Errors
    /// Fails if the address is invalid or a certificate or key cannot be read.
    fn new(url: &str, arguments: &PuppetDbArguments) -> Result<PuppetDb, String> {
        let is_offline = arguments.puppetdb_offline;
        let age_max = match is_offline {
            true => None,
            false => Some(arguments.puppetdb_cache_age.unwrap_or(AGE_MAX)),
        };
        let cache = arguments.puppetdb_cache.as_deref();
        if is_offline && cache.is_none() {
            return Err("--puppetdb-offline needs --puppetdb-cache".to_owned());
        }
        Ok(PuppetDb {
            client: Client::new(url, arguments)?,
            cache: cache.map(|folder| Cache::new(folder, url, age_max)),
            is_offline,
            names: OnceLock::new(),
            state: Mutex::default(),
        })
    }

    /// Returns the nodes that are active and have facts, sorted by name.
    ///
    /// # Errors
    /// Fails if the query fails. The message has the address.
    pub(super) fn names(&self) -> Result<Vec<String>, String> {
        self.names.get_or_init(|| self.fetch_names()).clone()
    }

    fn fetch_names(&self) -> Result<Vec<String>, String> {
        if let Some(names) = self.cache.as_ref().and_then(Cache::names) {
            return Ok(names);
        }
        self.must_be_online("the names of nodes")?;
        let mut names = Vec::new();
        self.pages("nodes", None, &["certname"], |row| {
            let hash = row.as_hash();
            let is_set = |key: &str| {
                let value = hash.and_then(|hash| hash.get(key));
                value.map(|value| !value.is_undef())
            };
            // a node that has never sent facts cannot be compiled
            let is_active = is_set("deactivated") != Some(true)
                && is_set("expired") != Some(true)
                && is_set("facts_timestamp") != Some(false);
            let name = hash.and_then(|hash| hash.get("certname"));
            let name = name.and_then(Data::as_str).ok_or("a row has no certname")?;
            if is_active {
                names.push(name.to_owned());
            }
            Ok(())
        })?;
        if names.is_empty() {
            let address = self.client.address("nodes");
            return Err(format!("{address}: there is no active node with facts"));
        }
        names.sort();
        names.dedup();
        if let Some(cache) = &self.cache {
            cache.keep_names(&names)?;
        }
        Ok(names)
    }

    /// Calls a function for each row of an answer, which is fetched page by page.
    fn pages(
        &self,
        endpoint: &str,
        query: Option<&Json>,
        order: &[&str],
        mut each: impl FnMut(&Data) -> Result<(), &'static str>,
    ) -> Result<(), String> {
        let order: Vec<Json> = order.iter().map(|field| json!({"field": field})).collect();
        let order = Json::from(order).to_string();
        let mut offset = 0;
        let mut first: Option<Data> = None;
        loop {
            let mut parameters = vec![
                ("order_by", order.clone()),
                ("limit", PAGE.to_string()),
                ("offset", offset.to_string()),
            ];
            if let Some(query) = query {
                parameters.push(("query", query.to_string()));
            }
            let rows = self.client.rows(endpoint, &parameters)?;
            let again = rows.first().filter(|row| first.as_ref() == Some(row));
            if again.is_some() {
                let address = self.client.address(endpoint);
                return Err(format!("{address}: answers the same page twice"));
            }
            first = rows.first().cloned();
            for row in &rows {
                each(row).map_err(|what| format!("{}: {what}", self.client.address(endpoint)))?;
            }
            // a server that returns more rows than a page does not support paging
            if rows.len() != PAGE {
                return Ok(());
            }
            offset += PAGE;
        }
    }

    /// Announces the nodes whose facts will be read, so that several can be fetched at once.
    pub(super) fn plan(&self, nodes: &[String]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let places = nodes.iter().enumerate();
        state.places = places.map(|(at, name)| (name.clone(), at)).collect();
        state.planned = nodes.to_vec();
    }

    /// Returns the facts of a node.
    ///
    /// # Errors
    /// Fails if the query fails, with the address in the message, or if there is no such node.
    pub(super) fn of(&self, node: &str) -> Result<NodeFacts, String> {
        let row = match self.cache.as_ref().and_then(|cache| cache.row(node)) {
            Some(row) => row,
            None => self.fetch(node)?,
        };
        let facts = answer::by_name(std::slice::from_ref(&row));
        let facts =
            facts.map_err(|what| format!("{}: {what}", self.client.address("inventory")))?;
        facts.into_values().next().ok_or_else(|| self.unknown(node))
    }

    /// Fetches the row of a node together with those of the other nodes of its block.
    fn fetch(&self, node: &str) -> Result<Data, String> {
        self.must_be_online(&format!("the facts of {node}"))?;
        // keeps the lock during the query: the answer may hold the rows that other threads wait for
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(row) = state.waiting.remove(node) {
            return Ok(row);
        }
        let asked = self.batch(&state, node);
        let any: Vec<Json> = asked
            .iter()
            .map(|name| json!(["=", "certname", name]))
            .collect();
        let query = std::iter::once(json!("or")).chain(any);
        let query = Json::Array(query.collect()).to_string();
        let rows = self.client.rows("inventory", &[("query", query)])?;
        let mut found = None;
        for row in rows {
            let certname = row.as_hash().and_then(|hash| hash.get("certname"));
            let certname = certname.and_then(Data::as_str).ok_or_else(|| {
                format!(
                    "{}: a row has no certname",
                    self.client.address("inventory")
                )
            })?;
            let certname = certname.to_owned();
            // ignores rows of nodes that were not requested
            if !asked.contains(&certname) {
                continue;
            }
            if let Some(cache) = &self.cache {
                cache.keep_row(&certname, &row)?;
            }
            match certname == node {
                true => found = Some(row),
                false => drop(state.waiting.insert(certname, row)),
            }
        }
        drop(state);
        found.ok_or_else(|| self.unknown(node))
    }

    /// Returns the nodes that are fetched together with a node: its block of the plan, without
    /// nodes that were fetched before. Blocks do not depend on the order of threads, so no node is
    /// fetched twice.
    fn batch(&self, state: &State, node: &str) -> Vec<String> {
        let Some(at) = state.places.get(node) else {
            return vec![node.to_owned()];
        };
        let is_kept = |name: &str| self.cache.as_ref().is_some_and(|cache| cache.has_row(name));
        let is_wanted =
            |name: &String| name == node || !state.waiting.contains_key(name) && !is_kept(name);
        let block = state.planned.chunks(BATCH).nth(at / BATCH);
        let wanted = block.into_iter().flatten().filter(|name| is_wanted(name));
        wanted.cloned().collect()
    }

    fn must_be_online(&self, what: &str) -> Result<(), String> {
        match self.is_offline {
            true => Err(format!(
                "--puppetdb-offline: the cache does not have {what}"
            )),
            false => Ok(()),
        }
    }

    fn unknown(&self, node: &str) -> String {
        let names = self.names().unwrap_or_default();
        let near = did_you_mean(node, names.iter().map(String::as_str));
        let address = self.client.address("inventory");
        format!("{address}: there are no facts of '{node}'{near}")
    }

    /// Returns all exported resources of active nodes.
    ///
    /// # Errors
    /// Fails if the query fails. The message has the address.
    pub(super) fn exported(&self) -> Result<Data, String> {
        self.must_be_online("exported resources")?;
        let query = json!(["=", "exported", true]);
        let order = ["certname", "type", "title"];
        let mut rows = Vec::new();
        self.pages("resources", Some(&query), &order, |row| {
            rows.push(row.clone());
            Ok(())
        })?;
        Ok(Data::array(rows))
    }
}
