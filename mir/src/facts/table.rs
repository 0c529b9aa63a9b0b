//! Owns the rows of the table of built-in functions.

use super::Takes::{Any, Counted, Float, Number, String};
use super::{
    Escapes, FunctionFacts, Intrinsic, Iteration, Jump, Origin, Returns, RunsRuby, Takes, UNKNOWN,
};
use crate::ir::{Leave, Ty};
use crate::ranges::Range;

/// The rows, in the order of their names.
#[rustfmt::skip]
pub(super) static TABLE: &[FunctionFacts] = &[
    // `abs` of the least Integer needs more than 64 bits
    puppet("abs").pure().intrinsic(Intrinsic::Abs).returns(Ty::Float, &[Float], 0),
    puppet("alert"),
    puppet("all").pure().iteration(Iteration::All),
    puppet("annotate"),
    puppet("any").pure().iteration(Iteration::Any),
    puppet("assert_type"),
    puppet("binary_file"),
    puppet("break").jump(Leave::Break, 0),
    puppet("call").sees_scope().calls_elsewhere(),
    puppet("camelcase").returns(Ty::String, &[String], 0),
    puppet("capitalize").pure().returns(Ty::String, &[String], 0),
    puppet("ceiling").pure(),
    puppet("chomp").pure().returns(Ty::String, &[String], 0),
    puppet("chop").pure().returns(Ty::String, &[String], 0),
    puppet("compare").pure().intrinsic(Intrinsic::Compare)
        .returns(Ty::Integer, &[Any, Any], 0).bounds(-1, 1),
    puppet("contain").sees_scope().sees_match().runs_ruby(RunsRuby::Indirectly),
    puppet("convert_to"),
    puppet("create_resources").sees_scope().sees_match().runs_ruby(RunsRuby::Indirectly),
    puppet("crit"),
    puppet("debug"),
    puppet("defined").sees_scope().sees_match(),
    puppet("dig").pure().escapes(Escapes::Items),
    puppet("digest"),
    puppet("downcase").pure().returns(Ty::String, &[String], 0),
    puppet("each").iteration(Iteration::Each).ends_at_break(),
    puppet("emerg"),
    puppet("empty").pure().intrinsic(Intrinsic::Empty)
        .escapes(Escapes::Nothing).returns(Ty::Boolean, &[Any], 0),
    puppet("epp").sees_scope().calls_elsewhere().runs_ruby(RunsRuby::Indirectly),
    puppet("err"),
    puppet("eyaml_lookup_key"),
    puppet("fail"),
    puppet("file"),
    puppet("filter").pure().iteration(Iteration::Filter),
    puppet("find_file"),
    puppet("find_template"),
    puppet("flatten").pure(),
    puppet("floor").pure(),
    puppet("fqdn_rand"),
    puppet("generate"),
    puppet("get").pure(),
    puppet("getvar").sees_scope(),
    puppet("group_by").iteration(Iteration::GroupBy),
    stdlib("has_interface_with").sees_scope(),
    stdlib("has_ip_address").sees_scope(),
    stdlib("has_ip_network").sees_scope(),
    puppet("hiera").sees_scope().sees_match(),
    puppet("hiera_array").sees_scope().sees_match(),
    puppet("hiera_hash").sees_scope().sees_match(),
    puppet("hiera_include").sees_scope().sees_match(),
    puppet("hocon_data"),
    puppet("import"),
    puppet("include").sees_scope().sees_match().runs_ruby(RunsRuby::Indirectly),
    puppet("index"),
    puppet("info"),
    puppet("inline_epp").sees_scope().sees_match().runs_ruby(RunsRuby::Indirectly),
    puppet("inline_template").sees_scope().sees_match().runs_ruby(RunsRuby::Template),
    context_method("interpolate").sees_scope().sees_match(),
    puppet("join").pure().returns(Ty::String, &[Any], 1),
    puppet("json_data"),
    puppet("keys").pure().escapes(Escapes::Items),
    puppet("length").pure().intrinsic(Intrinsic::Size)
        .escapes(Escapes::Nothing).returns(Ty::Integer, &[Any], 0).bounds(0, u32::MAX as i64),
    puppet("lest").iteration(Iteration::Lest),
    puppet("lookup").sees_scope().sees_match(),
    puppet("lstrip").pure().returns(Ty::String, &[String], 0),
    puppet("map").pure().iteration(Iteration::Map).ends_at_break(),
    puppet("match"),
    puppet("max").intrinsic(Intrinsic::Max).returns_one_of(&[Number], usize::MAX, Number),
    puppet("md5"),
    puppet("min").intrinsic(Intrinsic::Min).returns_one_of(&[Number], usize::MAX, Number),
    puppet("module_directory"),
    puppet("new"),
    puppet("next").pure().jump(Leave::Next, 1),
    puppet("notice"),
    stdlib("os_version_gte").sees_scope(),
    puppet("partition").iteration(Iteration::Partition),
    puppet("puppetdb_query"),
    puppet("realize"),
    puppet("reduce").pure().iteration(Iteration::Reduce).ends_at_break(),
    puppet("regsubst").returns(Ty::String, &[String], usize::MAX),
    puppet("require").sees_scope().sees_match().runs_ruby(RunsRuby::Indirectly),
    puppet("return").jump(Leave::Return, 1),
    puppet("reverse_each").iteration(Iteration::ReverseEach).ends_at_break()
        .returns(Ty::Strided, &[Counted], 0),
    puppet("round").pure(),
    puppet("rstrip").pure().returns(Ty::String, &[String], 0),
    puppet("scanf"),
    puppet("sha1"),
    puppet("sha256"),
    puppet("shellquote"),
    puppet("size").pure().intrinsic(Intrinsic::Size)
        .escapes(Escapes::Nothing).returns(Ty::Integer, &[Any], 0).bounds(0, u32::MAX as i64),
    puppet("slice").iteration(Iteration::Slice).ends_at_break(),
    puppet("sort"),
    puppet("split").pure().returns(Ty::Array, &[String], usize::MAX),
    puppet("sprintf"),
    stdlib("stdlib::has_interface_with").sees_scope(),
    stdlib("stdlib::os_version_gte").sees_scope(),
    puppet("step").iteration(Iteration::Step).ends_at_break()
        .returns(Ty::Strided, &[Counted, Any], 0),
    puppet("strftime"),
    puppet("strip").pure().returns(Ty::String, &[String], 0),
    puppet("tag"),
    puppet("tagged"),
    puppet("template").sees_scope().sees_match().runs_ruby(RunsRuby::Template),
    puppet("then").iteration(Iteration::Then),
    puppet("tree_each").ends_at_break(),
    puppet("type"),
    puppet("unique").pure(),
    puppet("unwrap"),
    puppet("upcase").pure().returns(Ty::String, &[String], 0),
    puppet("values").pure().escapes(Escapes::Items),
    puppet("versioncmp"),
    puppet("warning"),
    puppet("with").iteration(Iteration::With),
    puppet("yaml_data"),
];

/// Begins the row of a function of Puppet itself, which runs no function of another file.
const fn puppet(name: &'static str) -> FunctionFacts {
    FunctionFacts {
        stays: true,
        ..named(name, Origin::Puppet)
    }
}

/// Begins the row of a function of the module stdlib.
const fn stdlib(name: &'static str) -> FunctionFacts {
    named(name, Origin::Stdlib)
}

/// Begins the row of a method of the lookup context.
const fn context_method(name: &'static str) -> FunctionFacts {
    named(name, Origin::LookupContext)
}

const fn named(name: &'static str, origin: Origin) -> FunctionFacts {
    FunctionFacts {
        name,
        origin,
        ..UNKNOWN
    }
}

impl FunctionFacts {
    const fn sees_scope(self) -> FunctionFacts {
        FunctionFacts {
            sees_scope: true,
            ..self
        }
    }

    const fn sees_match(self) -> FunctionFacts {
        FunctionFacts {
            sees_match: true,
            ..self
        }
    }

    const fn calls_elsewhere(self) -> FunctionFacts {
        FunctionFacts {
            stays: false,
            ..self
        }
    }

    const fn runs_ruby(self, runs_ruby: RunsRuby) -> FunctionFacts {
        FunctionFacts { runs_ruby, ..self }
    }

    const fn pure(self) -> FunctionFacts {
        FunctionFacts {
            is_pure: true,
            ..self
        }
    }

    const fn jump(self, leave: Leave, arguments_max: usize) -> FunctionFacts {
        let jump = Some(Jump {
            leave,
            arguments_max,
        });
        FunctionFacts { jump, ..self }
    }

    const fn iteration(self, iteration: Iteration) -> FunctionFacts {
        FunctionFacts {
            iteration: Some(iteration),
            ..self
        }
    }

    const fn ends_at_break(self) -> FunctionFacts {
        FunctionFacts {
            ends_at_break: true,
            ..self
        }
    }

    const fn intrinsic(self, intrinsic: Intrinsic) -> FunctionFacts {
        FunctionFacts {
            intrinsic: Some(intrinsic),
            ..self
        }
    }

    const fn escapes(self, escapes: Escapes) -> FunctionFacts {
        FunctionFacts { escapes, ..self }
    }

    /// Sets the type of the result for listed types of arguments. `more_max` arguments of any types
    /// may follow.
    const fn returns(self, ty: Ty, arguments: &'static [Takes], more_max: usize) -> FunctionFacts {
        self.returns_of(ty, arguments, more_max, Any)
    }

    /// Sets the type of the result for listed types of arguments. `more_max` arguments with the
    /// types of `more` may follow.
    const fn returns_of(
        self,
        ty: Ty,
        arguments: &'static [Takes],
        more_max: usize,
        more: Takes,
    ) -> FunctionFacts {
        let returns = Some(Returns {
            ty: Some(ty),
            arguments,
            more_max,
            more,
        });
        FunctionFacts { returns, ..self }
    }

    /// Declares that the result is one of the arguments.
    const fn returns_one_of(
        self,
        arguments: &'static [Takes],
        more_max: usize,
        more: Takes,
    ) -> FunctionFacts {
        let returns = Some(Returns {
            ty: None,
            arguments,
            more_max,
            more,
        });
        FunctionFacts { returns, ..self }
    }

    const fn bounds(self, min: i64, max: i64) -> FunctionFacts {
        let bounds = Range { min, max };
        FunctionFacts { bounds, ..self }
    }
}
