//! Tests catalogs of all forms, and comparisons between different forms.

use diff::{Change, Document, Filter, Form, catalogs, compare};

const PUPPET: &str = r#"{
  "tags": ["settings"],
  "name": "web.example.com",
  "version": 1700000000,
  "environment": "production",
  "resources": [
    {
      "type": "File",
      "title": "/etc/motd",
      "tags": ["file"],
      "file": "/env/site.pp",
      "line": 3,
      "exported": false,
      "parameters": {
        "content": "hello\n",
        "password": "secret one"
      },
      "sensitive_parameters": ["password"]
    }
  ],
  "edges": [
    {
      "source": "Class[Main]",
      "target": "File[/etc/motd]"
    }
  ],
  "classes": ["settings"]
}"#;

const PUPPETDB: &str = r#"[{
  "certname": "web.example.com", "version": "17", "hash": "ab", "producer_timestamp": "2020-01-01",
  "resources": {"href": "/x", "data": [
    {"resource": "ab", "type": "File", "title": "/etc/motd", "tags": ["file"], "exported": false,
     "file": "/env/site.pp", "line": 3, "parameters": {"content": "hello\n"}}]},
  "edges": {"href": "/y", "data": [
    {"source_type": "Class", "source_title": "Main", "target_type": "File",
     "target_title": "/etc/motd", "relationship": "contains"},
    {"source_type": "Package", "source_title": "a", "target_type": "File",
     "target_title": "/etc/motd", "relationship": "required-by"}]}
}]"#;

fn compared(old: &str, new: &str) -> Result<Vec<Change>, String> {
    let a = Document::read(old.as_bytes(), None).map_err(|problem| problem.to_string())?;
    let b = Document::read(new.as_bytes(), Some(&a)).map_err(|problem| problem.to_string())?;
    compare(&a, &b, &Filter::default()).map_err(|problem| problem.to_string())
}

fn names(text: &str) -> Result<Vec<String>, String> {
    let found = catalogs(text.as_bytes()).map_err(|problem| problem.to_string())?;
    Ok(found
        .into_iter()
        .map(|(name, _)| name.unwrap_or_default())
        .collect())
}

#[test]
fn wrapped_catalogs_are_found() {
    let expected = Ok(vec!["web.example.com".to_owned()]);
    let lines =
        "\u{1b}[0;32mInfo: Loading facts\u{1b}[0m\nNotice: Compiled catalog for web\n[x] a\n{\n";
    for text in [
        PUPPET.to_owned(),
        format!("{{\"catalog\": {PUPPET}}}"),
        format!(
            "{{\"document_type\": \"Catalog\", \"data\": {PUPPET}, \"metadata\": {{\"api_version\": 1}}}}"
        ),
        format!("{{\"command\": \"replace catalog\", \"version\": 9, \"payload\": {PUPPET}}}"),
        format!("{lines}{PUPPET}\nInfo: done\n"),
        format!("[{PUPPET}]"),
        PUPPETDB.to_owned(),
    ] {
        assert_eq!(names(&text), expected, "{text}");
    }
}

#[test]
fn a_text_may_hold_many_catalogs() {
    let other = PUPPET.replace("web.", "db.");
    let expected = vec!["web.example.com".to_owned(), "db.example.com".to_owned()];
    for text in [
        format!("[{PUPPET}, {other}]"),
        format!("{PUPPET}\n{other}\n"),
        format!("Notice: one\n{PUPPET}\nNotice: two\n{other}"),
    ] {
        assert_eq!(names(&text), Ok(expected.clone()));
    }
    assert_eq!(
        compared(&format!("{PUPPET}\n{other}"), PUPPET),
        Err("holds 2 catalogs where one is expected".to_owned())
    );
}

#[test]
fn other_texts_are_errors_that_say_why() {
    for (text, expected) in [
        ("", "is empty"),
        (" \n", "is empty"),
        (
            "Error: Could not find node",
            "holds no catalog: there are no resources",
        ),
        ("{\"a\": 1}", "holds no catalog: there are no resources"),
        ("[]", "holds no catalog: there are no resources"),
        (
            "{\n\"resources\": [\n{\"type\"",
            "line 3: the text ends inside of a value",
        ),
        (
            "{\"resources\": [1 2]}",
            "line 1: a comma or the end is expected",
        ),
    ] {
        assert_eq!(names(text), Err(expected.to_owned()), "{text}");
    }
    let link = r#"{"certname": "a", "resources": {"href": "/x"}}"#;
    assert!(names(link).is_err_and(|problem| problem.contains("only a link")));
    let cut = format!("{PUPPET}\n{}", &PUPPET[..100]);
    assert!(names(&cut).is_err_and(|problem| problem.contains("ends inside")));
}

#[test]
fn broken_resources_are_errors_with_their_line() {
    for (from, to, expected) in [
        (
            "\"title\": \"/etc/motd\",",
            "",
            "line 7: a resource has no title",
        ),
        (
            "\"type\": \"File\"",
            "\"type\": 1",
            "line 7: type of a resource: invalid type: integer `1`, expected a string",
        ),
        (
            "{\n        \"content\"",
            "{\n  nothing  \"content\"",
            "line 7: parameters of a resource: key must be a string",
        ),
    ] {
        let broken = PUPPET.replace(from, to);
        assert_ne!(broken, PUPPET);
        assert_eq!(compared(PUPPET, &broken), Err(expected.to_owned()));
    }
    let resource =
        &PUPPET[PUPPET.find("    {").expect("a resource")..PUPPET.find("  ],").expect("the end")];
    let changed = resource.replace("hello", "bye");
    let twice = PUPPET.replace(resource, &format!("{resource},\n{changed}"));
    let twice = twice.replacen("hello", "hi", 1);
    assert!(compared(PUPPET, &twice).is_err_and(|problem| problem.contains("twice")));
}

#[test]
fn forms_are_compared_by_what_both_have() {
    let a = Document::read(PUPPETDB.as_bytes(), None).expect("a catalog");
    assert_eq!(a.form, Form::PuppetDb);
    // relationships, the list of classes and sensitive values are each missing on one side
    assert_eq!(compared(PUPPET, PUPPETDB), Ok(Vec::new()));
    assert_eq!(compared(PUPPETDB, PUPPET), Ok(Vec::new()));
    let other = PUPPETDB.replace("required-by", "notifies");
    assert_eq!(
        compared(PUPPETDB, &other).map(|changes| changes.len()),
        Ok(2)
    );
}

#[test]
fn sensitive_values_are_nowhere() {
    let changed = PUPPET.replace("secret one", "secret two");
    let bare = PUPPET.replace(",\n      \"sensitive_parameters\": [\"password\"]", "");
    let nested = PUPPET.replace(
        "\"hello\\n\"",
        r#"{"user": {"__ptype": "Sensitive", "__pvalue": "secret three"}, "a": 1}"#,
    );
    let empty = PUPPET
        .replace("\"/etc/motd\"", "\"/etc/other\"")
        .replace("[/etc/motd", "[/etc/other");
    let hidden = PUPPET.replace(
        "\"content\": \"hello",
        "\"show_diff\": false,\n\"content\": \"secret five",
    );
    let texts = [PUPPET.to_owned(), changed, bare, nested, empty, hidden];
    assert!(texts[1..].iter().all(|text| text != PUPPET));
    for old in &texts {
        for new in &texts {
            if old == new {
                continue;
            }
            let changes = compared(old, new).expect("a comparison");
            assert!(!changes.is_empty(), "{old} {new}");
            let shown = format!("{changes:?}");
            let is_bare = |text: &String| !text.contains("sensitive_parameters");
            // a password that is not marked as sensitive is shown
            if !is_bare(old) && !is_bare(new) {
                assert!(!shown.contains("secret"), "{shown}");
            }
        }
    }
}
