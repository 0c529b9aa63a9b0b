//! Tests the guide: its pages that are generated from tables, and its commands. `BLESS=1` writes
//! these pages again.

use crate::common::Folder;
use check::code::{
    CODES, Code, EVALUATION_CODES, LANGUAGE_CODES, TABLES, WITHOUT_EXAMPLE, all, page,
};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn pages() -> PathBuf {
    root().join("docs/guide/src")
}

/// Checks that a page equals the generated text.
fn compare(name: &str, made: &str) {
    let path = pages().join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, made).expect("the page can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "{name} is not what it is made from: run this with BLESS=1"
    );
}

#[test]
fn each_code_has_its_page() {
    let mut names = Vec::new();
    for code in all() {
        let name = format!("codes/{}.md", code.name.to_lowercase());
        compare(&name, &page(code));
        names.push(name);
    }
    let kept = fs::read_dir(pages().join("codes"))
        .expect("a folder")
        .count();
    assert_eq!(kept, names.len(), "pages of codes that are no more");
    let mut summary = String::from("# Summary\n\n");
    let introduction = fs::read_to_string(pages().join("introduction.md")).expect("it is there");
    let _ = writeln!(summary, "[Introduction](introduction.md)\n");
    for line in introduction.lines().filter(|line| line.starts_with("- [")) {
        let end = line.find(')').expect("each entry is a link");
        let _ = writeln!(summary, "{}", &line[..=end]);
        if line.contains("errors.md") {
            for (code, name) in all().zip(&names) {
                let _ = writeln!(summary, "  - [{}]({name})", code.name);
            }
        }
    }
    compare("SUMMARY.md", &summary);
}

/// Returns the list at the end of the page on errors.
fn codes_listed() -> String {
    let texts = TABLES.map(|(title, codes)| format!("## {title}\n\n{}", table(codes)));
    texts.join("\n")
}

fn table(codes: &[Code]) -> String {
    let mut text = String::from("| code | finding |\n|---|---|\n");
    for code in codes {
        let name = code.name;
        let page = name.to_lowercase();
        let _ = writeln!(text, "| [{name}](codes/{page}.md) | {} |", code.title);
    }
    text
}

/// Returns the arguments of the command in an example, `# bunraku ...`, and the rest.
fn command(example: &str) -> (Vec<&str>, &str) {
    match example
        .strip_prefix("# bunraku ")
        .and_then(|rest| rest.split_once('\n'))
    {
        Some((arguments, rest)) => (arguments.split(' ').collect(), rest),
        None => (Vec::new(), example),
    }
}

/// Returns the files of an example, each with its path and text. A line `# path/of/file` begins one; an
/// example without such lines is a single file.
fn files(example: &str) -> Vec<(&str, String)> {
    let mut files: Vec<(&str, String)> = Vec::new();
    for line in example.lines() {
        let path = line.strip_prefix("# ").filter(|path| {
            let is_path = |c: char| c.is_ascii_alphanumeric() || "/._".contains(c);
            path.chars().all(is_path) && path.contains(['/', '.'])
        });
        match (path, files.last_mut()) {
            (Some(path), _) => files.push((path, String::new())),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => break,
        }
    }
    if files.is_empty() {
        let is_template = example.contains("<%") && !example.contains("@(");
        let name = if is_template { "x.epp" } else { "x.pp" };
        files.push((name, example.to_owned()));
    }
    files
}

/// Returns what the command of an example reports, otherwise what `check` and, for code that passes it,
/// `eval` report. Files in folders are those of an environment, in which `check` alone is run.
fn reported(example: &str) -> String {
    let (mut arguments, example) = command(example);
    let files = files(example);
    let texts: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(path, text)| (*path, text.as_bytes()))
        .collect();
    let folder = Folder::new(&texts);
    let name = files[0].0;
    if let Some(subcommand) = arguments.first() {
        let form = match *subcommand {
            "check" => "--format",
            _ => "--messages",
        };
        arguments.extend([form, "json"]);
        let (_, out, messages) = folder.run(&arguments);
        return out + &messages;
    }
    if name.contains('/') || name.ends_with(".conf") {
        let config = folder.0.join("environment.conf");
        if !config.exists() {
            fs::write(config, "").expect("writable");
        }
        return folder.run(&["check", "--format", "json", "."]).1;
    }
    let (_, mut out, _) = folder.run(&["check", "--syntax-only", "--format", "json", name]);
    if name.ends_with(".pp") {
        let (_, messages, _) = folder.run(&["eval", "--messages", "json", name]);
        out.push_str(&messages);
    }
    out
}

#[test]
fn each_example_of_a_code_of_puppet_makes_it() {
    let mut count = 0;
    let is_of_files = |code: &&Code| code.example.0.starts_with("# ");
    let of_check = CODES.iter().filter(is_of_files);
    for code in LANGUAGE_CODES
        .iter()
        .chain(EVALUATION_CODES)
        .chain(of_check)
    {
        let (wrong, right) = code.example;
        let quoted = format!("\"{}\"", code.name);
        if !wrong.is_empty() {
            let out = reported(wrong);
            assert!(out.contains(&quoted), "{}: {out}", code.name);
            count += 1;
        }
        if !right.is_empty() {
            let out = reported(right);
            assert!(!out.contains("\"code\""), "{}: {out}", code.name);
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn each_code_has_an_example_or_a_reason() {
    for code in all() {
        let mut known = WITHOUT_EXAMPLE.iter();
        let has_reason = known.any(|(name, _)| *name == code.name);
        assert_eq!(has_reason, code.example.0.is_empty(), "{}", code.name);
    }
}

#[test]
fn the_page_on_errors_lists_each_code() {
    let path = pages().join("errors.md");
    let kept = fs::read_to_string(path).expect("it is there");
    let begin = kept.find("## Codes").unwrap_or(kept.len());
    compare(
        "errors.md",
        &format!("{}{}", &kept[..begin], codes_listed()),
    );
}

/// Collects the pages in Markdown below a folder.
fn pages_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.extension() {
            _ if path.is_dir() => pages_below(&path, found),
            Some(end) if end == "md" => found.push(path),
            _ => {}
        }
    }
}

/// Returns the files that a page links to or shows, outside of its code blocks.
fn links(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        is_code ^= line.starts_with("```");
        if is_code || line.starts_with("    ") {
            continue;
        }
        for part in line.split("](").skip(1) {
            let target = part.split([')', '#', ' ']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                found.push(target.to_owned());
            }
        }
    }
    found
}

#[test]
fn each_link_leads_to_a_file() {
    let mut found = vec![root().join("README.md")];
    pages_below(&root().join("docs"), &mut found);
    let mut count = 0;
    for path in found {
        let page = fs::read_to_string(&path).expect("readable");
        let folder = path.parent().expect("it lies in a folder");
        for link in links(&page) {
            assert!(folder.join(&link).exists(), "{}: {link}", path.display());
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}

#[test]
fn each_picture_is_shown() {
    let mut found = Vec::new();
    pages_below(&pages(), &mut found);
    let shown: Vec<String> = found
        .iter()
        .flat_map(|path| links(&fs::read_to_string(path).expect("readable")))
        .collect();
    for entry in fs::read_dir(pages().join("images"))
        .expect("a folder")
        .flatten()
    {
        let name = format!("images/{}", entry.file_name().to_string_lossy());
        assert!(shown.contains(&name), "no page shows {name}");
    }
}

#[test]
fn each_command_is_listed() {
    let folder = Folder::new(&[]);
    let (status, _, _) = folder.run(&["man", "--output", "pages"]);
    assert_eq!(status, 0);
    let mut text = String::from(
        "# Every command\n\nThis page is made from the definition of the command line.\n",
    );
    for name in folder.names("pages") {
        let name = name.trim_end_matches(".1");
        // all commands but one have names of a single word
        let words = name.replace("self-check", "self_check");
        let words: Vec<String> = words
            .split('-')
            .map(|word| word.replace('_', "-"))
            .collect();
        let mut call: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        call.push("--help");
        let (status, help, err) = folder.run(&call);
        assert_eq!(status, 0, "{call:?}: {err}");
        let shown: Vec<&str> = help.lines().map(str::trim_end).collect();
        let title = words.join(" ");
        let _ = write!(text, "\n## {title}\n\n```text\n{}\n```\n", shown.join("\n"));
    }
    compare("commands.md", &text);
}

/// Returns the commands of a page, each with its exit status.
fn commands(page: &str) -> Vec<(String, i32)> {
    let mut found = Vec::new();
    let mut is_inside = false;
    for line in page.lines() {
        match line {
            "```console" => is_inside = true,
            "```" => is_inside = false,
            _ if is_inside => {
                let command = line.strip_prefix("$ ").expect("a command begins with `$ `");
                let (command, status) = match command.rsplit_once(" # status ") {
                    Some((command, status)) => (command, status.parse().expect("a number")),
                    None => (command, 0),
                };
                found.push((command.to_owned(), status));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn each_command_is_in_a_block_that_is_run() {
    // what a reader's machine has: the sources, a container engine
    let elsewhere = ["cargo install --path cli", "docker run "];
    let mut found = Vec::new();
    pages_below(&pages(), &mut found);
    let of_examples = |path: &Path| {
        path.parent()
            .is_some_and(|folder| folder.ends_with("codes"))
            || path.ends_with("commands.md")
    };
    for path in found.iter().filter(|path| !of_examples(path)) {
        let page = fs::read_to_string(path).expect("readable");
        let mut kind = None;
        for line in page.lines() {
            match (line.strip_prefix("```"), kind) {
                (Some(own), None) => kind = Some(own),
                (Some(_), Some(_)) => kind = None,
                (None, Some("console")) => {}
                (None, block) => {
                    let code = match block {
                        Some(_) => Some(line),
                        None => line.strip_prefix("    "),
                    };
                    let is_command = code.is_some_and(|code| code.starts_with("bunraku "));
                    let is_elsewhere = elsewhere.iter().any(|one| line.contains(one));
                    assert!(!is_command || is_elsewhere, "{}: {line}", path.display());
                }
            }
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).expect("writable")),
        }
    }
}

#[test]
fn each_command_of_the_guide_runs() {
    let folder = Folder::new(&[]);
    let work = folder.0.join("repository");
    copy(&root().join("examples/control-repo"), &work);
    let binary = Path::new(env!("CARGO_BIN_EXE_bunraku"));
    let programs = binary.parent().expect("it lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let run = |script: &str| {
        Command::new("bash")
            .args(["-uo", "pipefail", "-c", script])
            .current_dir(&work)
            .env("PATH", format!("{}:{path}", programs.display()))
            .output()
            .expect("there is a bash")
    };
    let commit = "git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm all";
    assert!(run(commit).status.success());
    let mut count = 0;
    let introduction = fs::read_to_string(pages().join("introduction.md")).expect("it is there");
    let links = introduction
        .lines()
        .filter_map(|line| line.split_once("](")?.1.split_once(')'));
    for (name, _) in links {
        let page = fs::read_to_string(pages().join(name)).expect("each page is there");
        for (command, status) in commands(&page) {
            let output = run(&command);
            let told = String::from_utf8_lossy(&output.stderr);
            let out = String::from_utf8_lossy(&output.stdout);
            assert_eq!(
                output.status.code(),
                Some(status),
                "{name}: {command}\n{out}\n{told}"
            );
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}
