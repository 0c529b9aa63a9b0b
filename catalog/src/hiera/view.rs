//! Owns the views of layers that a node has used.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Variable;
use super::config::Layer;
use super::hierarchy_level::Level;
use super::lookup_options::LookupOptions;
use super::recent_cache::RecentCache;

/// A variable with the value that it had when it was used.
pub(super) type Observed = Rc<(Arc<str>, Variable)>;

/// A cell for a value that is created on first use.
pub(super) type Slot<T> = RefCell<Option<Rc<T>>>;

/// A layer as a node sees it.
pub(super) struct View {
    pub(super) levels: Vec<Level>,
    /// The version and the path of its configuration.
    pub(super) config: Option<(i64, Option<Arc<str>>)>,
    pub(super) observed: Vec<Observed>,
}

/// The views of a layer that a node has used, most recently used first.
pub(super) type Views = RecentCache<View>;

/// The views of a node.
#[derive(Default)]
pub(super) struct Layers {
    global: Views,
    environment: Views,
    modules: RefCell<HashMap<Arc<str>, Rc<Module>, FixedState>>,
}

/// A module as a node sees it.
pub(super) struct Module {
    pub name: Arc<str>,
    views: Views,
    /// The views of its default hierarchy.
    defaults: Views,
    /// The lookup options of its keys.
    pub options: Slot<LookupOptions>,
    /// The lookup options that apply in its default hierarchy.
    pub default_options: Slot<LookupOptions>,
}

/// The place of a hierarchy.
#[derive(Clone, Copy)]
pub(super) enum Place<'m> {
    /// The global layer.
    Global,
    /// The environment.
    Environment,
    /// A module.
    Module(&'m Rc<Module>),
    /// The default hierarchy of a module.
    Defaults(&'m Rc<Module>),
}

impl Layers {
    /// Returns the module of a name, which need not exist.
    pub fn module(&self, name: &str) -> Rc<Module> {
        if let Some(known) = self.modules.borrow().get(name) {
            return Rc::clone(known);
        }
        let name: Arc<str> = Arc::from(name);
        let module = Rc::new(Module {
            name: Arc::clone(&name),
            views: Views::default(),
            defaults: Views::default(),
            options: Slot::default(),
            default_options: Slot::default(),
        });
        let mut modules = self.modules.borrow_mut();
        modules.insert(name, Rc::clone(&module));
        module
    }
}

impl<'m> Place<'m> {
    /// Returns the views of the layer.
    pub fn views<'a>(self, layers: &'a Layers) -> &'a Views
    where
        'm: 'a,
    {
        match self {
            Place::Global => &layers.global,
            Place::Environment => &layers.environment,
            Place::Module(module) => &module.views,
            Place::Defaults(module) => &module.defaults,
        }
    }

    /// Returns the layer.
    pub fn layer(self) -> Layer {
        match self {
            Place::Global => Layer::Global,
            Place::Environment => Layer::Environment,
            Place::Module(module) | Place::Defaults(module) => {
                Layer::Module(Arc::clone(&module.name))
            }
        }
    }

    /// Returns the name of the module that the hierarchy belongs to.
    pub fn module(self) -> Option<&'m Arc<str>> {
        match self {
            Place::Global | Place::Environment => None,
            Place::Module(module) | Place::Defaults(module) => Some(&module.name),
        }
    }
}

/// Removes repeated variables.
pub(super) fn distinct(observed: &[Observed]) -> Vec<Observed> {
    let mut done: Vec<Observed> = Vec::new();
    for variable in observed {
        if !done.iter().any(|other| other.0 == variable.0) {
            done.push(Rc::clone(variable));
        }
    }
    done
}
