//! Owns the table of Puppet's settings with their defaults on a server, which manifests see as
//! `$settings::x`.
//!
//! Settings of folders refer to other settings: `$statedir/state.yaml`.

mod check;

pub use check::check;

use frontend::Symbol;
use frontend::validate::Strict;
use runtime::settings::Settings;
use runtime::value::HashBuilder;
use runtime::{Heap, Value};
use serde_json::Value as Json;

use crate::environment::Environment;
use crate::environment::conf::replaced;

/// The release of Puppet that this program is compared with.
pub const VERSION: &str = "8.11.0";

/// The default of a setting.
#[derive(Clone, Copy, Debug)]
pub enum DefaultValue {
    /// No value.
    Undef,
    /// A boolean.
    Boolean(bool),
    /// A number; durations are in seconds.
    Integer(i64),
    /// Infinity.
    Infinity,
    /// A text in which `$name` refers to another setting.
    Text(&'static str),
    /// A list of texts.
    List(&'static [&'static str]),
}

use DefaultValue::{Boolean, Infinity, Integer, List, Text, Undef};

/// Builds settings from the given ones and Puppet's defaults; the last one with a name counts.
pub fn settings(given: &[(String, Json)]) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in given {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let flag = text == "true";
        match name.as_str() {
            "strict" => {
                settings.strict = match text.trim_start_matches(':') {
                    "off" => Strict::Off,
                    "warning" => Strict::Warning,
                    _ => Strict::Error,
                }
            }
            "strict_variables" => settings.strict_variables = flag,
            "tasks" => settings.tasks = flag,
            "rich_data" => settings.rich_data = flag,
            "storeconfigs" => settings.storeconfigs = flag,
            "merge_dependency_warnings" => settings.merge_dependency_warnings = flag,
            "disable_warnings" => {
                settings.disable_warnings = match value {
                    Json::Array(names) => names
                        .iter()
                        .filter_map(Json::as_str)
                        .map(str::to_owned)
                        .collect(),
                    _ => text.split(',').map(|name| name.trim().to_owned()).collect(),
                }
            }
            _ => settings.other.push((name.clone(), text)),
        }
    }
    settings
}

/// Returns the variables of `settings` in an environment: each setting, then all of them as
/// `all_local`.
pub fn variables<'h>(environment: &Environment, heap: &'h Heap) -> Vec<(&'h str, Value<'h>)> {
    let given = given(environment);
    let mut list: Vec<(&'h str, Value<'h>)> = Vec::with_capacity(SETTINGS.len() + 1);
    for &(name, default) in SETTINGS {
        let text = text(&given, name, 0);
        let value = match (default, text) {
            (Undef, None) => Value::Undef,
            (Boolean(value), None) => Value::Boolean(value),
            (Boolean(_), Some(text)) => Value::Boolean(text == "true"),
            (Integer(value), None) => Value::Integer(value),
            (Integer(_), Some(text)) => match text.parse() {
                Ok(number) => Value::Integer(number),
                Err(_) if text == "unlimited" => Value::Float(f64::INFINITY),
                Err(_) => Value::string(heap, &text),
            },
            (Infinity, None) => Value::Float(f64::INFINITY),
            (List(items), None) => texts(heap, items.iter().copied()),
            (List(_), Some(text)) => texts(heap, text.split(',').map(str::trim)),
            (Undef | Infinity | Text(_), Some(text)) => Value::string(heap, &text),
            (Text(_), None) => Value::string(heap, ""),
        };
        list.push((name, value));
    }
    let mut all = HashBuilder::with_capacity(list.len());
    for &(name, value) in &list {
        all.insert(Value::string(heap, name), value);
    }
    for (name, value) in &environment.settings.other {
        if SETTINGS.iter().all(|(known, _)| known != name) {
            list.push((heap.text(name), Value::string(heap, value)));
        }
    }
    list.push(("all_local", Value::Hash(all.finish(heap))));
    list
}

/// Interns the names before any code needs them.
pub fn intern() {
    SETTINGS.iter().for_each(|(name, _)| {
        Symbol::intern(name);
    });
    Symbol::intern("all_local");
}

fn texts<'h, 't>(heap: &'h Heap, items: impl Iterator<Item = &'t str>) -> Value<'h> {
    let items: Vec<Value<'h>> = items.map(|item| Value::string(heap, item)).collect();
    Value::array(heap, &items)
}

/// Returns the values of settings that differ from the defaults; the first one with a name counts.
fn given(environment: &Environment) -> Vec<(&str, String)> {
    let settings = &environment.settings;
    let strict = match settings.strict {
        Strict::Off => "off",
        Strict::Warning => "warning",
        Strict::Error => "error",
    };
    // Puppet's settings do not know an environment whose folder has an invalid name
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_known = environment.name.chars().all(is_name);
    let shown = |text: String| if is_known { text } else { String::new() };
    let mut list = vec![
        ("manifest", shown(environment.manifest.clone())),
        ("modulepath", shown(environment.module_path.join(":"))),
        ("strict", strict.to_owned()),
        ("strict_variables", settings.strict_variables.to_string()),
        ("tasks", settings.tasks.to_string()),
        ("storeconfigs", settings.storeconfigs.to_string()),
        (
            "merge_dependency_warnings",
            settings.merge_dependency_warnings.to_string(),
        ),
    ];
    if !settings.disable_warnings.is_empty() {
        list.push(("disable_warnings", settings.disable_warnings.join(",")));
    }
    let of_environment = &environment.conf_settings;
    list.extend(of_environment.iter().map(|(k, v)| (k.as_str(), v.clone())));
    list.push(("rich_data", settings.rich_data.to_string()));
    let last_first = settings.other.iter().rev();
    list.extend(last_first.map(|(k, v)| (k.as_str(), v.clone())));
    list.push(("environment", environment.name.clone()));
    if let Some(directory) = &environment.directory {
        let parent = directory.rsplit_once('/').map_or("", |(parent, _)| parent);
        list.push(("environmentpath", parent.to_owned()));
        list.push(("basemodulepath", environment.base_module_path.join(":")));
    }
    if let Some(path) = &environment.hiera_config {
        list.push(("hiera_config", path.to_string_lossy().into_owned()));
    }
    list
}

/// Returns the text that replaces `$name` in `environment.conf`; `None` if no setting has the name.
pub fn shown(given: &[(String, String)], name: &str) -> Option<String> {
    let given: Vec<(&str, String)> = given
        .iter()
        .rev()
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    let (_, initial) = SETTINGS.iter().find(|(other, _)| *other == name)?;
    let shown = text(&given, name, 0).unwrap_or_else(|| match initial {
        Boolean(value) => value.to_string(),
        Integer(value) => value.to_string(),
        Infinity => "Infinity".to_owned(),
        List(items) => items.join(","),
        Undef | Text(_) => String::new(),
    });
    Some(shown)
}

/// Returns the text of a setting, if it was given or its default is a text.
fn text(given: &[(&str, String)], name: &str, depth: u32) -> Option<String> {
    const DEPTH_MAX: u32 = 8;
    let found = given.iter().find(|(other, _)| *other == name);
    let text = match found {
        Some((_, text)) => text.as_str(),
        None => match SETTINGS.iter().find(|(other, _)| *other == name)?.1 {
            Text(text) => text,
            _ => return None,
        },
    };
    if !text.contains('$') || depth == DEPTH_MAX {
        return Some(text.to_owned());
    }
    // `$environment` stays unreplaced in the module path
    let stays = |inner: &str| name == "modulepath" && inner == "environment";
    Some(replaced(text, |inner| match stays(inner) {
        true => None,
        false => self::text(given, inner, depth + 1),
    }))
}

/// The settings in Puppet's order.
pub const SETTINGS: &[(&str, DefaultValue)] = &[
    ("confdir", Text("/etc/puppetlabs/puppet")),
    ("codedir", Text("/etc/puppetlabs/code")),
    ("vardir", Text("/opt/puppetlabs/puppet/cache")),
    ("logdir", Text("/var/log/puppetlabs/puppet")),
    ("log_level", Text("notice")),
    ("disable_warnings", List(&[])),
    ("skip_logging_catalog_request_destination", Boolean(false)),
    ("merge_dependency_warnings", Boolean(false)),
    ("strict", Text("error")),
    ("disable_i18n", Boolean(true)),
    ("priority", Undef),
    ("trace", Boolean(false)),
    ("puppet_trace", Boolean(false)),
    ("profile", Boolean(false)),
    ("versioned_environment_dirs", Boolean(false)),
    ("static_catalogs", Boolean(true)),
    ("settings_catalog", Boolean(true)),
    ("strict_environment_mode", Boolean(false)),
    ("autoflush", Boolean(true)),
    ("syslogfacility", Text("daemon")),
    ("statedir", Text("$vardir/state")),
    ("rundir", Text("/var/run/puppetlabs")),
    ("genconfig", Boolean(false)),
    ("genmanifest", Boolean(false)),
    ("configprint", Text("")),
    ("color", Text("ansi")),
    ("mkusers", Boolean(false)),
    ("manage_internal_file_permissions", Boolean(true)),
    ("onetime", Boolean(false)),
    ("path", Text("none")),
    ("libdir", Text("$vardir/lib")),
    ("environment", Text("production")),
    ("environmentpath", Text("$codedir/environments")),
    ("report_configured_environmentpath", Boolean(true)),
    ("use_last_environment", Boolean(true)),
    ("always_retry_plugins", Boolean(true)),
    ("diff_args", Text("-u")),
    ("diff", Text("diff")),
    ("show_diff", Boolean(false)),
    ("daemonize", Boolean(true)),
    ("maximum_uid", Integer(4_294_967_290)),
    ("route_file", Text("$confdir/routes.yaml")),
    ("node_terminus", Text("plain")),
    ("node_cache_terminus", Undef),
    ("data_binding_terminus", Text("hiera")),
    ("hiera_config", Text("$confdir/hiera.yaml")),
    ("binder_config", Undef),
    ("catalog_terminus", Text("compiler")),
    ("catalog_cache_terminus", Undef),
    ("facts_terminus", Text("facter")),
    ("trusted_external_command", Undef),
    ("default_file_terminus", Text("rest")),
    ("http_proxy_host", Text("none")),
    ("http_proxy_port", Integer(3128)),
    ("http_proxy_user", Text("none")),
    ("http_proxy_password", Text("none")),
    ("no_proxy", Text("localhost, 127.0.0.1")),
    ("http_keepalive_timeout", Integer(4)),
    ("http_debug", Boolean(false)),
    ("http_connect_timeout", Integer(120)),
    ("http_read_timeout", Integer(600)),
    (
        "http_user_agent",
        Text("Puppet/8.11.0 Ruby/3.1.2-p20 (x86_64-linux-gnu)"),
    ),
    ("filetimeout", Integer(15)),
    ("environment_timeout", Integer(0)),
    ("environment_data_provider", Undef),
    ("prerun_command", Text("")),
    ("postrun_command", Text("")),
    ("freeze_main", Boolean(false)),
    ("preview_outputdir", Text("$vardir/preview")),
    ("location_trusted", Boolean(false)),
    ("module_repository", Text("https://forgeapi.puppet.com")),
    ("module_working_dir", Text("$vardir/puppet-module")),
    ("forge_authorization", Undef),
    ("module_groups", Undef),
    ("certname", Text("puppet.example.com")),
    ("dns_alt_names", Text("")),
    ("csr_attributes", Text("$confdir/csr_attributes.yaml")),
    ("certdir", Text("$ssldir/certs")),
    ("ssldir", Text("$confdir/ssl")),
    ("ssl_lockfile", Text("$ssldir/ssl.lock")),
    ("publickeydir", Text("$ssldir/public_keys")),
    ("requestdir", Text("$ssldir/certificate_requests")),
    ("privatekeydir", Text("$ssldir/private_keys")),
    ("privatedir", Text("$ssldir/private")),
    ("passfile", Text("$privatedir/password")),
    ("hostcsr", Text("$requestdir/$certname.pem")),
    ("hostcert", Text("$certdir/$certname.pem")),
    ("hostprivkey", Text("$privatekeydir/$certname.pem")),
    ("hostpubkey", Text("$publickeydir/$certname.pem")),
    ("localcacert", Text("$certdir/ca.pem")),
    ("ca_fingerprint", Undef),
    ("ssl_trust_store", Undef),
    ("hostcrl", Text("$ssldir/crl.pem")),
    ("certificate_revocation", Text("chain")),
    (
        "ciphers",
        Text(
            "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:DHE-RSA-AES128-GCM-SHA256:DHE-RSA-AES256-GCM-SHA384:DHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA384:ECDHE-RSA-AES256-SHA384:ECDHE-ECDSA-AES256-SHA:ECDHE-RSA-AES256-SHA:DHE-RSA-AES128-SHA256:DHE-RSA-AES256-SHA256:AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA256:AES256-SHA256",
        ),
    ),
    ("key_type", Text("rsa")),
    ("named_curve", Text("prime256v1")),
    ("digest_algorithm", Text("sha256")),
    (
        "supported_checksum_types",
        List(&["sha256", "sha384", "sha512", "sha224", "md5"]),
    ),
    ("logdest", Undef),
    ("ca_name", Text("Puppet CA: $certname")),
    ("cadir", Text("/etc/puppetlabs/puppetserver/ca")),
    ("cacert", Text("/etc/puppetlabs/puppetserver/ca/ca_crt.pem")),
    ("cakey", Text("/etc/puppetlabs/puppetserver/ca/ca_key.pem")),
    ("capub", Text("/etc/puppetlabs/puppetserver/ca/ca_pub.pem")),
    ("cacrl", Text("/etc/puppetlabs/puppetserver/ca/ca_crl.pem")),
    ("csrdir", Text("/etc/puppetlabs/puppetserver/ca/requests")),
    ("signeddir", Text("/etc/puppetlabs/puppetserver/ca/signed")),
    ("serial", Text("/etc/puppetlabs/puppetserver/ca/serial")),
    ("autosign", Text("$confdir/autosign.conf")),
    ("allow_duplicate_certs", Boolean(false)),
    ("ca_ttl", Integer(157_680_000)),
    ("ca_refresh_interval", Integer(86_400)),
    ("crl_refresh_interval", Integer(86_400)),
    ("hostcert_renewal_interval", Integer(2_592_000)),
    ("keylength", Integer(4096)),
    (
        "cert_inventory",
        Text("/etc/puppetlabs/puppetserver/ca/inventory.txt"),
    ),
    ("config_file_name", Text("puppet.conf")),
    ("config", Text("$confdir/puppet.conf")),
    ("pidfile", Text("$rundir/user.pid")),
    ("sourceaddress", Undef),
    ("manifest", Text("")),
    ("modulepath", Text("")),
    ("config_version", Text("")),
    ("user", Text("puppet")),
    ("group", Text("puppet")),
    ("default_manifest", Text("./manifests")),
    ("disable_per_environment_manifest", Boolean(false)),
    ("code", Text("")),
    ("masterport", Integer(8140)),
    ("serverport", Integer(8140)),
    ("bucketdir", Text("$vardir/bucket")),
    (
        "trusted_oid_mapping_file",
        Text("$confdir/custom_trusted_oid_mapping.yaml"),
    ),
    (
        "basemodulepath",
        Text("$codedir/modules:/opt/puppetlabs/puppet/modules"),
    ),
    (
        "vendormoduledir",
        Text("/opt/puppetlabs/puppet/vendor_modules"),
    ),
    ("ssl_client_header", Text("HTTP_X_CLIENT_DN")),
    ("ssl_client_verify_header", Text("HTTP_X_CLIENT_VERIFY")),
    ("yamldir", Text("$vardir/yaml")),
    ("server_datadir", Text("$vardir/server_data")),
    ("reports", Text("store")),
    ("exclude_unchanged_resources", Boolean(true)),
    ("reportdir", Text("$vardir/reports")),
    ("reporturl", Text("http://localhost:3000/reports/upload")),
    ("fileserverconfig", Text("$confdir/fileserver.conf")),
    ("devicedir", Text("$vardir/devices")),
    ("deviceconfig", Text("$confdir/device.conf")),
    ("node_name_value", Text("$certname")),
    ("node_name_fact", Text("")),
    ("statefile", Text("$statedir/state.yaml")),
    ("statettl", Integer(2_764_800)),
    (
        "transactionstorefile",
        Text("$statedir/transactionstore.yaml"),
    ),
    ("clientyamldir", Text("$vardir/client_yaml")),
    ("client_datadir", Text("$vardir/client_data")),
    ("write_catalog_summary", Boolean(true)),
    ("classfile", Text("$statedir/classes.txt")),
    ("resourcefile", Text("$statedir/resources.txt")),
    ("puppetdlog", Text("$logdir/puppetd.log")),
    ("deviceconfdir", Text("$confdir/devices")),
    ("server", Text("puppet")),
    ("server_list", List(&[])),
    ("use_srv_records", Boolean(false)),
    ("srv_domain", Undef),
    ("http_extra_headers", List(&[])),
    ("ignoreschedules", Boolean(false)),
    ("default_schedules", Boolean(true)),
    ("noop", Boolean(false)),
    ("runinterval", Integer(1800)),
    ("runtimeout", Integer(3600)),
    ("ca_server", Text("puppet")),
    ("ca_port", Integer(8140)),
    ("preferred_serialization_format", Text("json")),
    ("allow_pson_serialization", Boolean(false)),
    (
        "agent_catalog_run_lockfile",
        Text("$statedir/agent_catalog_run.lock"),
    ),
    (
        "agent_disabled_lockfile",
        Text("$statedir/agent_disabled.lock"),
    ),
    ("usecacheonfailure", Boolean(true)),
    ("include_legacy_facts", Boolean(false)),
    ("fact_name_length_soft_limit", Integer(2560)),
    ("fact_value_length_soft_limit", Integer(4096)),
    ("top_level_facts_soft_limit", Integer(512)),
    ("number_of_facts_soft_limit", Integer(10_240)),
    ("payload_soft_limit", Integer(16_777_216)),
    ("use_cached_catalog", Boolean(false)),
    ("ignoremissingtypes", Boolean(false)),
    ("splaylimit", Integer(1800)),
    ("splay", Boolean(false)),
    ("clientbucketdir", Text("$vardir/clientbucket")),
    ("report_server", Text("puppet")),
    ("report_port", Integer(8140)),
    ("report", Boolean(true)),
    ("report_include_system_store", Boolean(false)),
    ("resubmit_facts", Boolean(false)),
    ("publicdir", Text("/opt/puppetlabs/puppet/public")),
    ("lastrunfile", Text("$publicdir/last_run_summary.yaml")),
    ("lastrunreport", Text("$statedir/last_run_report.yaml")),
    ("graph", Boolean(false)),
    ("graphdir", Text("$statedir/graphs")),
    ("waitforcert", Integer(120)),
    ("maxwaitforcert", Infinity),
    ("waitforlock", Integer(0)),
    ("maxwaitforlock", Integer(60)),
    ("plugindest", Text("$libdir")),
    ("pluginsource", Text("puppet:///plugins")),
    ("pluginfactdest", Text("$vardir/facts.d")),
    ("pluginfactsource", Text("puppet:///pluginfacts")),
    ("localedest", Text("$vardir/locales")),
    ("localesource", Text("puppet:///locales")),
    ("pluginsync", Boolean(true)),
    ("pluginsignore", Text(".svn CVS .git .hg")),
    ("ignore_plugin_errors", Boolean(false)),
    ("factpath", Text("$vardir/lib/facter:$vardir/facts")),
    ("tags", Text("")),
    ("skip_tags", Text("")),
    ("evaltrace", Boolean(false)),
    ("preprocess_deferred", Boolean(false)),
    ("summarize", Boolean(false)),
    ("external_nodes", Text("none")),
    ("ldapssl", Boolean(false)),
    ("ldaptls", Boolean(false)),
    ("ldapserver", Text("ldap")),
    ("ldapport", Integer(389)),
    ("ldapstring", Text("(&(objectclass=puppetClient)(cn=%s))")),
    ("ldapclassattrs", Text("puppetclass")),
    ("ldapstackedattrs", Text("puppetvar")),
    ("ldapattrs", Text("all")),
    ("ldapparentattr", Text("parentnode")),
    ("ldapuser", Text("")),
    ("ldappassword", Text("")),
    ("ldapbase", Text("")),
    ("storeconfigs", Boolean(false)),
    ("storeconfigs_backend", Text("puppetdb")),
    ("max_errors", Integer(10)),
    ("max_warnings", Integer(10)),
    ("max_deprecations", Integer(10)),
    ("strict_variables", Boolean(true)),
    ("tasks", Boolean(false)),
    ("document_all", Boolean(false)),
    ("rich_data", Boolean(true)),
];
