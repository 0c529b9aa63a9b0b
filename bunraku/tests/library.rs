//! Tests the library as a program uses it: with several environments and threads in one process.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bunraku::{
    Catalog, Compiled, Environment, EnvironmentBuilder, Jit, Level, Limits, Node, NotYet, Pool,
    RubyMode,
};
use serde_json::json;

/// A folder that is removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bunraku-library-{}-{number}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        fs::create_dir_all(&folder.0).expect("writable");
        folder
    }

    fn write(&self, path: &str, text: &str) -> &Folder {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
        fs::write(path, text).expect("writable");
        self
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Makes the environment of most tests: a class with a parameter, and a site manifest.
fn site() -> Folder {
    let folder = Folder::new();
    let web = "class web(Integer $port = 80) {
  notify { \"port ${port}\": tag => 'seen' }
  warning('said')
}
";
    folder
        .write(
            "production/manifests/site.pp",
            "class { 'web': port => $facts['port'] }\nfile { '/etc/motd': content => $facts['role'] }\n",
        )
        .write("production/modules/web/manifests/init.pp", web);
    folder
}

fn open(folder: &Folder) -> Environment {
    let builder = Environment::builder(folder.0.join("production"));
    builder.threads(2).open().expect("the folder is there")
}

fn node(number: usize) -> Node {
    let facts = json!({"role": format!("r{number}"), "port": 8080});
    Node::new(format!("n{number:03}.example.com")).facts(facts)
}

fn of_code(code: &str) -> Environment {
    let opened = Environment::of_code(code).threads(2).open();
    opened.expect("nothing is read")
}

fn titles(catalog: &Catalog, type_name: &str) -> Vec<String> {
    let resources = catalog.resources().iter();
    resources
        .filter(|resource| resource.type_name == type_name)
        .map(|resource| resource.title.clone())
        .collect()
}

#[test]
fn a_catalog_has_resources_edges_and_a_log() {
    let folder = site();
    let catalog = open(&folder).compile(&node(1)).expect("compiles");
    let motd = catalog.resource("File", "/etc/motd").expect("is there");
    assert_eq!(motd.parameters["content"], "r1");
    assert_eq!((motd.line, motd.exported), (Some(2), false));
    let file = motd.file.as_deref().expect("has a file");
    assert!(file.ends_with("production/manifests/site.pp"));
    let port = catalog.resource("Notify", "port 8080").expect("is there");
    assert!(port.tags.contains(&"seen".to_owned()));
    assert_eq!(port.reference(), "Notify[port 8080]");
    let mut edges = catalog.edges().iter();
    assert!(edges.any(|edge| edge.source == "Class[Web]" && edge.target == port.reference()));
    assert_eq!(catalog.classes(), ["settings", "web"]);
    assert_eq!(catalog.name(), "n001.example.com");
    assert_eq!(catalog.environment(), "production");
    let line = catalog.log().last().expect("was logged");
    assert_eq!((line.level(), line.message()), (Level::Warning, "said"));
    assert_eq!(line.to_string(), "Warning: Scope(Class[Web]): said");
    let again = Catalog::from_json(catalog.to_json()).expect("is a catalog");
    assert_eq!(again.resources(), catalog.resources());
    assert!(catalog.to_json().ends_with(b"\n}\n"));
}

#[test]
fn errors_have_a_code_a_place_and_calls() {
    let code = "function f($x) {\n  fail($x) }\nnotice('before')\nf('sad')";
    let error = of_code(code).compile(&Node::new("a")).expect_err("fails");
    let at = |place: &bunraku::Place| (place.line, place.column);
    assert_eq!(at(error.place()), (Some(2), Some(3)));
    let calls: Vec<_> = error.calls().iter().map(at).collect();
    assert_eq!(calls.last(), Some(&(Some(4), Some(1))), "{calls:?}");
    assert_eq!(error.log()[0].message(), "before");
    assert!(error.to_string().ends_with("on node a"), "{error}");
    let error = of_code("notice(").compile(&Node::new("a"));
    let error = error.expect_err("is no code");
    assert!(error.message().contains("Syntax error"), "{error}");
}

#[test]
fn what_is_wrong_is_said() {
    let told = |builder: EnvironmentBuilder| {
        let opened = builder.open();
        opened.err().map(|error| error.to_string())
    };
    let nowhere = told(Environment::builder("/nowhere"));
    assert_eq!(nowhere.as_deref(), Some("/nowhere: no such folder"));
    let code = || Environment::of_code("");
    assert!(told(code().setting("strict", "perhaps")).is_some());
    assert!(told(code().hiera_config("/nowhere")).is_some());
    assert!(told(code().exported_from("/nowhere")).is_some());
    let environment = of_code("");
    for (node, text) in [
        (Node::new("a/b"), "Invalid node name 'a/b'"),
        (Node::new(""), "Invalid node name ''"),
        (
            Node::new("a").facts(json!([1])),
            "facts of node a: not an object but [1]",
        ),
    ] {
        let error = environment.compile(&node).expect_err("is wrong");
        assert_eq!((error.message(), error.code()), (text, None));
    }
    assert!(Catalog::from_json("[]").is_err());
}

#[test]
fn many_nodes_come_in_order_and_stop_nobody() {
    let folder = site();
    let environment = open(&folder);
    let taken = AtomicUsize::new(0);
    let nodes = (0..300).map(|number| {
        taken.fetch_add(1, Ordering::Relaxed);
        match number {
            7 => node(number).classes(json!(["nothing"])),
            _ => node(number),
        }
    });
    let mut compiled = environment.compile_many(nodes);
    let (first, _) = compiled.next().expect("there are nodes");
    assert_eq!(first, "n000.example.com");
    assert!(taken.load(Ordering::Relaxed) < 30);
    let rest: Vec<_> = compiled.collect();
    assert_eq!(rest.len(), 299);
    for (number, (name, compiled)) in (1..).zip(&rest) {
        assert_eq!(*name, format!("n{number:03}.example.com"));
        assert_eq!(compiled.is_ok(), number != 7, "{name}");
    }
}

#[test]
fn a_queue_says_when_nothing_is_done() {
    let code = "if $trusted['certname'] == 'slow' { Integer[1, 3000000].each |$i| { } }";
    let environment = of_code(code);
    let mut queue = environment.queue();
    queue.push(Node::new("slow"));
    queue.push(Node::new("fast"));
    assert_eq!(queue.len(), 2);
    let mut waited = 0;
    let (name, _) = loop {
        match queue.pop_within(Duration::from_micros(50)) {
            Ok(done) => break done.expect("there are nodes"),
            Err(NotYet) => waited += 1,
        }
    };
    assert!(name == "slow" && waited > 0);
    let (name, done) = queue.pop().expect("there is another");
    assert!(name == "fast" && done.is_ok());
    assert!(queue.is_empty() && queue.pop().is_none());
}

#[test]
fn threads_share_an_environment() {
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    let folder = site();
    let environment = open(&folder);
    is_shared(&environment);
    let wanted = environment.compile(&node(1)).expect("compiles").into_json();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let catalog = environment.compile(&node(1)).expect("compiles");
                    assert_eq!(catalog.to_json(), wanted);
                }
            });
        }
    });
}

#[test]
fn environments_do_not_see_each_other() {
    let pool = Pool::new(2).expect("threads");
    let open = |strict: &str, calls: u32| {
        let code = "function deep($x) { if $x > 0 { deep($x - 1) } }
          deep(50)
          notice($settings::strict)
          notice({'a' => 1, 'a' => 2})";
        let usual = Limits::default();
        let builder = Environment::of_code(code).setting("strict", strict);
        let opened = builder.limits(Limits { calls, ..usual }).pool(&pool).open();
        opened.expect("nothing is read")
    };
    let (lax, strict, shallow) = (open("off", 1000), open("error", 1000), open("off", 10));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let node = Node::new("a");
                    let catalog = lax.compile(&node).expect("is allowed");
                    assert_eq!(catalog.log()[0].message(), "off");
                    let error = strict.compile(&node).expect_err("is not allowed");
                    assert_eq!(error.code(), Some("DUPLICATE_KEY"), "{error}");
                    let error = shallow.compile(&node).expect_err("is too deep");
                    assert!(error.message().contains("deep"), "{error}");
                }
            });
        }
    });
}

#[test]
fn limits_are_those_of_the_environment() {
    let limited = |code: &str, limits: Limits| {
        let environment = Environment::of_code(code).limits(limits).open();
        let compiled = environment
            .expect("nothing is read")
            .compile(&Node::new("a"));
        compiled
            .err()
            .and_then(|error| error.code().map(str::to_owned))
    };
    let usual = Limits::default();
    let exceeded = Some("LIMIT_EXCEEDED".to_owned());
    let time = Some(Duration::from_millis(30));
    let endless = "Integer[1, 1000000000000].each |$i| { }";
    assert_eq!(limited(endless, Limits { time, ..usual }), exceeded);
    let large = "Integer[1, 30].reduce('xxxxxxxx') |$text, $i| { \"${text}${text}\" }";
    let memory_bytes = 10 << 20;
    assert_eq!(
        limited(
            large,
            Limits {
                memory_bytes,
                ..usual
            }
        ),
        exceeded
    );
    let time = Some(Duration::from_secs(60));
    assert_eq!(limited("notice(1)", Limits { time, ..usual }), None);
}

#[test]
fn all_modes_make_the_same_bytes() {
    let folder = site();
    let texts = [Jit::Off, Jit::Auto, Jit::Always].map(|jit| {
        let builder = Environment::builder(folder.0.join("production")).jit(jit);
        let environment = builder.open().expect("the folder is there");
        let compiled = environment.compile_many((0..20).map(node));
        let text = |(_, compiled): Compiled| compiled.expect("compiles").into_json();
        compiled.map(text).collect::<Vec<_>>()
    });
    assert!(texts[0] == texts[1] && texts[1] == texts[2]);
}

#[test]
fn exported_resources_reach_another_node() {
    let folder = Folder::new();
    let exporting = Environment::of_code("@@notify { \"from ${trusted['certname']}\": }")
        .setting("storeconfigs", true)
        .open()
        .expect("nothing is read");
    for name in ["a", "b"] {
        let catalog = exporting.compile(&Node::new(name)).expect("compiles");
        let exported = String::from_utf8_lossy(catalog.exported_json()).into_owned();
        folder.write(&format!("{name}.json"), &exported);
    }
    let collecting = Environment::of_code("Notify <<| |>>").exported_from(&folder.0);
    let environment = collecting.open().expect("the folder is there");
    let catalog = environment.compile(&Node::new("c")).expect("compiles");
    assert_eq!(titles(&catalog, "Notify"), ["from a", "from b"]);
}

#[test]
fn a_classifier_names_the_environment() {
    let folder = site();
    folder.write("staging/manifests/site.pp", "notify { $environment: }");
    let environment = open(&folder);
    let catalog = environment.compile(&node(1).environment("staging"));
    assert_eq!(titles(&catalog.expect("compiles"), "Notify"), ["staging"]);
    let error = environment.compile(&node(1).environment("nowhere"));
    let error = error.expect_err("is not there");
    assert!(error.message().contains("nowhere"), "{error}");
}

#[test]
fn code_in_ruby_is_run_as_the_environment_says() {
    let folder = Folder::new();
    let function = "require 'socket'
Puppet::Functions.create_function(:'m::now') do
  def now
    Socket.gethostname
  end
end
";
    folder
        .write(
            "production/modules/m/lib/puppet/functions/m/now.rb",
            function,
        )
        .write("production/manifests/site.pp", "notice(m::now())");
    let builder = Environment::builder(folder.0.join("production")).ruby(RubyMode::Off);
    let environment = builder.open().expect("the folder is there");
    let error = environment.compile(&Node::new("a"));
    let error = error.expect_err("needs a process");
    assert!(error.message().contains("m::now"), "{error}");
}
