//! Owns the table of operations: for each its mnemonic and its operands, in the order of their
//! notation.
//!
//! The type of an operand decides its notation ([`Field`]); `form(name)` names a module of
//! [`super::field`] where the type is not enough (numbers of constants and slots).

use super::field::{Field, Printer, constant, construct, slot, slot_reference};
use super::reader::{Read, Reader};
use crate::op::Op;

/// Prints one operand.
macro_rules! print_operand {
    ($out:ident, $name:ident) => {
        Field::print($name, $out)
    };
    ($out:ident, $form:ident $name:ident) => {
        $form::print($name, $out)
    };
    ($out:ident, $form:ident $first:ident $second:ident) => {
        $form::print(($first, $second), $out)
    };
}

/// Reads one operand into a variable of its name.
macro_rules! parse_operand {
    ($reader:ident, $name:ident) => {
        let $name = Field::parse($reader)?;
    };
    ($reader:ident, $form:ident $name:ident) => {
        let $name = $form::parse($reader)?;
    };
    ($reader:ident, $form:ident $first:ident $second:ident) => {
        let ($first, $second) = $form::parse($reader)?;
    };
}

macro_rules! operations {
    ($(
        $word:literal $op:ident $( ( $($place:ident),* ) )? $( { $($field:ident),* } )?
        $( : $( $first:ident $( ( $($name:ident),+ ) )? ),+ )? ;
    )*) => {
        /// The mnemonics of operations, with the names of their variants.
        pub const MNEMONICS: &[(&str, &str)] = &[$( ($word, stringify!($op)) ),*];

        /// Prints an operation.
        pub fn print(op: &Op, out: &mut Printer<'_>) {
            match op {
                $(
                    Op::$op $( ( $($place),* ) )? $( { $($field),* } )? => {
                        out.word($word);
                        $( $(
                            out.separate();
                            print_operand!(out, $first $( $($name)+ )?);
                        )+ )?
                    }
                )*
            }
        }

        /// Reads the operands of the operation that is written as `word`.
        pub fn parse(word: &str, reader: &mut Reader<'_>) -> Read<Op> {
            match word {
                $(
                    $word => {
                        let mut _comma = "";
                        $( $(
                            reader.expect(_comma)?;
                            _comma = ",";
                            parse_operand!(reader, $first $( $($name)+ )?);
                        )+ )?
                        Ok(Op::$op $( ( $($place),* ) )? $( { $($field),* } )?)
                    }
                )*
                _ => reader.problem(format!("there is no operation `{word}`")),
            }
        }
    };
}

operations! {
    // values and variables
    "const" Const(index): constant(index);
    "load" LoadSlot { depth, slot }: slot_reference(depth, slot);
    "store" StoreSlot { slot, value }: slot(slot), value;
    "assign" AssignMany { pattern, value }: pattern, value;
    "part" Part { value, index, count, key, key_at }: value, index, count, constant(key), key_at;
    "variable" LoadVariable(name): name;
    "match" LoadMatch(group): group;
    "push_match" PushMatch;
    "pop_match" PopMatch(pushed): pushed;
    "reassign" Reassign(name): name;
    // operators
    "negate" Negate(value): value;
    "not" Not(value): value;
    "to_boolean" ToBoolean(value): value;
    "is_undef" IsUndef(value): value;
    "unfold" Unfold(value): value;
    "binary" Binary { op, left, right }: op, left, right;
    "array" Array(items): items;
    "hash" Hash(entries): entries;
    "concat" Concat(parts): parts;
    "check_text" CheckText { syntax, text }: constant(syntax), text;
    "access" Access { left, keys }: left, keys;
    // types, calls, lambdas
    "type_expr" TypeExpr(inner): inner;
    "type" TypeName(name): name;
    "call" Call { name, arguments, block, form }: form, name, arguments, block;
    "call_type" CallType { callee, arguments, block, form }: form, callee, arguments, block;
    "call_computed" CallComputed { arguments, inner, captures, form, catches }: form, arguments, inner, captures, catches;
    "broke" Broke;
    "closure" Closure { inner, captures }: inner, captures;
    // inlined iteration
    "iter_begin" IterBegin { name, arguments, lambda, yields, form, fresh }: form, name, arguments, lambda, yields, fresh;
    "iter_more" IterMore { iter, index }: iter, index;
    "iter_key" IterKey { iter, index }: iter, index;
    "iter_get" IterGet { iter, index, yields }: iter, index, yields;
    "iter_next" IterNext(index): index;
    "iter_end" IterEnd(iter): iter;
    "attempt" Attempt { over, entries, inner, captures }: over, entries, inner, captures;
    "list_begin" ListBegin(like): like;
    "list_push" ListPush { list, value }: list, value;
    "list_keep" ListKeep { list, iter, index, yields }: list, iter, index, yields;
    "list_end" ListEnd { list, kept }: list, kept;
    "group" Group { over, results }: over, results;
    "check_parameters" CheckParameters { lambda, values, form }: form, lambda, values;
    // options
    "option_matches" OptionMatches { option, splat, control }: option, splat, control;
    "no_match" NoMatch(control): control;
    // resources
    "check_resource_type" CheckResourceType { operand, referred }: operand, referred;
    "check_export" CheckExport { collects }: collects;
    "check_titles" CheckTitles(titles): titles;
    "check_attributes" CheckAttributes(attributes): attributes;
    "check_attribute" CheckAttribute(attribute): attribute;
    "check_collected" CheckCollected { type_ref, exported }: type_ref, exported;
    "check_tag" CheckTag { name, value, exported }: name, value, exported;
    "illegal_query" IllegalQuery { exported, construct }: exported, construct(construct);
    "resource" Resource { form, type_name, bodies }: form, type_name, bodies;
    "resource_defaults" ResourceDefaults { type_ref, attributes }: type_ref, attributes;
    "resource_override" ResourceOverride { references, attributes }: references, attributes;
    "collect" Collect { type_ref, exported, query, attributes }: type_ref, exported, query, attributes;
    "relate" Relate { op, left, right }: op, left, right;
    // templates
    "render_text" RenderText(index): constant(index);
    "render" Render(value): value;
}
