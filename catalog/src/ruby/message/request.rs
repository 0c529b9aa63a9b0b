//! Owns the requests. The compilation sends them, and its process performs them.

use ruby::Writer;
use runtime::Value;
use runtime::closure::Closure;
use runtime::function::{Occurs, Parameter};

use super::{Encode, messages};
use crate::environment::Environment;
use crate::read_set;
use crate::ruby::Ruby;

messages! {
    write
    /// A request of a compilation. The process sends one final reply to it.
    pub enum Request<'a, 'h> {
        /// Begins a compilation.
        "begin" => Begin { state: Begin<'a> },
        /// Loads a function of the 4.x API.
        "load" => Load { path: &'a str, name: &'a str },
        /// Calls a dispatch of a loaded function. There are numbers if the function may change its
        /// arguments in place: see [`crate::ruby::changes`].
        "call" => Call {
            path: &'a str,
            dispatch: i64,
            arguments: Many<'a, 'h>,
            block: Option<PassedBlock<'a, 'h>>,
            numbers: Option<Vec<Vec<i64>>>,
        },
        /// Loads a function of the 3.x API.
        "load_legacy" => LoadLegacy { path: &'a str, name: &'a str },
        /// Asks if a file that was loaded has defined a function of the 3.x API.
        "legacy?" => IsLegacy { name: &'a str },
        /// Calls a function of the 3.x API.
        "call_legacy" => CallLegacy { name: &'a str, arguments: Many<'a, 'h> },
        /// Loads a resource type.
        "type" => ResourceType { name: &'a str },
        /// Loads the providers that modules have for one of Puppet's own resource types.
        "providers" => Providers { name: &'a str },
        /// Splits a title by the code of a resource type.
        "title" => Title { name: &'a str, title: &'a str },
        /// Renders a template. Its path and its name are nil for a text.
        "template" => Template { path: Option<&'a str>, name: Option<&'a str>, code: &'a str },
        /// Calls a block of Ruby code that the process has given.
        "yield" => Yield { number: One<'a, 'h>, arguments: Many<'a, 'h> },
        /// Ends the compilation.
        "end" => End {},
    }
}

/// A value of the language.
pub struct One<'a, 'h>(pub &'a Ruby<'h>, pub Value<'h>);

/// A list of values of the language.
pub struct Many<'a, 'h>(pub &'a Ruby<'h>, pub &'a [Value<'h>]);

/// A lambda that is passed to a function, with its parameters.
pub struct PassedBlock<'a, 'h> {
    /// The Ruby side of the compilation.
    pub ruby: &'a Ruby<'h>,
    /// The lambda.
    pub closure: &'h Closure<'h>,
    /// Its parameters.
    pub parameters: &'a [Parameter<'h>],
}

/// The facts that a process gets before a compilation.
pub struct Begin<'a> {
    /// The environment.
    pub environment: &'a Environment,
    /// The name of the node.
    pub node: &'a str,
}

impl Encode for One<'_, '_> {
    fn write(&self, writer: &mut Writer) {
        self.0.write(writer, self.1);
    }
}

impl Encode for Many<'_, '_> {
    fn write(&self, writer: &mut Writer) {
        writer.array(self.1.len());
        let values = self.1.iter();
        values.for_each(|value| self.0.write(writer, *value));
    }
}

impl Encode for PassedBlock<'_, '_> {
    /// Writes the parameters in the form of Ruby's `Method#parameters`: `[[:req, :a], [:opt, :b],
    /// [:rest, :c]]`.
    fn write(&self, writer: &mut Writer) {
        writer.array(2);
        self.ruby.write(writer, Value::Callable(self.closure));
        writer.array(self.parameters.len());
        for parameter in self.parameters {
            writer.array(2);
            writer.symbol(match parameter.occurs {
                Occurs::Required => "req",
                Occurs::Optional => "opt",
                Occurs::Repeated(_) => "rest",
            });
            writer.symbol(parameter.name);
        }
    }
}

impl Encode for Begin<'_> {
    fn write(&self, writer: &mut Writer) {
        let environment = self.environment;
        let folders: Vec<String> = environment.ruby_folders().collect();
        let mut modules: Vec<_> = environment.modules().collect();
        modules.sort_by(|a, b| a.name.cmp(&b.name));
        let settings = &environment.settings.other;
        writer.hash(9);
        writer.symbol("memory");
        writer.integer(i64::try_from(environment.settings.max_memory).unwrap_or(i64::MAX));
        writer.symbol("noted");
        writer.boolean(read_set::is_on());
        for (name, text) in [
            ("environment", &*environment.name),
            ("manifest", &*environment.manifest),
            ("certname", self.node),
        ] {
            writer.symbol(name);
            writer.string(text);
        }
        for (name, paths) in [("module_path", &environment.module_path), ("lib", &folders)] {
            writer.symbol(name);
            writer.array(paths.len());
            paths.iter().for_each(|path| writer.string(path));
        }
        writer.symbol("modules");
        writer.array(modules.len());
        for module in modules {
            writer.array(2);
            writer.string(&module.name);
            writer.string(&module.path);
        }
        writer.symbol("settings");
        writer.hash(settings.len());
        for (name, value) in settings {
            writer.symbol(name);
            writer.string(value);
        }
    }
}
