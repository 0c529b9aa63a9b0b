//! Sends queries to a PuppetDB over HTTP or HTTPS.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use catalog::data::{Data, read_json};
use catalog::environment::files::reason;
use ureq::Agent;
use ureq::http::Uri;
use ureq::tls::{Certificate, ClientCert, PemItem, PrivateKey, RootCerts, TlsConfig, parse_pem};

use super::PuppetDbArguments;

/// The path of the API on the server.
const API: &str = "/pdb/query/v4";
/// The maximum size of an answer in bytes. A page has a few megabytes.
const ANSWER_BYTES_MAX: u64 = 64 << 20;
/// The default time limit of a query.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The time limit for connecting to the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of bytes of an error answer that are shown.
const SHOWN_BYTES_MAX: usize = 300;
/// The certificate of Puppet's own certificate authority on an agent.
const PUPPET_AUTHORITY: &str = "/etc/puppetlabs/puppet/ssl/certs/ca.pem";
/// The files in which systems keep the certificates of public authorities.
const SYSTEM_AUTHORITIES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// A connection to one server.
pub(super) struct Client {
    agent: Agent,
    /// The address of the API, without a slash at its end.
    base: String,
    token: Option<String>,
}

impl Client {
    /// Prepares the connection. Sends nothing.
    ///
    /// # Errors
    /// Fails if the address is invalid or a certificate or key cannot be read.
    pub(super) fn new(url: &str, arguments: &PuppetDbArguments) -> Result<Client, String> {
        let is_secure = check_url(url)?;
        let base = match url.trim_end_matches('/') {
            url if url.ends_with(API) => url.to_owned(),
            url => format!("{url}{API}"),
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // the client's certificate and token must not go to another server
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(arguments.puppetdb_timeout.unwrap_or(TIMEOUT)))
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .user_agent(concat!("bunraku/", env!("CARGO_PKG_VERSION")));
        let config = match is_secure {
            true => config.tls_config(tls(arguments)?),
            false => config,
        };
        let token = arguments.puppetdb_token.as_deref().map(token).transpose()?;
        Ok(Client {
            agent: config.build().new_agent(),
            base,
            token,
        })
    }

    /// Returns the address of an endpoint for messages.
    pub(super) fn address(&self, endpoint: &str) -> String {
        format!("{}/{endpoint}", self.base)
    }

    /// Returns the rows of an answer.
    ///
    /// # Errors
    /// Fails if the connection, the status or the answer is wrong. The message has the address.
    pub(super) fn rows(
        &self,
        endpoint: &str,
        parameters: &[(&str, String)],
    ) -> Result<Vec<Data>, String> {
        let address = self.address(endpoint);
        let problem = |what: String| format!("{address}: {what}");
        let mut request = self.agent.get(&address);
        for (name, value) in parameters {
            request = request.query(name, value);
        }
        request = request.header("Accept", "application/json");
        if let Some(token) = &self.token {
            request = request.header("X-Authentication", token);
        }
        let mut answer = request
            .call()
            .map_err(|error| problem(error_message(&error)))?;
        let status = answer.status();
        if status.is_redirection() {
            let location = answer.headers().get("location");
            let location = location.and_then(|text| text.to_str().ok()).unwrap_or("?");
            return Err(problem(format!(
                "{status}: the redirect to {location} is not followed"
            )));
        }
        let body = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX);
        let text = body.read_to_vec();
        if !status.is_success() {
            let shown = text.unwrap_or_default();
            let shown = &shown[..shown.len().min(SHOWN_BYTES_MAX)];
            let shown = String::from_utf8_lossy(shown);
            let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
            return Err(problem(match shown.is_empty() {
                true => status.to_string(),
                false => format!("{status}: {shown}"),
            }));
        }
        let text = text.map_err(|error| problem(error_message(&error)))?;
        let text = String::from_utf8(text).map_err(|_| problem("is not UTF-8".to_owned()))?;
        rows(&text).map_err(problem)
    }
}

/// Parses the rows of a JSON text.
fn rows(text: &str) -> Result<Vec<Data>, String> {
    let data = match read_json("", text) {
        Ok(data) => data,
        Err(_) => {
            let error = serde_json::from_str::<serde::de::IgnoredAny>(text).err();
            let why = error.map_or_else(|| "it is not JSON".to_owned(), |error| error.to_string());
            return Err(format!("the answer is broken: {why}"));
        }
    };
    match &data {
        Data::Array(rows) => Ok(rows.to_vec()),
        Data::Hash(hash) => match hash.get("data") {
            Some(Data::Array(rows)) => Ok(rows.to_vec()),
            _ => Err("the answer is not a list".to_owned()),
        },
        _ => Err("the answer is not a list".to_owned()),
    }
}

/// Checks an address. Returns true if it uses HTTPS.
fn check_url(url: &str) -> Result<bool, String> {
    let problem = |what: &str| format!("--puppetdb {url}: {what}");
    let uri: Uri = url.parse().map_err(|_| problem("not a URL"))?;
    let authority = uri.authority().ok_or_else(|| {
        problem("the server is missing; the usual form is https://puppetdb.example.com:8081")
    })?;
    if authority.as_str().contains('@') {
        return Err(
            "--puppetdb: the URL contains a password; use --puppetdb-token or a certificate"
                .to_owned(),
        );
    }
    if uri.query().is_some() {
        return Err(problem("the URL contains a query"));
    }
    match uri.scheme_str() {
        Some("https") => Ok(true),
        Some("http") => Ok(false),
        _ => Err(problem("neither http nor https")),
    }
}

/// Returns a token: the content of a file if there is one of that name, otherwise the text itself.
fn token(given: &str) -> Result<String, String> {
    let path = Path::new(given);
    let text = match path.is_file() {
        true => read(path).and_then(|bytes| {
            String::from_utf8(bytes).map_err(|_| format!("{given}: not UTF-8"))
        })?,
        // a token has no slash
        false if given.contains('/') => return Err(format!("{given}: no such file")),
        false => given.to_owned(),
    };
    let text = text.trim();
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        true => Ok(text.to_owned()),
        false => Err("--puppetdb-token: not a token".to_owned()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {}", path.display(), reason(&error)))
}

fn tls(arguments: &PuppetDbArguments) -> Result<TlsConfig, String> {
    let authorities = certificates(&authority(arguments)?)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = TlsConfig::builder()
        .root_certs(RootCerts::new_with_certs(&authorities))
        .unversioned_rustls_crypto_provider(provider.clone());
    let client = match (&arguments.puppetdb_cert, &arguments.puppetdb_key) {
        (Some(cert), Some(key)) => {
            let (chain, secret) = (certificates(cert)?, private_key(key)?);
            belong_together(&provider, (cert, &chain), (key, &secret))?;
            Some(ClientCert::new_with_certs(&chain, secret))
        }
        (None, None) => None,
        _ => return Err("--puppetdb-cert and --puppetdb-key need each other".to_owned()),
    };
    Ok(config.client_cert(client).build())
}

/// Checks that a private key is the one of a certificate.
///
/// # Errors
/// Fails if it belongs to another one, with both files in the message, or if a file cannot be used.
fn belong_together(
    provider: &rustls::crypto::CryptoProvider,
    (cert, chain): (&Path, &[Certificate<'static>]),
    (key, secret): (&Path, &PrivateKey<'static>),
) -> Result<(), String> {
    let (cert, key) = (cert.display(), key.display());
    let secret = rustls::pki_types::PrivateKeyDer::try_from(secret.der().to_vec())
        .map_err(|problem| format!("{key}: {problem}"))?;
    let secret = provider.key_provider.load_private_key(secret);
    let secret = secret.map_err(|problem| format!("{key}: {problem}"))?;
    let chain = chain.iter().map(|one| one.der().to_vec().into()).collect();
    match rustls::sign::CertifiedKey::new(chain, secret).keys_match() {
        Err(rustls::Error::InconsistentKeys(rustls::InconsistentKeys::KeyMismatch)) => {
            Err(format!("{key} is not the key of the certificate {cert}"))
        }
        _ => Ok(()),
    }
}

/// Returns the file of the authorities that may have signed the server's certificate.
fn authority(arguments: &PuppetDbArguments) -> Result<PathBuf, String> {
    if let Some(path) = &arguments.puppetdb_cacert {
        return Ok(path.clone());
    }
    let usual = std::iter::once(PUPPET_AUTHORITY).chain(SYSTEM_AUTHORITIES);
    let found = usual.map(PathBuf::from).find(|path| path.is_file());
    found.ok_or_else(|| {
        "--puppetdb-cacert is required: this machine has no certificates of authorities".to_owned()
    })
}

fn certificates(path: &Path) -> Result<Vec<Certificate<'static>>, String> {
    let text = read(path)?;
    let mut found = Vec::new();
    for item in parse_pem(&text) {
        match item {
            Ok(PemItem::Certificate(certificate)) => found.push(certificate),
            Ok(_) => {}
            Err(error) => return Err(format!("{}: {error}", path.display())),
        }
    }
    match found.is_empty() {
        true => Err(format!("{}: there is no certificate (PEM)", path.display())),
        false => Ok(found),
    }
}

fn private_key(path: &Path) -> Result<PrivateKey<'static>, String> {
    let problem = |what: &str| format!("{}: {what}", path.display());
    PrivateKey::from_pem(&read(path)?)
        .map_err(|_| problem("there is no private key (PEM, without a password)"))
}

/// Returns the message about a failed query.
fn error_message(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => reason(error),
        ureq::Error::Timeout(_) => "no complete answer in time".to_owned(),
        ureq::Error::BodyExceedsLimit(_) => {
            format!("an answer of more than {} MB", ANSWER_BYTES_MAX >> 20)
        }
        ureq::Error::HostNotFound => "no such host".to_owned(),
        ureq::Error::Rustls(error) => error.to_string(),
        error => error.to_string(),
    }
}
