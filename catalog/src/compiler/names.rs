//! Gives access to the names and code that a compilation knows.

use runtime::frame::Body;
use runtime::{Cx, Res};

use super::Compiler;
use crate::environment::Environment;

impl<'h> Compiler<'h> {
    /// Returns the names of the functions, types, classes and defines in the loaded code.
    pub fn names(&self) -> Vec<&'h str> {
        self.definitions.borrow().names().collect()
    }

    /// Returns the environment of the node.
    pub fn environment(&self) -> &'h Environment {
        self.environment
    }

    /// Returns all keys in the data of the hierarchies that have been read.
    pub fn data_keys(&self) -> Vec<String> {
        let modules = self.environment.modules();
        let modules = modules.map(|module| module.name.to_string()).collect();
        let keys = self.environment.hierarchies.keys(&modules);
        keys.into_iter().map(|(_, key)| key).collect()
    }

    /// Loads the files that may define a name; returns the code of the function, the class and the
    /// define of that name.
    ///
    /// # Errors
    /// Fails if one of these files is invalid.
    pub fn bodies_named(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, Vec<&'h Body<'h>>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let found = [
            self.find_function(cx, name)?,
            self.find_class(cx, name)?,
            self.find_define(cx, name)?,
        ];
        let definitions = found.into_iter().flatten();
        Ok(definitions.map(|definition| definition.body).collect())
    }
}
