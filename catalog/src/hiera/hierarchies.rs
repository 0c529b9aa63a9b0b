//! Owns the hierarchies of an environment: configurations and data files, read once and shared by
//! all nodes and threads.

use super::config::{Config, ConfigOrigin, Layer};
use super::data_file::{Content, DataFile, Format};
use super::error::LookupError;
use super::eyaml::{Secrets, Vault};
use super::files::join;
use super::provider_setting::ProviderSetting;
use super::{Scope, Source, Warning, reachable_files};
use crate::data::Data;
use crate::read_set::{self, Topic};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::any::Any;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// The parts of an environment's data layers that do not depend on a node.
pub struct Hierarchies {
    source: Arc<dyn Source + Send + Sync>,
    environment: Environment,
    configs: RwLock<HashMap<Layer, Arc<OnceLock<Loaded>>, FixedState>>,
    files: RwLock<HashMap<FileKey, Arc<DataFile>, FixedState>>,
    pub(super) vault: Vault,
    /// The same layers below another global configuration; each knows the next one.
    next: OnceLock<Box<Hierarchies>>,
}

/// The settings of an environment that its hierarchies depend on.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Its name.
    pub name: String,
    /// Its folder, if it has one.
    pub folder: Option<String>,
    /// The `environment_data_provider` setting of its `environment.conf`.
    pub data_provider: Option<String>,
    /// The path of the global `hiera.yaml`.
    pub global_config: Option<String>,
    /// The treatment of encrypted texts.
    pub secrets: Secrets,
}

/// The result of loading a configuration; an error comes with the warnings logged before it.
pub(super) type Loaded = Result<Option<Arc<Config>>, (Vec<Warning>, LookupError)>;

type FileKey = (Format, Option<Arc<str>>, Arc<str>);

impl Hierarchies {
    /// Creates the layers of an environment whose files `source` provides.
    #[must_use]
    pub fn new(source: Box<dyn Source + Send + Sync>, environment: Environment) -> Hierarchies {
        Hierarchies::of(Arc::from(source), environment)
    }

    fn of(source: Arc<dyn Source + Send + Sync>, environment: Environment) -> Hierarchies {
        Hierarchies {
            vault: Vault::new(environment.secrets),
            source,
            environment,
            configs: RwLock::default(),
            files: RwLock::default(),
            next: OnceLock::new(),
        }
    }

    /// Returns the layers with the global configuration at another path.
    pub(crate) fn with_global_config(&self, path: &str) -> &Hierarchies {
        let mut known = self;
        while known.environment.global_config.as_deref() != Some(path) {
            known = known.next.get_or_init(|| {
                let environment = Environment {
                    global_config: Some(path.to_owned()),
                    ..self.environment.clone()
                };
                Box::new(Hierarchies::of(Arc::clone(&self.source), environment))
            });
        }
        known
    }

    /// Takes over the configurations and data files that an earlier snapshot has read and that have
    /// not changed.
    pub(crate) fn keep(&self, earlier: &Hierarchies) {
        let known = earlier.configs.read();
        let known = known.unwrap_or_else(PoisonError::into_inner);
        let mut configs = self.configs.write().unwrap_or_else(PoisonError::into_inner);
        for (layer, loaded) in known.iter() {
            let Some(Ok(Some(config))) = loaded.get() else {
                continue;
            };
            let place = self.place(layer);
            let is_there = place
                .is_some_and(|(folder, path)| *folder == *config.root && *path == *config.path);
            let is_same = config.stamp.is_some() && config.stamp == self.source.stamp(&config.path);
            let is_alone = [self, earlier]
                .iter()
                .all(|all| all.provider(layer).is_none());
            if is_there && is_same && is_alone {
                configs.insert(layer.clone(), Arc::clone(loaded));
            }
        }
        let known = earlier.files.read().unwrap_or_else(PoisonError::into_inner);
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        for (key, file) in known.iter() {
            let was = file.stamp.get().copied().flatten();
            if was.is_some() && was == self.source.stamp(&file.path) {
                files.insert(key.clone(), Arc::clone(file));
            }
        }
    }

    /// Returns the configurations and data files that have been read so far, each with its content.
    /// The content is the same object until the file is read again.
    #[must_use]
    pub fn loaded(&self) -> BTreeMap<String, Arc<dyn Any + Send + Sync>> {
        type Content = Arc<dyn Any + Send + Sync>;
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let read = files.values().filter(|file| file.content.get().is_some());
        let data = read.map(|file| (file.path.to_string(), Arc::clone(file) as Content));
        let configs = self.configs.read().unwrap_or_else(PoisonError::into_inner);
        let found = configs.values().filter_map(|loaded| match loaded.get() {
            Some(Ok(Some(config))) => {
                Some((config.path.to_string(), Arc::clone(config) as Content))
            }
            _ => None,
        });
        data.chain(found).collect()
    }

    /// Returns the source of the files.
    #[must_use]
    pub fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// Returns the environment.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Returns the configuration of a layer; the cell holds `None` if it has none.
    pub(super) fn config(&self, layer: &Layer, scope: &mut dyn Scope) -> Arc<OnceLock<Loaded>> {
        let known = self
            .configs
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(layer)
            .cloned();
        let cell = known.unwrap_or_else(|| {
            let mut configs = self.configs.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(configs.entry(layer.clone()).or_default())
        });
        cell.get_or_init(|| read_set::without_notes(|| self.load(layer, scope)));
        cell
    }

    /// Works like `config`, and notes that the result depends on the configuration.
    pub(super) fn noted_config(
        &self,
        layer: &Layer,
        scope: &mut dyn Scope,
    ) -> Arc<OnceLock<Loaded>> {
        if read_set::is_on() {
            let name = match layer {
                Layer::Global => "global".to_owned(),
                Layer::Environment => "environment".to_owned(),
                Layer::Module(name) => format!("module {name}"),
            };
            read_set::note(Topic::Config, &name, || self.config_answer(layer));
        }
        self.config(layer, scope)
    }

    /// Returns the folder of a layer and the path of its configuration.
    pub(crate) fn place(&self, layer: &Layer) -> Option<(String, String)> {
        let folder = match layer {
            Layer::Global => {
                let path = self.environment.global_config.as_ref()?;
                let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
                return Some((folder.to_owned(), path.clone()));
            }
            Layer::Environment => self.environment.folder.clone()?,
            Layer::Module(name) => self.source.module_folder(name)?,
        };
        let path = join(&folder, "hiera.yaml");
        Some((folder, path))
    }

    /// Returns the deprecated data provider setting of a layer.
    pub(super) fn provider(&self, layer: &Layer) -> Option<String> {
        match layer {
            Layer::Global => None,
            Layer::Environment => self.environment.data_provider.clone(),
            Layer::Module(name) => self.source.data_provider(name),
        }
    }

    fn load(&self, layer: &Layer, scope: &mut dyn Scope) -> Loaded {
        let Some((folder, path)) = self.place(layer) else {
            return Ok(None);
        };
        let config = Config::read(&*self.source, layer, &folder, &path, scope)?;
        let Some(provider) = self.provider(layer) else {
            return Ok(config.map(Arc::new));
        };
        let config = config.unwrap_or_else(|| Config::empty(&folder, &path, ConfigOrigin::Setting));
        let setting = ProviderSetting {
            environment: &self.environment.name,
            layer,
            folder: &folder,
            provider: &provider,
        };
        setting
            .apply(config, scope)
            .map(|config| Some(Arc::new(config)))
    }

    /// Reads the configurations of all layers that no lookup has used so far.
    pub fn open_all(&self, scope: &mut dyn Scope) {
        let modules = self.source.modules().into_iter();
        let modules = modules.map(|name| Layer::Module(name.into()));
        for layer in [Layer::Global, Layer::Environment]
            .into_iter()
            .chain(modules)
        {
            self.config(&layer, scope);
        }
    }

    /// Returns the keys of all data files of the configurations read so far, as (path, key),
    /// including files for other nodes. Modules that are not in `modules` are left out.
    #[must_use]
    pub fn keys(&self, modules: &HashSet<String>) -> Vec<(String, String)> {
        let configs = self.configs.read().unwrap_or_else(PoisonError::into_inner);
        for (layer, loaded) in configs.iter() {
            if matches!(layer, Layer::Module(name) if !modules.contains(&**name)) {
                continue;
            }
            let Some(Ok(Some(config))) = loaded.get() else {
                continue;
            };
            for (format, module, path) in reachable_files::files(&*self.source, layer, config) {
                self.file(format, module.as_ref(), &path);
            }
        }
        drop(configs);
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = Vec::new();
        for ((_, module, _), file) in files.iter() {
            let is_meant = module.as_ref().is_none_or(|name| modules.contains(&**name));
            if !is_meant || !file.exists(&*self.source) {
                continue;
            }
            let Content::Hash(hash, _) = file.content(&*self.source) else {
                continue;
            };
            let keys = hash.keys().filter_map(Data::as_str);
            let keys = keys.filter(|key| *key != super::LOOKUP_OPTIONS);
            found.extend(keys.map(|key| (file.path.to_string(), key.to_owned())));
        }
        found.sort();
        found.dedup();
        found
    }

    /// Returns the data file at a path, with the keys that the module may have if one is given.
    pub(super) fn file(
        &self,
        format: Format,
        module: Option<&Arc<str>>,
        path: &Arc<str>,
    ) -> Arc<DataFile> {
        let key = (format, module.cloned(), Arc::clone(path));
        let known = self
            .files
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        known.unwrap_or_else(|| {
            let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(files.entry(key).or_insert_with(|| {
                Arc::new(DataFile::new(format, module.cloned(), Arc::clone(path)))
            }))
        })
    }
}
