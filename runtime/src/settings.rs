//! Owns the settings of Puppet that evaluation depends on, and the limits that only bunraku has.

use std::time::Duration;

use frontend::validate::Strict;

/// The settings of an evaluation. The defaults are those of Puppet 8.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `strict`
    pub strict: Strict,
    /// `strict_variables`
    pub strict_variables: bool,
    /// `tasks`: plans and scripts, no catalog.
    pub tasks: bool,
    /// `rich_data`
    pub rich_data: bool,
    /// `storeconfigs`
    pub storeconfigs: bool,
    /// `disable_warnings`
    pub disable_warnings: Vec<String>,
    /// `merge_dependency_warnings`
    pub merge_dependency_warnings: bool,
    /// All other settings, for `$settings::name`.
    pub other: Vec<(String, String)>,
    /// The number of nested calls and lambdas at which evaluation ends with an error.
    pub max_depth: u32,
    /// The memory limit of one evaluation in bytes.
    pub max_memory: usize,
    /// The time limit of one evaluation; `None` for no limit.
    pub max_time: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strict: Strict::Error,
            strict_variables: true,
            tasks: false,
            rich_data: true,
            storeconfigs: false,
            disable_warnings: Vec::new(),
            merge_dependency_warnings: false,
            other: Vec::new(),
            max_depth: 1000,
            max_memory: crate::limits::MEMORY_BYTES_USUAL,
            max_time: None,
        }
    }
}
