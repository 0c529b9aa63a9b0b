//! Checks a policy on a catalog: no file may be writable by everybody. `policy ENVIRONMENT NODE`.

use std::error::Error;
use std::process::ExitCode;

use bunraku::{Environment, Node, Resource};

/// Returns true if a file's mode allows everybody to write, if the mode is a number.
fn is_open(file: &Resource) -> bool {
    let mode = file.parameters.get("mode").and_then(|mode| mode.as_str());
    let bits = mode.and_then(|mode| u32::from_str_radix(mode, 8).ok());
    bits.is_some_and(|bits| bits & 0o002 != 0)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, name] = arguments.as_slice() else {
        eprintln!("Usage: policy ENVIRONMENT NODE");
        return Ok(ExitCode::from(2));
    };
    let environment = Environment::builder(folder).open()?;
    let catalog = environment.compile(&Node::new(name))?;
    let files = catalog.resources().iter();
    let open: Vec<&Resource> = files
        .filter(|resource| resource.type_name == "File" && is_open(resource))
        .collect();
    for file in &open {
        let (path, line) = (file.file.as_deref().unwrap_or("?"), file.line.unwrap_or(0));
        println!("{}: everybody may write ({path}:{line})", file.title);
    }
    Ok(ExitCode::from(u8::from(!open.is_empty())))
}
