//! Compiles the catalog of each node in a JSON file of names to facts, and prints how many packages
//! each has: `inventory ENVIRONMENT FACTS.json`.

use std::error::Error;
use std::process::ExitCode;

use bunraku::{Environment, Node};
use serde_json::{Map, Value};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, facts] = arguments.as_slice() else {
        eprintln!("Usage: inventory ENVIRONMENT FACTS.json");
        return Ok(ExitCode::from(2));
    };
    let facts: Map<String, Value> = serde_json::from_str(&std::fs::read_to_string(facts)?)?;
    let environment = Environment::builder(folder).open()?;
    let nodes = facts
        .into_iter()
        .map(|(name, facts)| Node::new(name).facts(facts));
    let mut failed = false;
    for (name, compiled) in environment.compile_many(nodes) {
        match compiled {
            Ok(catalog) => {
                let resources = catalog.resources().iter();
                let packages = resources.filter(|resource| resource.type_name == "Package");
                println!("{name}: {} packages", packages.count());
            }
            Err(error) => {
                failed = true;
                eprintln!("Error: {error}");
            }
        }
    }
    bunraku::end_processes();
    Ok(ExitCode::from(u8::from(failed)))
}
