//! Tests the reader of types with files in memory: the types that it reads, and the reasons why it
//! refuses others.

use std::collections::BTreeMap;

use ruby::types::{Description, Files, Refusal, Titles, read, read_providers};

/// Files by their paths below the folder `/m/lib`.
struct InMemory(BTreeMap<String, String>, Vec<String>);

impl Files for InMemory {
    fn folders(&self) -> &[String] {
        &self.1
    }

    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).cloned()
    }

    fn is_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    fn real_path(&self, path: &str) -> Option<String> {
        Some(path.to_owned())
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let below = |path: &String| Some(path.strip_prefix(folder)?.strip_prefix('/')?.to_owned());
        let names = self.0.keys().filter_map(below);
        names.filter(|name| !name.contains('/')).collect()
    }
}

fn files(files: &[(&str, &str)]) -> InMemory {
    let files = files
        .iter()
        .map(|(path, text)| (format!("/m/lib/{path}"), (*text).to_owned()));
    InMemory(files.collect(), vec!["/m/lib".to_owned()])
}

fn read_from(all: &[(&str, &str)]) -> Result<Description, Refusal> {
    read(&files(all), "t")
}

/// Reads a type with this body.
fn body(code: &str) -> Result<Description, Refusal> {
    let text = format!("Puppet::Type.newtype(:t) do\n{code}\nend\n");
    read_from(&[("puppet/type/t.rb", &text)])
}

/// Asserts the attributes of a type: those that name it, and the others.
fn check(code: &str, names: &[&str], others: &[&str]) {
    let found = body(code).expect("the type is read");
    assert_eq!(
        (found.name_attributes, found.attributes),
        (texts(names), texts(others)),
        "{code}"
    );
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// Asserts that a type is left to the process, and the reason.
fn refused(code: &str, reason: &str) {
    let refusal = body(code).expect_err("the type is left to the process");
    assert_eq!(refusal.reason, reason, "{code}");
}

#[test]
fn attributes_are_declared() {
    check("newparam(:name)\nensurable", &["name"], &["ensure"]);
    check(
        "newparam(:a) { isnamevar }\nnewproperty(:b)",
        &["a"],
        &["b"],
    );
    check(
        "newparam('A', namevar: true)\nnewproperty(:b, array_matching: :all) { munge { |x| x } }",
        &["a"],
        &["b"],
    );
    check(
        "%w[a b].each { |x| newparam(x.to_sym) { isrequired } }",
        &[],
        &["a", "b"],
    );
    check(
        "{ x: 1 }.each { |key, _| newproperty(key) }\ndef y; end",
        &[],
        &["x"],
    );
    check(
        "newparam(:a) { defaultto { raise 'never' }\nnewvalues(*[:b].map { |c| :\"#{c}c\" }) }",
        &[],
        &["a"],
    );
}

#[test]
fn methods_of_the_code_run() {
    check(
        "def self.add(name, *more, &block) = newparam(name, &block)\nadd(:a, 1) { isnamevar }",
        &["a"],
        &[],
    );
    check(
        "class << self\n%i[p q].each { |n| define_method(n) { n } }\nend\nnewparam(p)\nnewparam(q)",
        &[],
        &["p", "q"],
    );
    let above = "class Above\ndef self.f(name) = name\nend\nclass Below < Above\ndef self.f(name) = super\nend\n";
    check(&format!("{above}newparam(Below.f(:a))"), &[], &["a"]);
    refused(
        "def self.newparam(name); end",
        "the method 'newparam' of a class is defined",
    );
    refused(
        "def self.f(a:) = nil\nf(a: 1)",
        "parameters of a method or block",
    );
    refused("def self.f = f\nf", "calls are nested too deeply");
}

#[test]
fn conditions_that_are_not_known_may_not_decide() {
    let known = "newproperty(:a) { defaultto(1) if Facter.value(:x) == 'y' }";
    check(known, &[], &["a"]);
    refused(
        "newproperty(:a) if Facter.value(:x)",
        "a condition that is not known decides on an effect",
    );
    refused(
        "def self.f\nreturn if Facter.value(:x)\nnewparam(:a)\nend\nf",
        "a condition that is not known decides on an effect",
    );
    refused(
        "newparam(Facter.value(:x))",
        "the name or the options of an attribute",
    );
    check(
        "newparam(:a) unless Puppet.features.microsoft_windows?",
        &[],
        &["a"],
    );
    refused("x = 1 while true", "syntax that is not evaluated");
}

#[test]
fn effects_outside_are_left_to_the_process() {
    refused("Puppet.warning('x')", "the method warning of Puppet");
    refused("raise 'x'", "the method raise");
    refused("`ls`", "syntax that is not evaluated");
    refused("Unknown.call", "the constant Unknown");
    refused(
        "newproperty(:a)\nnewproperty(:a)",
        "the attribute 'a' is declared twice",
    );
    let text = "class Puppet::Type\ndef x; end\nend\nPuppet::Type.newtype(:t) { newparam(:name) }";
    let refusal =
        read_from(&[("puppet/type/t.rb", text)]).expect_err("the type is left to the process");
    assert_eq!(
        (refusal.path.as_str(), refusal.line),
        ("/m/lib/puppet/type/t.rb", 2)
    );
}

#[test]
fn files_that_cannot_be_read() {
    assert_eq!(
        read_from(&[])
            .expect_err("the type is left to the process")
            .reason,
        "no file defines the type"
    );
    let refusal = read_from(&[("puppet/type/t.rb", "Puppet::Type.newtype(:t) do\n")])
        .expect_err("the type is left to the process");
    assert!(refusal.reason.starts_with("a syntax error"), "{refusal:?}");
    let other = read_from(&[("puppet/type/t.rb", "Puppet::Type.newtype(:u) {}")])
        .expect_err("the type is left to the process");
    assert_eq!(
        other.reason,
        "/m/lib/puppet/type/t.rb does not define the type 't'"
    );
}

#[test]
fn files_are_required() {
    let helper = "module Helper\n def self.included(base)\n base.newparam(:helped)\n end\nend";
    for require in [
        "require 'x/helper'",
        "require_relative '../../x/helper'",
        "require File.expand_path('../../../x/helper.rb', __FILE__)",
        "require File.join(File.dirname(__FILE__), '..', '..', 'x', 'helper')",
        "require Pathname.new(__FILE__).dirname + '../../x/helper'",
        "$LOAD_PATH.unshift('/m/lib/x')\nrequire 'helper'",
    ] {
        let text = format!("{require}\nPuppet::Type.newtype(:t) {{ include Helper }}");
        let found = read_from(&[("puppet/type/t.rb", &text), ("x/helper.rb", helper)]);
        assert_eq!(
            found.expect("the type is read").attributes,
            ["helped"],
            "{require}"
        );
    }
    let gem = read_from(&[("puppet/type/t.rb", "require 'aws-sdk'")])
        .expect_err("the type is left to the process");
    assert_eq!(gem.reason, "require 'aws-sdk'");
}

#[test]
fn providers_are_loaded() {
    let ty = (
        "puppet/type/t.rb",
        "Puppet::Type.newtype(:t) { newparam(:name) }",
    );
    let base = "Puppet::Type.type(:t).provide(:base) { commands ls: 'ls'\n def self.x = :y }";
    let derived =
        "Puppet::Type.type(:t).provide(:a, parent: :base) { defaultfor(kernel: 1) if x == :y }";
    let all = [
        ty,
        ("puppet/provider/t/base.rb", base),
        ("puppet/provider/t/a.rb", derived),
    ];
    assert_eq!(
        read_from(&all).expect("the type is read").attributes,
        ["provider"]
    );
    let raising = "Puppet::Type.type(:t).provide(:a) { raise 'x' }";
    let refusal = read_from(&[ty, ("puppet/provider/t/a.rb", raising)])
        .expect_err("the type is left to the process");
    assert_eq!(
        (refusal.path.as_str(), refusal.line),
        ("/m/lib/puppet/provider/t/a.rb", 1)
    );
    let missing = "Puppet::Type.type(:t).provide(:a, parent: :b)";
    let refusal = read_from(&[ty, ("puppet/provider/t/a.rb", missing)])
        .expect_err("the type is left to the process");
    assert_eq!(refusal.reason, "there is no provider 'b' of 't'");
    let own =
        "Puppet::Type.type(:package).provide(:a, parent: :gem, source: :gem) { anything_at_all }";
    assert_eq!(
        read_providers(&files(&[("puppet/provider/package/a.rb", own)]), "package"),
        Ok(())
    );
}

#[test]
fn titles_are_split() {
    let titles = |code: &str| body(code).expect("the type is read").titles;
    assert_eq!(titles("newparam(:name)"), Titles::Whole);
    assert_eq!(titles("newproperty(:a)"), Titles::Patterns(Vec::new()));
    let two = "newparam(:a, namevar: true)\nnewparam(:b, namevar: true)\n";
    assert_eq!(titles(two), Titles::Missing);
    let patterns = Titles::Patterns(vec![(
        "^(.)(.)$".to_owned(),
        "m".to_owned(),
        texts(&["a", "b"]),
    )]);
    let direct = "def self.title_patterns = [[/^(.)(.)$/m, [[:a], [:b]]]]";
    assert_eq!(titles(&format!("{two}{direct}")), patterns);
    let built = "def self.title_patterns\np = []\np << [/^(.)(.)$/m, [[:a, nil], [:b]]]\np\nend";
    assert_eq!(titles(&format!("{two}{built}")), patterns);
    let code = "def self.title_patterns = [[/(.*)/, [[:a, lambda { |x| x.upcase }]]]]";
    assert_eq!(titles(&format!("{two}{code}")), Titles::Code);
    assert!(
        !body("@isomorphic = false")
            .expect("the type is read")
            .isomorphic
    );
}

#[test]
fn types_of_the_resource_api() {
    let definition = "Puppet::ResourceApi.register_type(name: 't', desc: 'x', attributes: {
        ensure: { type: 'Enum[present, absent]' },
        host: { type: 'String', behaviour: :namevar },
        port: { type: 'String', behavior: :namevar },
        note: { type: 'String', behaviour: :parameter } },
        title_patterns: [{ pattern: %r{^(?<host>[(?<]+):(?<port>.*)$}, desc: 'y' }])";
    let provider =
        "class Puppet::Provider::T::T < Puppet::ResourceApi::SimpleProvider\n def get(_) = []\nend";
    let all = [
        ("puppet/type/t.rb", definition),
        ("puppet/provider/t/t.rb", provider),
    ];
    let found = read_from(&all).expect("the type is read");
    assert_eq!(found.name_attributes, ["host", "port"]);
    assert_eq!(found.attributes, ["ensure", "note"]);
    let source = "^(?<host>[(?<]+):(?<port>.*)$".to_owned();
    assert_eq!(
        found.titles,
        Titles::Patterns(vec![(source, String::new(), texts(&["host", "port"]))])
    );
    let bad =
        "Puppet::ResourceApi.register_type(name: 't', attributes: { tag: { type: 'String' } })";
    assert!(read_from(&[("puppet/type/t.rb", bad)]).is_err());
}
