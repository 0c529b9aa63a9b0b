//! Reads resource types from the text of their files, without a process ([`ruby::types`]).

use std::path::Path;

use frontend::Symbol;
use ruby::types::{Description, Files, Refusal};

use super::convert::with_flags;
use crate::environment::Environment;
use crate::environment::files::read_utf8;
use crate::environment::ruby_code::{RubyType, Titles};

/// The files below the `lib` folders of an environment and its modules.
struct Folders<'f>(&'f [String]);

impl Files for Folders<'_> {
    fn folders(&self) -> &[String] {
        self.0
    }

    fn read(&self, path: &str) -> Option<String> {
        read_utf8(path)
    }

    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }

    fn real_path(&self, path: &str) -> Option<String> {
        std::fs::canonicalize(path)
            .ok()?
            .into_os_string()
            .into_string()
            .ok()
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.collect()
    }
}

/// The result of an attempt to read a type natively.
pub(super) enum Attempt {
    /// The type.
    Read(RubyType),
    /// The process has to read it.
    Refused {
        /// True if its files need a constant that the files of other types may define.
        needs_others: bool,
    },
}

/// Reads the resource type of a name.
pub(super) fn resource_type(environment: &Environment, name: &str) -> Attempt {
    let folders: Vec<String> = environment.ruby_folders().collect();
    let read = ruby::types::read(&Folders(&folders), name);
    let needs_others = read.as_ref().is_err_and(|refusal| refusal.lacks_constant);
    match read
        .ok()
        .and_then(|description| described(name, &description))
    {
        Some(ty) => Attempt::Read(ty),
        None => Attempt::Refused { needs_others },
    }
}

/// Returns true if loading the providers that modules have for one of Puppet's own types has no effect and no
/// error, as far as that is known without the process.
pub(super) fn are_providers_declared(environment: &Environment, name: &str) -> bool {
    let folders: Vec<String> = environment.ruby_folders().collect();
    ruby::types::read_providers(&Folders(&folders), name).is_ok()
}

/// Tries to read a resource type of modules, given their `lib` folders.
///
/// # Errors
/// Returns the reason why a process has to read it.
pub fn native_type(folders: &[String], name: &str) -> Result<(), Refusal> {
    ruby::types::read(&Folders(folders), name).map(drop)
}

fn described(name: &str, description: &Description) -> Option<RubyType> {
    let symbol = |name: &String| Symbol::intern(name).as_str();
    let symbols = |names: &[String]| -> Vec<&'static str> { names.iter().map(symbol).collect() };
    let titles = match &description.titles {
        ruby::types::Titles::Whole => Titles::Whole,
        ruby::types::Titles::Code => Titles::Code,
        ruby::types::Titles::Missing => Titles::Missing,
        ruby::types::Titles::Patterns(patterns) => {
            let pattern = |(source, options, names): &(String, String, Vec<String>)| {
                let bits = options.chars().map(option_bit).sum::<Option<u8>>()?;
                Some((with_flags(source.as_bytes(), bits), symbols(names)))
            };
            Titles::Patterns(patterns.iter().map(pattern).collect::<Option<Vec<_>>>()?)
        }
    };
    Some(RubyType {
        name: Symbol::intern(name).as_str(),
        name_attributes: symbols(&description.name_attributes),
        attributes: symbols(&description.attributes),
        isomorphic: description.isomorphic,
        titles,
    })
}

/// Returns the number that Ruby gives to an option of regular expressions.
fn option_bit(option: char) -> Option<u8> {
    match option {
        'i' => Some(1),
        'x' => Some(2),
        'm' => Some(4),
        _ => None,
    }
}
