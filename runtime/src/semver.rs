//! SemVer versions and ranges.

/// `1.2.3-rc.1+build`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version<'h> {
    /// Major version.
    pub major: u64,
    /// Minor version.
    pub minor: u64,
    /// Patch level.
    pub patch: u64,
    /// Behind the `-`, without it.
    pub prerelease: Option<&'h str>,
    /// Behind the `+`, without it.
    pub build: Option<&'h str>,
}

/// A range of versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range<'h> {
    /// As it was written.
    pub source: &'h str,
}
