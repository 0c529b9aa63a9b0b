//! Runs a server that answers like a PuppetDB in the process of the test: over HTTP, or over HTTPS
//! with certificates of an authority that is made for the test.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value as Json, json};

/// A request: its path, its parameters and its header lines.
pub struct Request {
    pub path: String,
    pub parameters: Vec<(String, String)>,
    pub head: String,
}

impl Request {
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let mut parameters = self.parameters.iter();
        let found = parameters.find(|(other, _)| other == name)?;
        Some(&found.1)
    }
}

/// Writes a complete answer, including the header.
type Answer = dyn Fn(&Request, &mut dyn Write) + Send + Sync;

/// A server. It ends when the test ends.
pub struct Server {
    pub port: u16,
    /// The requested paths, in order.
    pub asked: Arc<Mutex<Vec<String>>>,
    is_over: Arc<AtomicBool>,
}

impl Server {
    pub fn http(answer: impl Fn(&Request, &mut dyn Write) + Send + Sync + 'static) -> Server {
        Server::new(None, Arc::new(answer))
    }

    pub fn https(
        config: ServerConfig,
        answer: impl Fn(&Request, &mut dyn Write) + Send + Sync + 'static,
    ) -> Server {
        Server::new(Some(Arc::new(config)), Arc::new(answer))
    }

    fn new(tls: Option<Arc<ServerConfig>>, answer: Arc<Answer>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        let (asked, is_over) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let server = Server {
            port,
            asked: Arc::clone(&asked),
            is_over: Arc::clone(&is_over),
        };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let (tls, answer, asked) = (tls.clone(), answer.clone(), asked.clone());
                thread::spawn(move || serve(stream, tls, &*answer, &asked));
            }
        });
        server
    }

    pub fn url(&self, scheme: &str) -> String {
        format!("{scheme}://127.0.0.1:{}", self.port)
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // wakes the thread that waits for a connection
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn serve(
    mut stream: TcpStream,
    tls: Option<Arc<ServerConfig>>,
    answer: &Answer,
    asked: &Mutex<Vec<String>>,
) {
    match tls {
        None => answer_to(&mut stream, answer, asked),
        Some(config) => {
            let Ok(connection) = ServerConnection::new(config) else {
                return;
            };
            let mut stream = StreamOwned::new(connection, stream);
            answer_to(&mut stream, answer, asked);
            stream.conn.send_close_notify();
            let _ = stream.flush();
        }
    }
}

fn answer_to<S: Read + Write>(stream: &mut S, answer: &Answer, asked: &Mutex<Vec<String>>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target = head.split(' ').nth(1).unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(name), decoded(value))
    };
    let parameters = query.split('&').filter(|pair| !pair.is_empty()).map(pair);
    let request = Request {
        path: path.to_owned(),
        parameters: parameters.collect(),
        head: head.clone(),
    };
    let mut log = asked.lock().unwrap_or_else(PoisonError::into_inner);
    log.push(request.path.clone());
    drop(log);
    answer(&request, stream);
    let _ = stream.flush();
}

fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, tail)) = rest.split_first() {
        let escaped = (first == b'%').then(|| tail.get(..2)).flatten();
        let code = escaped.and_then(|two| std::str::from_utf8(two).ok());
        match code.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(if first == b'+' { b' ' } else { first });
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Writes a complete answer.
pub fn respond(out: &mut dyn Write, status: &str, headers: &str, body: &str) {
    let length = body.len();
    let _ = write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n{body}"
    );
}

/// Answers like a PuppetDB that has facts, trusted data and one exported resource of each of these
/// nodes.
pub fn puppetdb(names: Vec<String>) -> impl Fn(&Request, &mut dyn Write) + Send + Sync {
    move |request, out| {
        let rows: Vec<Json> = match request.path.as_str() {
            "/pdb/query/v4/nodes" => names.iter().map(|name| node(name)).collect(),
            "/pdb/query/v4/inventory" => {
                let query = request.parameter("query").unwrap_or("null");
                let query: Json = serde_json::from_str(query).expect("a query");
                let terms = query.as_array().expect("a list");
                assert_eq!(terms[0], "or");
                let wanted = terms[1..]
                    .iter()
                    .map(|term| term[2].as_str().expect("a name"));
                let known = wanted.filter(|wanted| names.iter().any(|name| name == wanted));
                known.map(inventory).collect()
            }
            "/pdb/query/v4/resources" => {
                let query = request.parameter("query").unwrap_or_default();
                assert_eq!(query, "[\"=\",\"exported\",true]");
                names.iter().map(|name| resource(name)).collect()
            }
            _ => return respond(out, "404 Not Found", "", "no such endpoint"),
        };
        let number = |name: &str, default| {
            let given = request.parameter(name).and_then(|text| text.parse().ok());
            given.unwrap_or(default)
        };
        let (offset, limit) = (number("offset", 0), number("limit", rows.len()));
        let page: Vec<&Json> = rows.iter().skip(offset).take(limit).collect();
        respond(out, "200 OK", "", &json!(page).to_string());
    }
}

fn node(name: &str) -> Json {
    let is_gone = name.starts_with("gone");
    json!({
        "certname": name,
        "deactivated": is_gone.then_some("2026-01-01T00:00:00Z"),
        "expired": null,
        "facts_timestamp": if name.starts_with("new") { Json::Null } else { json!("2026-01-01T00:00:00Z") },
    })
}

fn inventory(name: &str) -> Json {
    json!({
        "certname": name,
        "timestamp": "2026-01-01T00:00:00Z",
        "environment": "production",
        "facts": {"role": format!("role of {name}"), "os": {"family": "Debian"}},
        "trusted": {"authenticated": "remote", "certname": name, "extensions": {"pp_role": "r"}},
    })
}

fn resource(name: &str) -> Json {
    json!({
        "certname": name,
        "environment": "production",
        "type": "Notify",
        "title": format!("from {name}"),
        "exported": true,
        "tags": ["notify"],
        "file": "/x.pp",
        "line": 1,
        "resource": name,
        "parameters": {"message": name},
    })
}

/// A certificate authority that makes certificates.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
}

impl Authority {
    pub fn new() -> Authority {
        let mut parameters = CertificateParams::new(Vec::new()).expect("no names");
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        let issuer = CertifiedIssuer::self_signed(parameters, key).expect("a certificate");
        Authority { issuer }
    }

    pub fn pem(&self) -> String {
        self.issuer.pem()
    }

    /// Returns a certificate and a key for a name.
    pub fn certified(&self, name: &str) -> (String, String) {
        let (certificate, key) = self.made(name);
        (certificate.pem(), key.serialize_pem())
    }

    fn made(&self, name: &str) -> (rcgen::Certificate, KeyPair) {
        let key = KeyPair::generate().expect("a key");
        let parameters = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        let certificate = parameters.signed_by(&key, &self.issuer).expect("signed");
        (certificate, key)
    }

    /// Returns the configuration of a server on this machine. With `must_know` it asks the client
    /// for a certificate.
    pub fn server(&self, must_know: bool) -> ServerConfig {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ServerConfig::builder_with_provider(provider.clone());
        let builder = builder
            .with_safe_default_protocol_versions()
            .expect("versions");
        let builder = match must_know {
            true => {
                let mut roots = RootCertStore::empty();
                roots.add(self.issuer.der().clone()).expect("a certificate");
                let verifier =
                    WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
                builder.with_client_cert_verifier(verifier.build().expect("roots"))
            }
            false => builder.with_no_client_auth(),
        };
        let (certificate, key) = self.made("127.0.0.1");
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        let config = builder.with_single_cert(vec![certificate.der().clone()], key);
        config.expect("certificate and key go together")
    }
}
