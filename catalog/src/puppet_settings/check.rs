//! Checks values of settings that are given by name, like Puppet does.

use super::{DefaultValue, SETTINGS};
use crate::environment::conf::seconds;
use crate::nearest::did_you_mean;

/// Settings in seconds that may be `unlimited`.
const TIMES_TO_LIVE: [&str; 4] = [
    "environment_timeout",
    "maxwaitforcert",
    "maxwaitforlock",
    "statettl",
];
/// Settings in seconds.
const DURATIONS: [&str; 13] = [
    "ca_refresh_interval",
    "ca_ttl",
    "crl_refresh_interval",
    "filetimeout",
    "hostcert_renewal_interval",
    "http_connect_timeout",
    "http_keepalive_timeout",
    "http_read_timeout",
    "runinterval",
    "runtimeout",
    "splaylimit",
    "waitforcert",
    "waitforlock",
];
const PORTS: [&str; 6] = [
    "ca_port",
    "http_proxy_port",
    "ldapport",
    "masterport",
    "report_port",
    "serverport",
];

/// Checks a setting; returns its value in the form of `$settings::name`, such as the seconds of
/// `5m`.
///
/// # Errors
/// Reports an unknown setting with the most similar name, or an invalid value.
pub fn check(name: &str, value: &str) -> Result<String, String> {
    let Some((_, initial)) = SETTINGS.iter().find(|(known, _)| *known == name) else {
        let near = did_you_mean(name, SETTINGS.iter().map(|(known, _)| *known));
        return Err(format!("Puppet has no setting '{name}'{near}"));
    };
    let kept = || Ok(value.to_owned());
    if let Some(allowed) = words(name) {
        return match allowed.contains(&value) {
            true => kept(),
            false => Err(one_of(name, value, allowed)),
        };
    }
    if let Some(allowed) = list_words(name) {
        let mut given = value.split(',').map(str::trim);
        return match given.find(|word| !word.is_empty() && !allowed.contains(word)) {
            None => kept(),
            Some(word) => Err(one_of(name, word, allowed)),
        };
    }
    if TIMES_TO_LIVE.contains(&name) {
        return seconds(value)
            .ok_or_else(|| format!("Invalid 'time to live' format '{value}' for setting {name}"));
    }
    if DURATIONS.contains(&name) {
        return seconds(value)
            .filter(|_| value != "unlimited")
            .ok_or_else(|| format!("Invalid duration '{value}' for setting {name}: a number of seconds, or one with y, d, h, m or s"));
    }
    if PORTS.contains(&name) {
        return match value.parse::<u16>() {
            Ok(_) => kept(),
            Err(_) => Err(format!("Invalid port '{value}' for setting {name}")),
        };
    }
    match initial {
        DefaultValue::Boolean(_) if !matches!(value, "true" | "false") => {
            Err(one_of(name, value, &["true", "false"]))
        }
        DefaultValue::Integer(_) if value.parse::<i64>().is_err() => {
            Err(format!("Invalid number '{value}' for setting {name}"))
        }
        _ => kept(),
    }
}

/// Returns the allowed words of a setting with a fixed set of values.
fn words(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "strict" => &["off", "warning", "error"],
        "log_level" => &[
            "debug", "info", "notice", "warning", "err", "alert", "emerg", "crit",
        ],
        "key_type" => &["rsa", "ec"],
        "digest_algorithm" => &["sha256", "sha384", "sha512", "sha224", "md5"],
        "certificate_revocation" => &["true", "chain", "leaf", "false"],
        _ => return None,
    })
}

/// Returns the allowed words of a setting that is a list of words.
fn list_words(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "disable_warnings" => &["deprecations", "undefined_variables", "undefined_resources"],
        "supported_checksum_types" => &[
            "sha256",
            "sha256lite",
            "sha384",
            "sha512",
            "sha224",
            "sha1",
            "sha1lite",
            "md5",
            "md5lite",
            "mtime",
            "ctime",
        ],
        _ => return None,
    })
}

fn one_of(name: &str, value: &str, allowed: &[&str]) -> String {
    let near = did_you_mean(value, allowed.iter().copied());
    format!(
        "Invalid value '{value}' for setting {name}: expected one of {}{near}",
        allowed.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_that_puppet_takes() {
        let fine = |name: &str, value: &str| check(name, value).ok();
        assert_eq!(fine("runinterval", "5m").as_deref(), Some("300"));
        assert_eq!(
            fine("environment_timeout", "unlimited").as_deref(),
            Some("unlimited")
        );
        for (name, value) in [
            ("noop", "true"),
            ("codedir", "/srv/code"),
            ("disable_warnings", "deprecations, undefined_variables"),
            ("masterport", "8140"),
            ("strict", "off"),
        ] {
            assert_eq!(fine(name, value).as_deref(), Some(value), "{name}");
        }
        for (name, value) in [
            ("noop", "yes"),
            ("runinterval", "unlimited"),
            ("runinterval", "-1"),
            ("environment_timeout", "5q"),
            ("masterport", "70000"),
            ("maximum_uid", "x"),
            ("disable_warnings", "foo"),
            ("strict", "errors"),
        ] {
            assert!(check(name, value).is_err(), "{name}={value}");
        }
        assert_eq!(
            check("strict-variables", "x"),
            Err(
                "Puppet has no setting 'strict-variables'; did you mean 'strict_variables'?"
                    .to_owned()
            )
        );
    }

    #[test]
    fn every_setting_that_is_checked_exists() {
        let names = TIMES_TO_LIVE.iter().chain(&DURATIONS).chain(&PORTS);
        for name in names {
            assert!(SETTINGS.iter().any(|(known, _)| known == name), "{name}");
        }
    }
}
