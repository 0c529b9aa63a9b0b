//! Knows the facts of Facter, and the facts that a codebase defines.

use catalog::nearest::nearest;
use frontend::ast::{Expr, ExprKind};

use super::Walk;
use super::shapes::literal;
use crate::code::finding;
use crate::world::World;

/// The facts of Facter 4, and those that the agent adds.
const CORE: &[&str] = &[
    "agent_specified_environment",
    "aio_agent_build",
    "aio_agent_version",
    "augeas",
    "augeasprovider_cores",
    "az_metadata",
    "chassis",
    "clientcert",
    "clientnoop",
    "clientversion",
    "cloud",
    "datacenter",
    "dhcp_servers",
    "disks",
    "dmi",
    "ec2_metadata",
    "ec2_userdata",
    "env_windows_installdir",
    "environment",
    "facterversion",
    "filesystems",
    "fips_enabled",
    "gce",
    "hypervisors",
    "identity",
    "is_virtual",
    "kernel",
    "kernelmajversion",
    "kernelrelease",
    "kernelversion",
    "ldom",
    "load_averages",
    "memory",
    "module_name",
    "mountpoints",
    "name",
    "networking",
    "nim_type",
    "os",
    "partitions",
    "path",
    "pe_build",
    "pe_concat_basedir",
    "pe_server_version",
    "processors",
    "puppetversion",
    "ruby",
    "scope6",
    "solaris_zones",
    "ssh",
    "system_profiler",
    "system_uptime",
    "timezone",
    "virtual",
    "xen",
    "zfs_featurenumbers",
    "zfs_version",
    "zpool_featureflags",
    "zpool_featurenumbers",
    "zpool_version",
];

/// The entries of Facter's structured facts, for those that are the same on all systems or on some.
const ENTRIES: &[(&str, &[&str])] = &[
    ("identity", &["gid", "group", "privileged", "uid", "user"]),
    ("load_averages", &["15m", "1m", "5m"]),
    ("memory", &["swap", "system"]),
    (
        "networking",
        &[
            "dhcp",
            "domain",
            "fqdn",
            "hostname",
            "interfaces",
            "ip",
            "ip6",
            "mac",
            "mtu",
            "netmask",
            "netmask6",
            "network",
            "network6",
            "primary",
            "scope6",
        ],
    ),
    (
        "os",
        &[
            "architecture",
            "distro",
            "family",
            "hardware",
            "macosx",
            "name",
            "release",
            "selinux",
            "windows",
        ],
    ),
    (
        "processors",
        &[
            "cores",
            "count",
            "extensions",
            "isa",
            "models",
            "physicalcount",
            "speed",
            "threads",
        ],
    ),
    ("ruby", &["platform", "sitedir", "version"]),
    ("system_uptime", &["days", "hours", "seconds", "uptime"]),
];

/// Flat facts of older releases. Puppet 8 has them only if they are enabled.
const LEGACY: &[&str] = &[
    "architecture",
    "augeasversion",
    "bios_release_date",
    "bios_vendor",
    "bios_version",
    "blockdevices",
    "boardassettag",
    "boardmanufacturer",
    "boardproductname",
    "boardserialnumber",
    "chassisassettag",
    "chassistype",
    "dhcp_servers",
    "domain",
    "fqdn",
    "gid",
    "hardwareisa",
    "hardwaremodel",
    "hostname",
    "id",
    "interfaces",
    "ipaddress",
    "ipaddress6",
    "lsbdistcodename",
    "lsbdistdescription",
    "lsbdistid",
    "lsbdistrelease",
    "lsbmajdistrelease",
    "lsbminordistrelease",
    "lsbrelease",
    "macaddress",
    "macosx_buildversion",
    "macosx_productname",
    "macosx_productversion",
    "macosx_productversion_major",
    "macosx_productversion_minor",
    "manufacturer",
    "memoryfree",
    "memoryfree_mb",
    "memorysize",
    "memorysize_mb",
    "netmask",
    "netmask6",
    "network",
    "network6",
    "operatingsystem",
    "operatingsystemmajrelease",
    "operatingsystemrelease",
    "osfamily",
    "physicalprocessorcount",
    "processorcount",
    "productname",
    "ps",
    "rubyplatform",
    "rubysitedir",
    "rubyversion",
    "selinux",
    "selinux_config_mode",
    "selinux_config_policy",
    "selinux_current_mode",
    "selinux_enforced",
    "selinux_policyversion",
    "serialnumber",
    "sshdsakey",
    "sshecdsakey",
    "sshed25519key",
    "sshrsakey",
    "swapencrypted",
    "swapfree",
    "swapfree_mb",
    "swapsize",
    "swapsize_mb",
    "system32",
    "uptime",
    "uptime_days",
    "uptime_hours",
    "uptime_seconds",
    "uuid",
    "windows_edition_id",
    "windows_installation_type",
    "windows_product_name",
    "windows_release_id",
    "xendomains",
    "zonename",
    "zones",
];

/// Prefixes of flat facts whose names end with the name of a device or a number.
const LEGACY_FAMILIES: &[&str] = &[
    "blockdevice_",
    "ipaddress6_",
    "ipaddress_",
    "ldom_",
    "macaddress_",
    "mtu_",
    "netmask6_",
    "netmask_",
    "network6_",
    "network_",
    "processor",
    "scope6_",
    "sp_",
    "sshfp_",
    "system_uptime",
    "zone_",
];

/// Returns true if a fact comes from Facter or from a module.
pub(super) fn is_named(world: &World<'_>, name: &str) -> bool {
    CORE.contains(&name) || world.in_ruby.facts.contains(name)
}

/// Returns true if a fact may exist. Any fact may if a module is missing or names of facts are
/// computed.
fn is_possible(world: &World<'_>, name: &str) -> bool {
    is_named(world, name) || world.in_ruby.has_other_facts || !world.is_complete()
}

/// Returns true if a fact is a flat fact of older releases.
pub(super) fn is_legacy(name: &str) -> bool {
    LEGACY.contains(&name) || LEGACY_FAMILIES.iter().any(|start| name.starts_with(start))
}

impl<'a> Walk<'_, 'a> {
    /// Checks `$facts['name']` and `$facts['name']['entry']`.
    pub(super) fn fact(&mut self, left: &Expr<'a>, keys: &[Expr<'a>]) {
        if let ExprKind::Access { left, keys: outer } = left.kind {
            return self.entry_of_fact(left, outer, keys);
        }
        let ExprKind::Variable("facts" | "::facts") = left.kind else {
            return;
        };
        let [key] = keys else { return };
        let Some(name) = literal(key) else { return };
        let world = self.world;
        if world.codebase.is_none() || is_possible(world, &name) || is_legacy(&name) {
            return;
        }
        let known = CORE.iter().copied();
        let known = known.chain(world.in_ruby.facts.iter().map(String::as_str));
        let hint = nearest(&name, known).map(|near| format!("did you mean '{near}'?"));
        let message = format!("Neither Facter nor a module of the codebase has the fact '{name}'");
        let diagnostic = finding("UNKNOWN_FACT", message, key.span);
        self.find_with(diagnostic, hint);
    }

    fn entry_of_fact(&mut self, left: &Expr<'a>, outer: &[Expr<'a>], keys: &[Expr<'a>]) {
        let (ExprKind::Variable("facts" | "::facts"), [fact], [key]) = (left.kind, outer, keys)
        else {
            return;
        };
        let (Some(fact), Some(name)) = (literal(fact), literal(key)) else {
            return;
        };
        let mut entries = ENTRIES.iter().filter(|(of, _)| *of == &*fact);
        let Some((_, known)) = entries.next() else {
            return;
        };
        let is_own = self.world.in_ruby.facts.contains(&*fact);
        if self.world.codebase.is_none() || is_own || known.contains(&&*name) {
            return;
        }
        let hint = nearest(&name, known.iter().copied());
        let hint = hint.map(|near| format!("did you mean '{near}'?"));
        let message = format!("The fact '{fact}' of Facter has no entry '{name}'");
        let diagnostic = finding("UNKNOWN_FACT", message, key.span);
        self.find_with(diagnostic, hint);
    }
}
