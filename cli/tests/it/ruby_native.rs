//! Tests that code in Ruby does the same natively as in a process, and that nothing is done twice
//! when a native attempt is given up.

use std::process::Command;

use crate::common::Folder;

/// A function of the 4.x API that calls its block.
const CURRENT: &str = "Puppet::Functions.create_function(:'m::current') do
  dispatch :f do
    param 'Hash', :resources
    optional_block_param 'Callable[1, 1]', :block
  end
  def f(resources)
    call_function('notice', resources.keys.sort.join(','))
    call_function('create_resources', 'notify', resources)
    found = resources.map { |name, values| [name.upcase, values['message'].to_s.size] }.to_h
    found = found.map { |name, size| [name, yield(size)] }.to_h if block_given?
    found
  end
end
";

/// A function of the 3.x API.
const LEGACY: &str = "module Puppet::Parser::Functions
  newfunction(:legacy, :type => :rvalue) do |arguments|
    list = arguments[0].map { |item| item.to_s * 2 }
    function_create_resources(['notify', { list.join => {} }])
    list.reverse
  end
end
";

/// A function that logs a message and then does something that is not native.
const GIVEN_UP: &str = "Puppet::Functions.create_function(:'m::given_up') do
  def f(list)
    call_function('notice', 'once')
    found = list.map { |item| yield(item) }
    call_function('create_resources', 'notify', { 'made' => {} })
    call_function('include', 'm::other')
    found.sort_by { |item| item.size }
  end
end
";

const SITE: &str = "
$h = { 'b' => { 'message' => 'two' }, 'a' => { 'message' => 'x' } }
notice(m::current($h) |$size| { notice(\"size ${size}\") $size + 1 })
notice(legacy(['p', 'q']))
notice(template('m/t.erb'))
";

const TEMPLATE: &[u8] = b"<% scope.call_function('notice', ['from a template']) -%>
<% @h.sort.each do |name, values| -%>
<%= name %>: <%= values['message'].capitalize %> <%= scope.function_sprintf(['%03d', name.size]) %>
<% end -%>
";

fn environment(site: &str) -> Folder {
    let functions = "env/modules/m/lib/puppet";
    Folder::new(&[
        ("env/manifests/site.pp", site.as_bytes()),
        ("env/modules/m/templates/t.erb", TEMPLATE),
        (
            &format!("{functions}/functions/m/current.rb"),
            CURRENT.as_bytes(),
        ),
        (
            &format!("{functions}/functions/m/given_up.rb"),
            GIVEN_UP
                .replace(
                    "def f",
                    "dispatch :f do\n    param 'Array', :list\n    block_param\n  end\n  def f",
                )
                .as_bytes(),
        ),
        (
            &format!("{functions}/parser/functions/legacy.rb"),
            LEGACY.as_bytes(),
        ),
    ])
}

fn compile(folder: &Folder, mode: &str) -> (i32, String, String) {
    folder.run(&["--ruby", mode, "compile", "--environment", "env"])
}

#[test]
fn both_ways_agree() {
    let folder = environment(SITE);
    let native = compile(&folder, "off");
    assert_eq!(native.0, 0, "{}", native.2);
    for line in [
        "a,b",
        "size 1",
        "size 3",
        "{B => 4, A => 2}",
        "[qq, pp]",
        "from a template",
        "a: X 001\nb: Two 001\n",
    ] {
        let lines = native.2.matches(&format!(": {line}\n")).count();
        assert_eq!(lines, 1, "{line}: {}", native.2);
    }
    for mode in ["both", "process", "auto"] {
        assert_eq!(compile(&folder, mode), native, "{mode}");
    }
}

/// A function whose `rescue` names its error classes by a variable.
const RESCUED: &str = "Puppet::Functions.create_function(:'m::family') do
  def family(*texts)
    require 'ipaddr'
    errors = if IPAddr.const_defined?('InvalidAddressError')
               [IPAddr::InvalidAddressError, IPAddr::AddressFamilyError]
             else
               [ArgumentError]
             end
    texts.map do |text|
      begin
        IPAddr.new(text).ipv6? ? 'six' : 'four'
      rescue NoMethodError, *errors => e
        e.is_a?(ArgumentError) ? 'none' : 'wrong'
      end
    end
  end
end
";

#[test]
fn handlers_take_lists_of_errors() {
    let folder = environment(
        "notice(m::family('fe80::1', '192.0.2.1', '192.0.2.1:80', 'host', 'a:b:c', ''))\n",
    );
    let path = "env/modules/m/lib/puppet/functions/m/family.rb";
    let is_asked = RESCUED.as_bytes();
    // only a process can test the class of the error
    let plain = RESCUED.replace("e.is_a?(ArgumentError) ? 'none' : 'wrong'", "'none'");
    for (code, modes) in [
        (plain.as_bytes(), &["off", "both", "process", "auto"][..]),
        (is_asked, &["both", "process", "auto"]),
    ] {
        std::fs::write(folder.0.join(path), code).expect("writable");
        for mode in modes {
            let (status, _, log) = compile(&folder, mode);
            assert_eq!(status, 0, "{mode}: {log}");
            assert!(
                log.contains("[six, four, none, none, none, none]"),
                "{mode}: {log}"
            );
        }
    }
}

#[test]
fn nothing_is_done_twice() {
    let folder = environment(
        "class m::other { notice('other') }
notice(m::given_up(['aa', 'bb']) |$item| { notice(\"block ${item}\") \"${item}!\" })\n",
    );
    let process = compile(&folder, "process");
    assert_eq!(process.0, 0, "{}", process.2);
    for mode in ["auto", "both"] {
        let (status, catalog, log) = compile(&folder, mode);
        assert_eq!(
            (status, &catalog, &log),
            (0, &process.1, &process.2),
            "{mode}"
        );
        for line in ["once", "block aa", "block bb", "other"] {
            assert_eq!(log.matches(line).count(), 1, "{mode}, {line}: {log}");
        }
    }
    let (status, _, log) = compile(&folder, "off");
    assert_eq!(status, 1, "{log}");
    assert!(
        log.contains("m::given_up") && log.contains("does not run natively"),
        "{log}"
    );
}

#[test]
fn statistics_name_what_is_not_native() {
    let folder = environment(SITE);
    let broken = folder.0.join("env/modules/m/templates/u.erb");
    std::fs::write(broken, "a\n<%= `uptime` %>\n").expect("writable");
    let (status, out, log) = folder.run(&["stats", "env"]);
    assert_eq!(status, 0, "{log}");
    assert!(out.contains("u.erb:2"), "{out}");
    assert!(!out.contains("t.erb"), "{out}");
}

/// Runs the recorded cases of code in Ruby in both ways: code that runs natively also runs in the
/// process.
#[test]
fn recorded_cases_agree_in_both_ways() {
    let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["--ruby", "both", "conformance", "run", "--jit", "auto"])
        .args(["--area", "catalog"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output();
    let (status, out, log) = crate::common::ended(output);
    assert_eq!(status, 0, "{out}{log}");
}
