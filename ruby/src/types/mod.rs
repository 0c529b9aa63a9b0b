//! Reads resource types from the text of their files, without a process of ruby.
//!
//! The body of a type mostly declares: attributes with literal options and with blocks that only an agent
//! runs. [`eval`] evaluates such files: definitions of classes, modules and methods, files that they require,
//! and calls whose effect is known. [`declare`] knows the language in which types, attributes and providers
//! are written; it mirrors `prelude/resource_type.rb`. If a file contains anything else, the whole attempt
//! is refused, and the process reads the type ([`Refusal`] names the first reason). Values that are not
//! known in advance may only be arguments of declarations that a compilation does not need.

mod call;
mod constant;
mod declare;
mod define;
mod eval;
mod machine;
mod methods;
mod names;
mod object;
mod resource_api;
mod value;

use bumpalo::Bump;

use machine::Machine;

/// The files that types may consist of.
pub trait Files {
    /// Returns the `lib` folders of the environment and of the modules, in the order of the load path.
    fn folders(&self) -> &[String];
    /// Returns the content of a file if there is one and it is valid UTF-8.
    fn read(&self, path: &str) -> Option<String>;
    /// Returns true if there is a file.
    fn is_file(&self, path: &str) -> bool;
    /// Returns the path of a file without symbolic links.
    fn real_path(&self, path: &str) -> Option<String>;
    /// Returns the names of the files in a folder.
    fn names(&self, folder: &str) -> Vec<String>;
}

/// The facts about a resource type that a compilation needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The attributes that name a resource.
    pub name_attributes: Vec<String>,
    /// The other attributes, in order.
    pub attributes: Vec<String>,
    /// False if several resources may have the same name.
    pub isomorphic: bool,
    /// The rule that splits titles.
    pub titles: Titles,
}

/// The way in which a type splits titles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Titles {
    /// The title is the value of the only attribute that names a resource.
    Whole,
    /// Patterns with the options of Ruby, each with the attributes of its groups.
    Patterns(Vec<(String, String, Vec<String>)>),
    /// Code splits the title.
    Code,
    /// The type does not say how.
    Missing,
}

/// The first reason why a type cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The file.
    pub path: String,
    /// The line, from 1 on; 0 for the whole file.
    pub line: usize,
    /// The reason.
    pub reason: String,
    /// True if a constant was not found, which another type's files may define.
    pub lacks_constant: bool,
}

/// Reads the resource type of a name with its providers.
///
/// # Errors
/// Returns the reason why the process has to read it. That includes all errors of its code.
pub fn read(files: &dyn Files, name: &str) -> Result<Description, Refusal> {
    let arena = Bump::new();
    let mut machine = Machine::new(&arena, files);
    let read = machine.described(name);
    read.map_err(|_| machine.refusal())
}

/// Loads the providers that modules have for one of Puppet's own types. They have no effect then.
///
/// # Errors
/// Same as [`read`].
pub fn read_providers(files: &dyn Files, name: &str) -> Result<(), Refusal> {
    let arena = Bump::new();
    let mut machine = Machine::new(&arena, files);
    let read = machine.providers_of_own(name);
    read.map_err(|_| machine.refusal())
}
