//! Owns the table of the resource types that are part of Puppet and are not written in Puppet code.
//!
//! It contains only names because the values of attributes are not checked when a catalog is
//! compiled.

/// A resource type that is not written in Puppet code.
#[derive(Debug)]
pub struct NativeType<'t> {
    /// The name in lower case.
    pub name: &'t str,
    /// The naming attributes; sorted for types that are part of Puppet.
    pub name_attributes: &'t [&'static str],
    /// The other attributes, sorted, without metaparameters.
    pub attributes: &'t [&'static str],
    /// True if two resources with the same name are the same object.
    pub isomorphic: bool,
}

/// The attributes that the title of a resource gives, with their values.
pub type TitleParts<'h> = &'h [(&'static str, &'h str)];

impl NativeType<'_> {
    /// Returns true if an attribute other than a metaparameter exists.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.binary_search(&name).is_ok()
            || self.name_attributes.contains(&name)
            || name == "name"
    }
}

/// Returns true if the values of the attribute are references to other resources.
pub fn is_relationship(name: &str) -> bool {
    matches!(name, "before" | "notify" | "require" | "subscribe")
}

/// Returns true if every resource may have the attribute.
pub fn is_metaparameter(name: &str) -> bool {
    matches!(
        name,
        "alias"
            | "audit"
            | "before"
            | "loglevel"
            | "noop"
            | "notify"
            | "require"
            | "schedule"
            | "stage"
            | "subscribe"
            | "tag"
    )
}

/// Returns the type with a name in lower case.
pub fn find(name: &str) -> Option<&'static NativeType<'static>> {
    let at = CORE_TYPES
        .binary_search_by_key(&name, |core| core.name)
        .ok()?;
    Some(&CORE_TYPES[at])
}

/// Iterates over the names of all types.
pub fn names() -> impl Iterator<Item = &'static str> {
    CORE_TYPES.iter().map(|core| core.name)
}

/// All types, sorted by name.
const CORE_TYPES: &[NativeType<'static>] = &[
    NativeType {
        name: "component",
        name_attributes: &["name"],
        attributes: &[],
        isomorphic: true,
    },
    NativeType {
        name: "exec",
        name_attributes: &["command"],
        attributes: &[
            "creates",
            "cwd",
            "environment",
            "group",
            "logoutput",
            "onlyif",
            "path",
            "provider",
            "refresh",
            "refreshonly",
            "returns",
            "timeout",
            "tries",
            "try_sleep",
            "umask",
            "unless",
            "user",
        ],
        isomorphic: false,
    },
    NativeType {
        name: "file",
        name_attributes: &["path"],
        attributes: &[
            "backup",
            "checksum",
            "checksum_value",
            "content",
            "ctime",
            "ensure",
            "force",
            "group",
            "ignore",
            "links",
            "max_files",
            "mode",
            "mtime",
            "owner",
            "provider",
            "purge",
            "recurse",
            "recurselimit",
            "replace",
            "selinux_ignore_defaults",
            "selrange",
            "selrole",
            "seltype",
            "seluser",
            "show_diff",
            "source",
            "source_permissions",
            "sourceselect",
            "staging_location",
            "target",
            "type",
            "validate_cmd",
            "validate_replacement",
        ],
        isomorphic: true,
    },
    NativeType {
        name: "filebucket",
        name_attributes: &["name"],
        attributes: &["path", "port", "server"],
        isomorphic: true,
    },
    NativeType {
        name: "group",
        name_attributes: &["name"],
        attributes: &[
            "allowdupe",
            "attribute_membership",
            "attributes",
            "auth_membership",
            "ensure",
            "forcelocal",
            "gid",
            "ia_load_module",
            "members",
            "provider",
            "system",
        ],
        isomorphic: true,
    },
    NativeType {
        name: "notify",
        name_attributes: &["name"],
        attributes: &["message", "withpath"],
        isomorphic: true,
    },
    NativeType {
        name: "package",
        name_attributes: &["name", "provider", "command"],
        attributes: &[
            "adminfile",
            "allow_virtual",
            "allowcdrom",
            "category",
            "configfiles",
            "description",
            "enable_only",
            "ensure",
            "flavor",
            "install_only",
            "install_options",
            "instance",
            "mark",
            "package_settings",
            "platform",
            "reinstall_on_refresh",
            "responsefile",
            "root",
            "source",
            "status",
            "uninstall_options",
            "vendor",
        ],
        isomorphic: true,
    },
    NativeType {
        name: "resources",
        name_attributes: &["name"],
        attributes: &["purge", "unless_system_user", "unless_uid"],
        isomorphic: true,
    },
    NativeType {
        name: "schedule",
        name_attributes: &["name"],
        attributes: &["period", "periodmatch", "range", "repeat", "weekday"],
        isomorphic: true,
    },
    NativeType {
        name: "service",
        name_attributes: &["name"],
        attributes: &[
            "binary",
            "control",
            "enable",
            "ensure",
            "flags",
            "hasrestart",
            "hasstatus",
            "logonaccount",
            "logonpassword",
            "manifest",
            "path",
            "pattern",
            "provider",
            "restart",
            "start",
            "status",
            "stop",
            "timeout",
        ],
        isomorphic: true,
    },
    NativeType {
        name: "stage",
        name_attributes: &["name"],
        attributes: &[],
        isomorphic: true,
    },
    NativeType {
        name: "tidy",
        name_attributes: &["path"],
        attributes: &[
            "age",
            "backup",
            "matches",
            "max_files",
            "recurse",
            "rmdirs",
            "size",
            "type",
        ],
        isomorphic: false,
    },
    NativeType {
        name: "user",
        name_attributes: &["name"],
        attributes: &[
            "allowdupe",
            "attribute_membership",
            "attributes",
            "auth_membership",
            "auths",
            "comment",
            "ensure",
            "expiry",
            "forcelocal",
            "gid",
            "groups",
            "home",
            "ia_load_module",
            "iterations",
            "key_membership",
            "keys",
            "loginclass",
            "managehome",
            "membership",
            "password",
            "password_max_age",
            "password_min_age",
            "password_warn_days",
            "profile_membership",
            "profiles",
            "project",
            "provider",
            "purge_ssh_keys",
            "role_membership",
            "roles",
            "salt",
            "shell",
            "system",
            "uid",
        ],
        isomorphic: true,
    },
    NativeType {
        name: "whit",
        name_attributes: &["name"],
        attributes: &[],
        isomorphic: true,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_sorted() {
        assert!(CORE_TYPES.is_sorted_by_key(|core| core.name));
        assert!(CORE_TYPES.iter().all(|core| core.attributes.is_sorted()));
        assert!(
            find("file")
                .is_some_and(|file| file.has_attribute("path") && !file.has_attribute("nope"))
        );
    }
}
