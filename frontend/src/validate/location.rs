//! Checks the rules about definitions in a module's files: a file may hold only names that
//! autoloading looks for in that file.

use crate::ast::{Expr, ExprKind};
use crate::source::path_parts;

use super::label::label;
use super::{Validator, place};

/// The location of a file in a module.
pub(super) struct Location {
    /// The path as it is shown.
    path: String,
    /// The prefix that the names of the file's definitions must have. `None`: no name is right
    /// here.
    namespace: Option<String>,
}

impl Location {
    /// Returns the location of a `.pp` file below one of the folders of modules, if it lies in one.
    pub(super) fn of(path: &str, module_path: &[&str]) -> Option<Location> {
        if !has_extension(path) {
            return None;
        }
        let parts: Vec<&str> = path_parts(path);
        let inside = module_path.iter().find_map(|folder| {
            let folder = path_parts(folder);
            (parts.starts_with(&folder) && path.starts_with('/')).then(|| &parts[folder.len()..])
        })?;
        Some(Location {
            path: path.to_owned(),
            namespace: namespace(inside),
        })
    }

    /// Returns true if a definition may have this name.
    pub(super) fn accepts(&self, name: &str) -> bool {
        // not at the end of a name only: `foo::xy` may stand in the file of `foo::x`
        self.namespace
            .as_deref()
            .is_some_and(|namespace| name.to_ascii_lowercase().starts_with(namespace))
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

fn has_extension(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.len() > 3 && name.ends_with(".pp")
}

/// Returns the namespace of a file: `foo/manifests/a/b.pp` is `foo::a::b`, `foo/manifests/init.pp`
/// is `foo`.
fn namespace(parts: &[&str]) -> Option<String> {
    let [module, kind, folders @ .., file] = parts else {
        return None;
    };
    if !["manifests", "functions", "types", "plans"]
        .iter()
        .any(|known| kind.eq_ignore_ascii_case(known))
    {
        return None;
    }
    let base = &file[..file.len() - ".pp".len()];
    let mut names: Vec<&str> = Vec::with_capacity(folders.len() + 2);
    names.push(module);
    names.extend(folders);
    if !(folders.is_empty() && base.eq_ignore_ascii_case("init")) {
        names.push(base);
    }
    Some(names.join("::").to_ascii_lowercase())
}

impl<'a> Validator<'a> {
    /// Checks that only definitions stand at the top of a module's file.
    pub(super) fn top_constructs(&mut self, expr: &Expr<'a>) {
        match expr.kind {
            ExprKind::Nop
            | ExprKind::Lambda(_)
            | ExprKind::Definition(_)
            | ExprKind::TypeAlias { .. }
            | ExprKind::TypeMapping { .. }
            | ExprKind::TypeDefinition { .. } => {}
            ExprKind::Block(statements) => {
                for statement in statements {
                    self.top_constructs(statement);
                }
            }
            _ => {
                let message = format!(
                    "This {} is unacceptable as a top level construct in this location",
                    label(expr)
                );
                self.error("ILLEGAL_TOP_CONSTRUCT_LOCATION", place(expr), message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Location;

    #[test]
    fn a_file_of_a_module_has_names() {
        let accepts = |path: &str, name: &str| {
            Location::of(path, &["/x", "/m"]).map(|location| location.accepts(name))
        };
        assert_eq!(accepts("/m/foo/manifests/init.pp", "foo"), Some(true));
        assert_eq!(
            accepts("/m/foo/manifests/a/b.pp", "foo::a::b::c"),
            Some(true)
        );
        assert_eq!(accepts("/m/foo/manifests/a/b.pp", "foo::a"), Some(false));
        assert_eq!(accepts("/m/foo/manifests/a/init.pp", "foo::a"), Some(false));
        assert_eq!(accepts("/m/Foo/functions/X.pp", "foo::x"), Some(true));
        assert_eq!(accepts("/m/foo/lib/x.pp", "foo::x"), Some(false));
        assert_eq!(accepts("/mm/foo/manifests/x.pp", "foo"), None);
        assert_eq!(accepts("/m/foo/manifests/x.epp", "foo"), None);
        assert_eq!(
            accepts("/m/../m//foo/./manifests/x.pp", "foo::x"),
            Some(true)
        );
    }
}
