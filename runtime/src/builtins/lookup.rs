//! Implements data lookup: `lookup` and the `hiera` functions; the host does the work.

use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin, dispatch, mismatch};
use crate::value::Value;
use frontend::validate::Strict;

macro_rules! hiera {
    ($name:literal) => {
        Builtin {
            name: $name,
            dispatches: &[
                dispatch(&["Tuple[String, Any, Any, 1, 3] args"], |_, _| {
                    fail(NO_SPLAT)
                }),
                dispatch(&["String key"], |cx, args| hiera(cx, $name, args)),
                dispatch(
                    &["String key", "Any default", "?Any override"],
                    |cx, args| hiera(cx, $name, args),
                ),
                dispatch(
                    &["String key", "&Callable[1, 1] default_block"],
                    |cx, args| hiera(cx, $name, args),
                ),
                dispatch(
                    &[
                        "String key",
                        "Any override",
                        "&Callable[1, 1] default_block",
                    ],
                    |cx, args| hiera(cx, $name, args),
                ),
            ],
        }
    };
}

macro_rules! data_hash {
    ($name:literal) => {
        Builtin {
            name: $name,
            dispatches: &[
                dispatch(
                    &[
                        "Struct[{ path => String[1] }] options",
                        "Puppet::LookupContext context",
                    ],
                    |cx, args| cx.host.lookup(cx, $name, args.values, None),
                ),
                mismatch(
                    &["Hash[String, Any] options", "Puppet::LookupContext context"],
                    |cx, _| Ok(Value::string(cx.heap, NO_PATH)),
                ),
            ],
        }
    };
}

const NO_PATH: &str = "one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this data_hash function";

const NO_KEY_PATH: &str = "one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this lookup_key function";

pub(super) const TABLE: &[Builtin] = &[
    data_hash!("yaml_data"),
    data_hash!("json_data"),
    data_hash!("hocon_data"),
    Builtin {
        name: "eyaml_lookup_key",
        dispatches: &[dispatch(
            &[
                "String[1] key",
                "Hash[String[1], Any] options",
                "Puppet::LookupContext context",
            ],
            |cx, args| match args.values[1].as_hash() {
                Some(options) if options.get_str("path").is_none() => {
                    fail(format!("'eyaml_lookup_key': {NO_KEY_PATH}"))
                }
                _ => cx.host.lookup(cx, "eyaml_lookup_key", args.values, None),
            },
        )],
    },
    Builtin {
        name: "lookup",
        dispatches: &[
            dispatch(
                &[
                    "NameType = Variant[String, Array[String]] name",
                    "?ValueType = Type value_type",
                    "?MergeType = Variant[String[1], Hash[String, Scalar]] merge",
                ],
                lookup,
            ),
            dispatch(
                &[
                    "NameType name",
                    "Optional[ValueType] value_type",
                    "Optional[MergeType] merge",
                    "DefaultValueType = Any default_value",
                ],
                lookup,
            ),
            dispatch(
                &[
                    "NameType name",
                    "?ValueType value_type",
                    "?MergeType merge",
                    "&BlockType = Callable[NameType] block",
                ],
                lookup,
            ),
            dispatch(
                &[
                    "OptionsWithName = Struct[{ name => NameType, \
                     Optional[value_type] => Optional[ValueType], \
                     Optional[default_value] => DefaultValueType, \
                     Optional[override] => Optional[Hash[String, Any]], \
                     Optional[default_values_hash] => Optional[Hash[String, Any]], \
                     Optional[merge] => Optional[MergeType] }] options_hash",
                    "&?BlockType block",
                ],
                lookup,
            ),
            dispatch(
                &[
                    "Variant[String, Array[String]] name",
                    "OptionsWithoutName = Struct[{ Optional[value_type] => Optional[ValueType], \
                     Optional[default_value] => DefaultValueType, \
                     Optional[override] => Optional[Hash[String, Any]], \
                     Optional[default_values_hash] => Optional[Hash[String, Any]], \
                     Optional[merge] => Optional[MergeType] }] options_hash",
                    "&?BlockType block",
                ],
                lookup,
            ),
        ],
    },
    hiera!("hiera"),
    hiera!("hiera_array"),
    hiera!("hiera_hash"),
    hiera!("hiera_include"),
];

fn lookup<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    cx.host.lookup(cx, "lookup", args.values, args.block)
}

fn hiera<'h>(cx: &mut Cx<'h>, name: &str, args: Args<'h, '_>) -> Res<'h> {
    if cx.settings.strict != Strict::Off {
        let text = format!(
            "The function '{name}' is deprecated in favor of using 'lookup'. See \
             https://puppet.com/docs/puppet/8.11/deprecated_language.html"
        );
        cx.deprecation(name, &text, None);
    }
    cx.host.lookup(cx, name, args.values, args.block)
}

/// The message about arguments given as one array: Puppet declares the signature, but no
/// implementation.
const NO_SPLAT: &str = "undefined method `hiera' for #<Puppet::Functions::Function>";
