//! Owns the environments of one run, and reports on them at its end.

use std::ops::Deref;

use bunraku::environments::Environments as OpenedEnvironments;
use catalog::environment::Options;
use jit::Statistics;

use crate::jit::JitArguments;

/// The environments of a run; each is opened once.
pub struct Environments<'a> {
    opened: OpenedEnvironments,
    jit: &'a JitArguments,
}

impl<'a> Environments<'a> {
    /// Opens the environment that `options` describe.
    ///
    /// # Errors
    /// Same as [`OpenedEnvironments::open`].
    pub fn open(options: Options, jit: &'a JitArguments) -> Result<Environments<'a>, String> {
        let opened = OpenedEnvironments::open(options, jit.options())?;
        Ok(Environments { opened, jit })
    }

    /// Returns the sum of the statistics of all compiler tiers.
    pub fn statistics(&self) -> Statistics {
        let mut all = Statistics::default();
        let tiers = self.all().into_iter().filter_map(|opened| opened.tier);
        tiers.for_each(|tier| all += tier.statistics());
        all
    }

    /// Prints the report of the compiler tier of each environment.
    pub fn report(&self) {
        for one in self.opened.all() {
            self.jit.report(&one.environment, one.tier.as_deref());
        }
    }
}

impl Deref for Environments<'_> {
    type Target = OpenedEnvironments;

    fn deref(&self) -> &OpenedEnvironments {
        &self.opened
    }
}
