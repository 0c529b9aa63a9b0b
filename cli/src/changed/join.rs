//! Joins the read sets of several folders, for `fleet merge`.

use std::path::Path;

use catalog::read_set::store::Store;

use super::{FILE, read, remove, write};

/// Joins read sets: `parts` holds folders, each with the nodes to take from it. If the output gets
/// no read sets although a folder has some, returns the reason. That is not an error: a later run
/// compiles nodes without a read set.
///
/// # Errors
/// Fails if a file cannot be read or written.
pub fn join(parts: &[(&Path, Vec<String>)], output: &Path) -> Result<Option<String>, String> {
    remove(output)?;
    let has = |folder: &Path| folder.join(FILE).exists();
    if !parts.iter().any(|(folder, _)| has(folder)) {
        return Ok(None);
    }
    if let Some((folder, _)) = parts.iter().find(|(folder, _)| !has(folder)) {
        return Ok(Some(format!("{} has no read sets", folder.display())));
    }
    let mut stores = Vec::new();
    for (folder, nodes) in parts {
        stores.push((read(folder)?, nodes.as_slice()));
    }
    Ok(match Store::join(&stores) {
        Ok(store) => {
            write(output, &store)?;
            None
        }
        Err(what) => Some(format!("the folders differ in {what}")),
    })
}
