//! Makes a SemVer or a SemVerRange from texts and parts.

use super::{message, named, not_convertible, problem, str_of};
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Builtin, dispatch, mismatch};
use crate::value::{Value, Whole};
use rubycore::semver::{Identifiers, LEADING_ZERO, Range, Version};

pub(super) static SEMVER: Builtin = Builtin {
    name: "new_Version",
    dispatches: &[
        dispatch(
            &[
                r"=PositiveInteger = Integer[0,default]",
                r"=SemVerQualifier = Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]",
                r"SemVerPattern = Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/] str",
            ],
            |cx, args| version_of_text(cx, args[0]),
        ),
        dispatch(
            &[
                "PositiveInteger major",
                "PositiveInteger minor",
                "PositiveInteger patch",
                "?SemVerQualifier prerelease",
                "?SemVerQualifier build",
            ],
            |cx, args| {
                let numbers = [args[0], args[1], args[2]];
                Ok(version(cx, numbers, args.get(3), args.get(4)))
            },
        ),
        dispatch(
            &[
                "SemVerHash = Struct[{major => PositiveInteger, minor => PositiveInteger, patch => PositiveInteger, Optional[prerelease] => SemVerQualifier, Optional[build] => SemVerQualifier}] hash_args",
            ],
            |cx, args| {
                let get = |name| named(args[0], name);
                let numbers = ["major", "minor", "patch"].map(|n| get(n).unwrap_or(Value::Undef));
                Ok(version(cx, numbers, get("prerelease"), get("build")))
            },
        ),
        mismatch(&["String str"], |cx, args| {
            let text = not_convertible(cx, args[0], "a SemVer");
            message(cx, &text)
        }),
    ],
};

pub(super) static SEMVER_RANGE: Builtin = Builtin {
    name: "new_VersionRange",
    dispatches: &[
        dispatch(&["SemVerRangeString = String[1] str"], |cx, args| {
            let range = problem(Range::parse(cx.heap, args[0].as_str().unwrap_or("")))?;
            Ok(Value::SemVerRange(cx.heap.alloc(range)))
        }),
        dispatch(
            &[
                "Variant[Default, SemVer] min",
                "Variant[Default, SemVer] max",
                "?Boolean exclude_max",
            ],
            |cx, args| Ok(range(cx, Some(args[0]), Some(args[1]), args.get(2))),
        ),
        dispatch(
            &[
                "SemVerRangeHash = Struct[{min => Variant[Default, SemVer], Optional[max] => Variant[Default, SemVer], Optional[exclude_max] => Boolean}] hash_args",
            ],
            |cx, args| {
                let get = |name| named(args[0], name);
                Ok(range(cx, get("min"), get("max"), get("exclude_max")))
            },
        ),
    ],
};

fn version_of_text<'h>(cx: &mut Cx<'h>, text: Value<'h>) -> Res<'h> {
    // the pattern allows a line end after the version
    let source = text.as_str().unwrap_or("").trim_end_matches('\n');
    match Version::parse(source) {
        Some(version) if version.has_leading_zero() => fail(LEADING_ZERO),
        Some(version) => Ok(Value::SemVer(cx.heap.alloc(version))),
        None => fail(not_convertible(cx, text, "a SemVer")),
    }
}

fn version<'h>(
    cx: &Cx<'h>,
    numbers: [Value<'h>; 3],
    prerelease: Option<Value<'h>>,
    build: Option<Value<'h>>,
) -> Value<'h> {
    let [major, minor, patch] = numbers
        .map(|n| Whole::of(n).map_or(0, |n| u128::try_from(n.number()).unwrap_or(u128::MAX)));
    Value::SemVer(cx.heap.alloc(Version {
        major,
        minor,
        patch,
        prerelease: str_of(prerelease).map(Identifiers::prerelease),
        build: str_of(build).map(Identifiers::build),
    }))
}

fn range<'h>(
    cx: &Cx<'h>,
    min: Option<Value<'h>>,
    max: Option<Value<'h>>,
    exclude_max: Option<Value<'h>>,
) -> Value<'h> {
    let side = |value| match value {
        Some(Value::SemVer(version)) => Some(*version),
        _ => None,
    };
    let exclude_max = matches!(exclude_max, Some(Value::Boolean(true)));
    let range = Range::between(cx.heap, side(min), side(max), exclude_max);
    Value::SemVerRange(cx.heap.alloc(range))
}
