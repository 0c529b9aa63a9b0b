//! Checks that the links between the documents of the repository lead to files.

use std::fs;
use std::path::PathBuf;

use super::{files, none, root};

/// Returns the targets of the links in a text of Markdown, without those in code.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code || line.starts_with("    ") {
            continue;
        }
        let rests = line.split("](").skip(1);
        let ends = rests.filter_map(|rest| rest.split_once(')'));
        found.extend(ends.map(|(target, _)| target.to_owned()));
    }
    found
}

#[test]
fn links_lead_to_files() {
    let mut documents = Vec::new();
    files(&root(), &mut documents);
    documents.retain(|path: &PathBuf| path.extension().is_some_and(|e| e == "md"));
    let mut wrong = Vec::new();
    for path in documents {
        let text = fs::read_to_string(&path).expect("documents are UTF-8");
        let folder = path.parent().expect("a file is in a folder");
        for target in targets(&text) {
            let file = target.split('#').next().unwrap_or_default();
            let is_elsewhere =
                file.is_empty() || file.contains("://") || file.starts_with("mailto:");
            if !is_elsewhere && !folder.join(file).exists() {
                wrong.push(format!("{}: {target}", path.display()));
            }
        }
    }
    none("links that lead nowhere", &wrong);
}
