//! Makes a String, a Regexp, a Sensitive, a Type or a URI from other values.

use super::{named, str_of};
use crate::cx::Cx;
use crate::error::{Kind, Res, fail, fail_as};
use crate::format;
use crate::function::{Args, Builtin, dispatch};
use crate::regexp::Regexp;
use crate::types;
use crate::value::{Value, Whole};
use rubycore::regexp::{self};
use rubycore::uri::{Components, Uri};

pub(super) static STRING: Builtin = Builtin {
    name: "new_string",
    dispatches: &[dispatch(
        &[
            r"=Format = Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]",
            "=ContainerFormat = Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String, Optional[string_formats] => Hash[Type, Format]}]",
            "=TypeMap = Hash[Type, Variant[Format, ContainerFormat]]",
            "Convertible = Any from",
            "?Formats = Variant[Default, String[1], TypeMap] string_formats",
        ],
        |cx, args| {
            let text = format::to_string(cx, args[0], args.get(1))?;
            Ok(Value::string(cx.heap, &text))
        },
    )],
};

pub(super) static REGEXP: Builtin = Builtin {
    name: "new_float",
    dispatches: &[dispatch(
        &["String pattern", "?Boolean escape"],
        |cx, args| {
            let source = args[0].as_str().unwrap_or("");
            let regexp = match args.get(1) {
                Some(Value::Boolean(true)) => Regexp::new(cx.heap, &regexp::escape(source))?,
                _ => Regexp::new(cx.heap, source)?,
            };
            Ok(Value::Regexp(regexp))
        },
    )],
};

pub(super) static SENSITIVE: Builtin = Builtin {
    name: "new_Sensitive",
    dispatches: &[dispatch(&["Any value"], |cx, args| {
        Ok(match args[0] {
            Value::Sensitive(_) => args[0],
            clear => Value::Sensitive(cx.heap.alloc(clear)),
        })
    })],
};

pub(super) static TYPE: Builtin = Builtin {
    name: "new_type",
    dispatches: &[dispatch(&["String[1] type_string"], |cx, args| {
        types::parse::parse_plain_text(cx, args[0].as_str().unwrap_or(""))
    })],
};

pub(super) static URI: Builtin = Builtin {
    name: "new_error",
    dispatches: &[
        dispatch(&["String[1] uri"], |cx, args| {
            match Uri::parse(cx.heap, args[0].as_str().unwrap_or("")) {
                Ok(uri) => Ok(Value::Uri(cx.heap.alloc(uri))),
                Err(problem) => fail_as(Kind::Uri, problem),
            }
        }),
        dispatch(
            &[
                "Struct[{Optional[scheme] => String[1], Optional[userinfo] => String[1], Optional[host] => String[1], Optional[port] => Integer[0], Optional[path] => String[1], Optional[query] => String[1], Optional[fragment] => String[1], Optional[opaque] => String[1]}] hash",
            ],
            uri_of_parts,
        ),
    ],
};

fn uri_of_parts<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let part = |name| str_of(named(args[0], name));
    let port = named(args[0], "port").and_then(Whole::of);
    let port = port.map(|port| port.to_string());
    let components = Components {
        scheme: part("scheme"),
        userinfo: part("userinfo"),
        host: part("host"),
        port: port.as_deref(),
        path: part("path"),
        query: part("query"),
        fragment: part("fragment"),
        opaque: part("opaque"),
        typecode: None,
    };
    match Uri::of_components(cx.heap, &components) {
        Ok(uri) => Ok(Value::Uri(cx.heap.alloc(uri))),
        Err(problem) => fail(problem),
    }
}
