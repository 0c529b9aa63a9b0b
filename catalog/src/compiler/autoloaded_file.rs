//! Checks that a file in `functions/` or `types/` contains exactly the definition that its name
//! requires.

use mir::DefinitionKind;
use mir::op::Op;
use runtime::code::CodeUnit;

/// The definition that a file must contain, with its name.
#[derive(Clone, Copy)]
pub(super) enum FileKind<'n> {
    /// A function.
    Function(&'n str),
    /// A type alias; the name is in lower case.
    Type(&'n str),
}

impl FileKind<'_> {
    /// Checks that the code of a file contains the definition and nothing else.
    ///
    /// # Errors
    /// Fails with Puppet's message about the file.
    pub(super) fn check(self, path: &str, unit: &CodeUnit) -> Result<(), String> {
        let mut definitions = unit.definitions();
        let count = definitions.len();
        let from = format!("The code loaded from {path}");
        if count > 1 {
            let what = self.quoted();
            return Err(format!(
                "{from} must contain only the {what} - it has additional definitions."
            ));
        }
        let Some((definition, _)) = definitions.next() else {
            let what = self.quoted();
            return Err(format!("{from} does not define the {what} - it is empty."));
        };
        let actual = &*definition.name;
        match (self, &definition.kind) {
            (FileKind::Function(name), DefinitionKind::Function) if actual != name => Err(format!(
                "{from} produced function with the wrong name, expected {name}, actual {actual}"
            )),
            (FileKind::Type(name), DefinitionKind::TypeAlias { .. })
                if !actual.eq_ignore_ascii_case(name) =>
            {
                Err(format!(
                    "{from} produced type with the wrong name, expected '{name}', actual '{actual}'"
                ))
            }
            (FileKind::Function(name), DefinitionKind::Function) if has_logic(unit) => Err(
                format!("{from} contains additional logic - can only contain the function {name}"),
            ),
            (FileKind::Type(name), DefinitionKind::TypeAlias { .. }) if has_logic(unit) => Err(
                format!("{from} contains additional logic - can only contain the type '{name}'"),
            ),
            (FileKind::Function(_), DefinitionKind::Function)
            | (FileKind::Type(_), DefinitionKind::TypeAlias { .. }) => Ok(()),
            _ => Err(format!(
                "{from} does not define the {} - {}",
                self.quoted(),
                match self {
                    FileKind::Function(_) => "no function found.",
                    FileKind::Type(_) => "no type alias or type definition found.",
                }
            )),
        }
    }

    fn quoted(self) -> String {
        match self {
            FileKind::Function(name) => format!("function '{name}'"),
            FileKind::Type(name) => format!("type '{name}'"),
        }
    }
}

/// Returns true if a file has statements besides its definitions; constant expressions do not
/// count.
fn has_logic(unit: &CodeUnit) -> bool {
    let blocks = &unit.program().mir.blocks;
    let mut insts = blocks.iter().flat_map(|block| &block.insts);
    blocks.len() > 1 || !insts.all(|inst| matches!(inst.op, Op::Const(_)))
}
