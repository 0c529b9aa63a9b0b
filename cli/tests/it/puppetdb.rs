//! Tests facts and exported resources from a PuppetDB, which the tests run themselves.

use std::io::Write;
use std::process::Command;

use crate::common::{Folder, ended};
use crate::puppetdb_server::{Authority, Request, Server, puppetdb, respond};

/// Makes an environment whose nodes log their facts.
fn folder(more: &[(&str, &[u8])]) -> Folder {
    let site = b"notice($facts['role'], $trusted['extensions']['pp_role'])\n";
    let mut files: Vec<(&str, &[u8])> =
        vec![("environment.conf", b""), ("manifests/site.pp", site)];
    files.extend(more);
    Folder::new(&files)
}

/// Runs bunraku without the proxy settings of the user.
fn run(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        command
            .env_remove(name)
            .env_remove(name.to_ascii_lowercase());
    }
    ended(command.args(arguments).current_dir(&folder.0).output())
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("n{n:04}.example.com")).collect()
}

#[test]
fn a_fleet_has_its_facts_from_puppetdb() {
    let mut known = names(120);
    known.extend(["gone.example.com", "new.example.com"].map(str::to_owned));
    let server = Server::http(puppetdb(known));
    let folder = folder(&[]);
    let url = server.url("http");
    let mut outputs = Vec::new();
    for jobs in ["1", "2"] {
        let arguments = [
            "compile",
            "--puppetdb",
            &url,
            "--format",
            "summary",
            "-j",
            jobs,
        ];
        let (status, out, log) = run(&folder, &arguments);
        assert_eq!(status, 0, "{log}");
        assert!(out.ends_with("120 of 120 catalogs compiled\n"), "{out}");
        assert!(
            log.contains("Notice: Scope(Class[main]): role of n0119.example.com r"),
            "{log}"
        );
        outputs.push((out, log));
    }
    assert_eq!(outputs[0], outputs[1]);
    // 50 nodes in one query
    let asked = server.asked();
    let count = |name: &str| asked.iter().filter(|path| path.ends_with(name)).count();
    assert_eq!((count("/nodes"), count("/inventory")), (2, 6));
    // the URL may contain the path of the API; compiling one node fetches only its facts
    let whole = format!("{url}/pdb/query/v4/");
    let (status, _, log) = run(
        &folder,
        &["compile", "n0003.example.com", "--puppetdb", &whole],
    );
    assert_eq!(
        (status, log.as_str()),
        (
            0,
            "Notice: Scope(Class[main]): role of n0003.example.com r\n"
        )
    );
    assert_eq!(server.asked().len(), 9);
    let arguments = [
        "eval",
        "--puppetdb",
        &url,
        "--node",
        "n0001.example.com",
        "-e",
        "notice($facts['role'])",
    ];
    let (_, out, _) = run(&folder, &arguments);
    assert_eq!(
        out,
        "Notice: Scope(Class[main]): role of n0001.example.com\n"
    );
}

#[test]
fn names_come_page_by_page() {
    let server = Server::http(puppetdb(names(5001)));
    let url = server.url("http");
    let (status, _, log) = run(
        &folder(&[]),
        &["compile", "n5000x.example.com", "--puppetdb", &url],
    );
    assert_eq!(status, 1);
    let problem = format!(
        "{url}/pdb/query/v4/inventory: there are no facts of 'n5000x.example.com'; did you mean 'n5000.example.com'?"
    );
    assert!(log.contains(&problem), "{log}");
    assert_eq!(server.asked().len(), 3);
}

#[test]
fn certificates_are_shown_and_checked() {
    let authority = Authority::new();
    let (cert, key) = authority.certified("client.example.com");
    let other = Authority::new();
    let (other_cert, other_key) = other.certified("client.example.com");
    let folder = folder(&[
        ("ca.pem", authority.pem().as_bytes()),
        ("cert.pem", cert.as_bytes()),
        ("key.pem", key.as_bytes()),
        ("other_ca.pem", other.pem().as_bytes()),
        ("other_cert.pem", other_cert.as_bytes()),
        ("other_key.pem", other_key.as_bytes()),
        ("empty.pem", b""),
    ]);
    let server = Server::https(authority.server(true), puppetdb(names(2)));
    let url = server.url("https");
    let with = |more: &[&str]| {
        let mut arguments = vec!["compile", "n0001.example.com", "--puppetdb", &url];
        arguments.extend(more);
        run(&folder, &arguments)
    };
    let own = ["--puppetdb-cert", "cert.pem", "--puppetdb-key", "key.pem"];
    let (status, _, log) = with(&[&["--puppetdb-cacert", "ca.pem"], &own[..]].concat());
    assert_eq!(
        (status, log.as_str()),
        (
            0,
            "Notice: Scope(Class[main]): role of n0001.example.com r\n"
        )
    );
    let address = format!("{url}/pdb/query/v4/inventory: ");
    let foreign = [
        "--puppetdb-cert",
        "other_cert.pem",
        "--puppetdb-key",
        "other_key.pem",
    ];
    for (arguments, problem) in [
        (vec!["--puppetdb-cacert", "ca.pem"], address.as_str()),
        (
            [&["--puppetdb-cacert", "ca.pem"], &foreign[..]].concat(),
            &address,
        ),
        (
            [&["--puppetdb-cacert", "other_ca.pem"], &own[..]].concat(),
            "invalid peer certificate",
        ),
        (
            vec!["--puppetdb-cacert", "ca.pem", "--puppetdb-cert", "cert.pem"],
            "--puppetdb-cert and --puppetdb-key need each other",
        ),
        (
            vec!["--puppetdb-cacert", "empty.pem"],
            "empty.pem: there is no certificate (PEM)",
        ),
        (
            vec!["--puppetdb-cacert", "nowhere.pem"],
            "nowhere.pem: No such file or directory",
        ),
        (
            vec![
                "--puppetdb-cacert",
                "ca.pem",
                "--puppetdb-cert",
                "cert.pem",
                "--puppetdb-key",
                "cert.pem",
            ],
            "cert.pem: there is no private key (PEM, without a password)",
        ),
    ] {
        let (status, out, log) = with(&arguments);
        assert_eq!((status, out.as_str()), (1, ""), "{arguments:?}: {log}");
        assert!(log.contains(problem), "{arguments:?}: {log}");
    }
    // a server that requires a token instead of a certificate
    let token = |request: &Request, out: &mut dyn Write| match request
        .head
        .to_lowercase()
        .contains("x-authentication: secret")
    {
        true => puppetdb(names(2))(request, out),
        false => respond(out, "401 Unauthorized", "", "{\"msg\":\n \"not you\"}"),
    };
    let server = Server::https(authority.server(false), token);
    let url = server.url("https");
    std::fs::write(folder.0.join("token"), "secret\n").expect("writable");
    for (token, expected) in [("secret", 0), ("token", 0), ("wrong", 1), ("./nowhere", 1)] {
        let arguments = [
            "compile",
            "n0001.example.com",
            "--puppetdb",
            &url,
            "--puppetdb-cacert",
            "ca.pem",
            "--puppetdb-token",
            token,
        ];
        let (status, _, log) = run(&folder, &arguments);
        assert_eq!(status, expected, "{token}: {log}");
        if token == "wrong" {
            let problem =
                format!("{url}/pdb/query/v4/inventory: 401 Unauthorized: {{\"msg\": \"not you\"}}");
            assert!(log.contains(&problem), "{log}");
            assert!(!log.contains("wrong"), "{log}");
        }
    }
}

#[test]
fn answers_that_are_none_name_address_and_reason() {
    let folder = folder(&[]);
    let broken = |answer: fn(&mut dyn Write), problem: &str| {
        let server = Server::http(move |_, out| answer(out));
        let url = server.url("http");
        for node in [Some("n.example.com"), None] {
            let mut arguments = vec!["compile", "--puppetdb", &url, "--puppetdb-timeout", "20s"];
            arguments.extend(node);
            let (status, out, log) = run(&folder, &arguments);
            let endpoint = if node.is_some() { "inventory" } else { "nodes" };
            let expected = format!("Error: {url}/pdb/query/v4/{endpoint}: {problem}");
            assert_eq!((status, out.as_str()), (1, ""), "{log}");
            assert!(log.starts_with(&expected), "{expected}: {log}");
        }
    };
    broken(
        |out| {
            respond(
                out,
                "500 Internal Server Error",
                "",
                "java.lang.NullPointerException\n at x",
            )
        },
        "500 Internal Server Error: java.lang.NullPointerException at x",
    );
    broken(
        |out| respond(out, "503 Service Unavailable", "", ""),
        "503 Service Unavailable\n",
    );
    broken(
        |out| respond(out, "302 Found", "Location: http://192.0.2.1/x\r\n", ""),
        "302 Found: the redirect to http://192.0.2.1/x is not followed",
    );
    broken(
        |out| respond(out, "200 OK", "", "[{\"certname\": \"n.exam"),
        "the answer is broken: EOF while parsing a string at line 1 column 21",
    );
    broken(
        |out| respond(out, "200 OK", "", "{\"a\": 1}"),
        "the answer is not a list",
    );
    broken(
        |out| respond(out, "200 OK", "", "[{\"a\": 1}]"),
        "a row has no certname",
    );
    broken(
        |out| {
            drop(write!(
                out,
                "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n["
            ))
        },
        "",
    );
    broken(|out| drop(write!(out, "SSH-2.0-OpenSSH_9.2\r\n")), "");
    broken(|_| {}, "");
    broken(
        |out| {
            let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
            let mut written = out.write_all(head.as_bytes());
            while written.is_ok() {
                written = out.write_all(chunk.as_bytes());
            }
        },
        "an answer of more than 64 MB",
    );
}

#[test]
fn a_server_that_says_nothing_is_left() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", silent.local_addr().expect("bound"));
    let folder = folder(&[]);
    let arguments = [
        "compile",
        "n.example.com",
        "--puppetdb",
        &url,
        "--puppetdb-timeout",
        "200ms",
    ];
    let (status, _, log) = run(&folder, &arguments);
    assert_eq!(status, 1);
    assert!(
        log.starts_with(&format!(
            "Error: {url}/pdb/query/v4/inventory: no complete answer in time"
        )),
        "{log}"
    );
    drop(silent);
    let (status, _, log) = run(&folder, &arguments);
    assert_eq!(status, 1);
    assert!(log.contains("Connection refused"), "{log}");
    for (url, problem) in [
        ("puppetdb", "--puppetdb puppetdb: "),
        ("ftp://x", "--puppetdb ftp://x: neither http nor https"),
        (
            "http://u:secret@x",
            "--puppetdb: the URL contains a password",
        ),
        (
            "http://x/?a=b",
            "--puppetdb http://x/?a=b: the URL contains a query",
        ),
    ] {
        let (status, _, log) = run(&folder, &["compile", "--puppetdb", url]);
        assert_eq!(status, 1);
        assert!(log.contains(problem) && !log.contains("secret"), "{log}");
    }
}

#[test]
fn answers_are_kept_and_used_again() {
    let folder = folder(&[]);
    let server = Server::http(puppetdb(names(60)));
    let url = server.url("http");
    let with = |more: &[&str]| {
        let mut arguments = vec![
            "compile",
            "--puppetdb",
            &url,
            "--puppetdb-cache",
            "cache",
            "--format",
            "summary",
        ];
        arguments.extend(more);
        run(&folder, &arguments)
    };
    let first = with(&[]);
    assert_eq!(first.0, 0, "{}", first.2);
    assert_eq!(server.asked().len(), 3);
    assert_eq!(with(&[]), first);
    assert_eq!(server.asked().len(), 3);
    // the answers are too old and are fetched again
    assert_eq!(with(&["--puppetdb-cache-age", "0.001ms"]), first);
    assert_eq!(server.asked().len(), 6);
    // a broken file is fetched again
    let folder_of_server = folder.names("cache").remove(0);
    let path = folder.0.join(format!(
        "cache/{folder_of_server}/inventory/n0007.example.com.json"
    ));
    std::fs::write(&path, "{").expect("writable");
    assert_eq!(with(&[]), first);
    assert_eq!(server.asked().len(), 7);
    drop(server);
    assert_eq!(with(&["--puppetdb-offline"]), first);
    let (status, _, log) = with(&["--puppetdb-offline", "other.example.com"]);
    assert_eq!(status, 1);
    assert!(
        log.contains("--puppetdb-offline: the cache does not have the facts of other.example.com"),
        "{log}"
    );
    let (status, _, log) = run(
        &folder,
        &["compile", "--puppetdb", &url, "--puppetdb-offline"],
    );
    assert_eq!(status, 1);
    assert!(
        log.contains("--puppetdb-offline needs --puppetdb-cache"),
        "{log}"
    );
    // no incomplete files are left
    let kept = folder.names(&format!("cache/{folder_of_server}/inventory"));
    assert_eq!(kept.len(), 60);
    assert!(kept.iter().all(|name| name.ends_with(".json")), "{kept:?}");
}

#[test]
fn exported_resources_come_from_puppetdb() {
    let folder = Folder::new(&[
        ("environment.conf", b""),
        ("manifests/site.pp", b"Notify <<| title != 'x' |>>\n"),
        ("facts.json", b"{\"a\": 1}"),
    ]);
    let server = Server::http(puppetdb(names(3)));
    let url = server.url("http");
    let arguments = [
        "compile",
        "n.example.com",
        "--facts",
        "facts.json",
        "--puppetdb",
        &url,
        "--exported-from",
        "puppetdb",
    ];
    let (status, out, log) = run(&folder, &arguments);
    assert_eq!(status, 0, "{log}");
    for name in names(3) {
        assert!(
            out.contains(&format!("\"title\": \"from {name}\"")),
            "{out}"
        );
    }
    assert_eq!(server.asked(), ["/pdb/query/v4/resources"]);
    let arguments = ["compile", "n.example.com", "--exported-from", "puppetdb"];
    let (status, _, log) = run(&folder, &arguments);
    assert_eq!(status, 1);
    assert!(
        log.contains("--exported-from puppetdb needs --puppetdb <URL>"),
        "{log}"
    );
}
