//! Runs generated programs: they must do the same in the interpreter, in code that is compiled when
//! it is hot, and in code that is compiled before it first runs.

use cli::engine::{Native, on_deep_stack};
use conformance::engine::Jit;
use conformance::generate::{Choices, program};
use conformance::limits::LimitArguments;
use conformance::modes::transcript;
use proptest::prelude::*;

const MEMORY_BYTES: usize = 64 << 20;

fn check(code: &str) -> Result<(), TestCaseError> {
    let engine = Native {
        limits: LimitArguments {
            max_memory: Some(MEMORY_BYTES),
            ..LimitArguments::default()
        },
        jit_threshold: Some(1),
        ..Native::default()
    };
    let [off, auto, always] = Jit::ALL
        .map(|mode| on_deep_stack(|| transcript(&engine, mode, code)).map_err(TestCaseError::fail));
    let (off, auto, always) = (off?, auto?, always?);
    if let (Some(off), Some(auto), Some(always)) = (off, auto, always) {
        prop_assert_eq!(&auto, &off, "auto and off\n{}", code);
        prop_assert_eq!(&always, &off, "always and off\n{}", code);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn modes_agree(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        check(&program(&mut Choices::of_bytes(&bytes)))?;
    }

    #[test]
    fn seeds_agree(seed in any::<u64>()) {
        check(&program(&mut Choices::of_seed(seed)))?;
    }
}
