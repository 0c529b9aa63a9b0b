//! Checks whole codebases and compares the findings with recorded lists. `BLESS=1` writes the lists
//! again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use check::codebase::Codebase;
use check::files::{self, Selection};
use check::lint::{self, Choice};
use check::{FileReport, Settings};
use frontend::Severity;
use frontend::validate::Options;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/codebases")
        .join(name)
}

fn reports(name: &str, lint: Option<&Choice>) -> Vec<FileReport> {
    let folder = folder(name);
    let codebase = Codebase::around(&folder).expect("it is a codebase");
    assert_eq!(codebase.root, folder);
    let selection = Selection {
        paths: vec![folder],
        ..Selection::default()
    };
    let files = files::list(&selection, Some(&codebase)).expect("there are no patterns");
    let module_path: Vec<&str> = codebase.module_path.iter().map(String::as_str).collect();
    let settings = Settings {
        options: Options {
            module_path: &module_path,
            main_manifest: &codebase.manifest,
            ..Options::default()
        },
        is_all: true,
        lint,
    };
    let of_files = check::check(Some(&codebase), &files, settings);
    let mut reports: Vec<FileReport> = codebase.report(&of_files).into_iter().collect();
    reports.extend(of_files);
    reports
}

/// Returns one line per finding, with paths relative to the folder.
fn listed(name: &str, reports: &[FileReport]) -> String {
    let root = format!("{}/", folder(name).display());
    let mut out = String::new();
    for report in reports {
        for diagnostic in &report.diagnostics {
            let at = report.source.position(diagnostic.span.start);
            let severity = match diagnostic.severity {
                Severity::Error => "error",
                _ => "warning",
            };
            let hint = diagnostic
                .hint
                .as_ref()
                .map_or(String::new(), |hint| format!(" ({hint})"));
            let line = format!(
                "{}:{}:{} {severity} {} {}{hint}",
                report.shown, at.line, at.column, diagnostic.issue.0, diagnostic.message
            );
            let _ = writeln!(out, "{}", line.replace(&root, ""));
        }
    }
    out
}

fn compare(name: &str, file: &str, found: &str) {
    let path = folder(name).with_extension(file);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, found).expect("the list can be written");
    }
    let expected = fs::read_to_string(&path).expect("the list is there");
    assert_eq!(found, expected, "{}", path.display());
}

#[test]
fn each_code_is_found_where_it_should_be() {
    let found = listed("all_codes", &reports("all_codes", None));
    compare("all_codes", "findings", &found);
    // only an environment with all its modules has findings of relationships
    let related = listed("relationships", &reports("relationships", None));
    compare("relationships", "findings", &related);
    let found = found + &related;
    for code in check::code::CODES {
        let is_found = found.contains(&format!(" {} ", code.name));
        assert!(is_found, "no case finds {}", code.name);
    }
}

#[test]
fn nothing_is_found_in_code_that_is_well() {
    for name in ["clean_module", "lone_module"] {
        assert_eq!(listed(name, &reports(name, None)), "");
    }
}

#[test]
fn code_that_only_looks_wrong_has_no_errors() {
    let found = listed("odd_language", &reports("odd_language", None));
    assert!(!found.contains(" error "), "{found}");
    compare("odd_language", "findings", &found);
}

#[test]
fn what_a_missing_module_may_define_is_no_error() {
    let found = listed("incomplete", &reports("incomplete", None));
    assert!(!found.contains(" error "), "{found}");
    compare("incomplete", "findings", &found);
    let found = listed(
        "unlisted/unlisted_module",
        &reports("unlisted/unlisted_module", None),
    );
    assert!(!found.contains(" error "), "{found}");
    compare("unlisted/unlisted_module", "findings", &found);
}

#[test]
fn values_of_settings_blocks_and_data_are_compared() {
    compare(
        "values",
        "findings",
        &listed("values", &reports("values", None)),
    );
}

#[test]
fn style_is_found_and_mended() {
    let all = Choice::default();
    let reports = reports("style", Some(&all));
    let found = listed("style", &reports);
    compare("style", "findings", &found);
    let report = reports.iter().find(|one| one.shown.ends_with("bar.pp"));
    let report = report.expect("the manifest is checked");
    let edits: Vec<_> = report.edits.iter().map(|(_, edit)| edit.clone()).collect();
    let mended = lint::corrected(&report.source.text, edits);
    compare("style", "mended", &mended);
}

#[test]
fn the_names_of_checks_are_known() {
    assert!(Choice::parse("all,-140chars").is_ok_and(|choice| !choice.has("140chars")));
    assert!(
        Choice::parse("hard_tabs").is_ok_and(|one| one.has("hard_tabs") && !one.has("140chars"))
    );
    let problem = Choice::parse("hard_tab")
        .map(|_| ())
        .expect_err("there is no such check");
    assert!(problem.contains("'hard_tabs'"), "{problem}");
}
