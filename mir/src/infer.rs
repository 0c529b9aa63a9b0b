//! Infers the static types of temps by walking forward from an entry until a fixed point is
//! reached.
//!
//! The analysis is optimistic: a temp has no type until a value reaches it, so loops and recursion
//! keep the types of their initial values. The caller of [`infer`] provides the types of called
//! functions.

use crate::facts;
use crate::ir::{BlockId, Function, Inner, Inst, Leave, Temp, Terminator, Ty};
use crate::op::Op;
use frontend::ast::BinaryOp;
use rubycore::alarm;

/// The inferred types of a function for one way to enter it.
pub struct Types {
    /// The type of each temp; `None` for a temp that is never reached.
    pub temps: Vec<Option<Ty>>,
    /// True for each block that can be reached.
    pub reached: Vec<bool>,
    /// The type of the function's result, including the values of `return` and `next`; `None` when
    /// the function never returns.
    pub result: Option<Ty>,
    /// True if built-in functions may be replaced, so that names of functions say nothing.
    pub replaced: bool,
}

impl Types {
    /// Returns the type of a temp.
    pub fn of(&self, temp: Temp) -> Option<Ty> {
        self.temps[temp.0 as usize]
    }
}

/// Returns the type of a call's result; `None` while the call is not known to return at all.
pub type CallTy<'a> = dyn FnMut(&Inst, &[Option<Ty>]) -> Option<Ty> + 'a;

/// Infers the types of a function that is entered at a block with the types of some temps given.
pub fn infer(
    function: &Function,
    entry: BlockId,
    given: &[(Temp, Ty)],
    call: &mut CallTy<'_>,
) -> Types {
    let mut types = Types {
        temps: vec![None; function.temps.len()],
        reached: vec![false; function.blocks.len()],
        result: None,
        replaced: false,
    };
    for (temp, ty) in given {
        types.temps[temp.0 as usize] = Some(*ty);
    }
    let is_given = |temp: Temp| given.iter().any(|(given, _)| *given == temp);
    types.reached[entry.0 as usize] = true;
    loop {
        let mut pass = Pass {
            function,
            types: &mut types,
            is_given: &is_given,
            changed: false,
        };
        for block in 0..function.blocks.len() {
            if pass.types.reached[block] {
                pass.block(block, call);
            }
        }
        if !pass.changed {
            return types;
        }
    }
}

struct Pass<'f, 't> {
    function: &'f Function,
    types: &'t mut Types,
    is_given: &'t dyn Fn(Temp) -> bool,
    changed: bool,
}

impl Pass<'_, '_> {
    fn block(&mut self, index: usize, call: &mut CallTy<'_>) {
        let block = &self.function.blocks[index];
        for inst in &block.insts {
            alarm::step();
            // no code runs after an operation without a result
            match self.inst(inst, call) {
                Some(ty) => self.join(inst.result, ty),
                None => return,
            }
        }
        match &block.terminator {
            Terminator::Jump(to, values) => {
                self.reach(*to);
                let parameters = &self.function.block(*to).parameters;
                for (parameter, value) in parameters.iter().zip(values) {
                    if let Some(ty) = self.types.of(*value) {
                        self.join(*parameter, ty);
                    }
                }
            }
            Terminator::Branch(test, yes, no) => {
                if self.types.of(*test).is_some() {
                    self.reach(*yes);
                    self.reach(*no);
                }
            }
            Terminator::Return(value)
            | Terminator::Leave(Leave::Return | Leave::Next, value, _) => {
                if let Some(ty) = self.types.of(*value) {
                    let joined = self.types.result.map_or(ty, |known| known.join(ty));
                    self.changed |= self.types.result != Some(joined);
                    self.types.result = Some(joined);
                }
            }
            Terminator::Leave(Leave::Break, ..) | Terminator::Unreachable => {}
        }
    }

    fn reach(&mut self, block: BlockId) {
        let reached = &mut self.types.reached[block.0 as usize];
        self.changed |= !*reached;
        *reached = true;
    }

    fn join(&mut self, temp: Temp, ty: Ty) {
        let known = &mut self.types.temps[temp.0 as usize];
        let joined = known.map_or(ty, |known| known.join(ty));
        self.changed |= *known != Some(joined);
        *known = Some(joined);
    }

    // Long because there is an arm for each operation.
    fn inst(&mut self, inst: &Inst, call: &mut CallTy<'_>) -> Option<Ty> {
        let mut missing = false;
        inst.op
            .operands(&mut |t| missing |= self.types.of(t).is_none());
        if missing {
            return None;
        }
        let ty = |temp: Temp| self.types.of(temp).unwrap_or(Ty::Any);
        Some(match &inst.op {
            Op::Const(index) => self.function.constants[*index as usize].ty(),
            Op::StoreSlot { value, .. } | Op::AssignMany { value, .. } => ty(value.temp),
            Op::CheckText { text, .. } => ty(text.temp),
            Op::Part { value, .. } => ty(value.temp).item(),
            Op::Negate(value) => match ty(value.temp) {
                Ty::Integer if self.function.is_constant(value.temp) => Ty::Integer,
                Ty::Float => Ty::Float,
                _ => Ty::Any,
            },
            Op::Binary { op, left, right } => binary(*op, ty(left.temp), ty(right.temp)),
            Op::Access { left, keys } => {
                let whole = keys.len() == 2
                    && keys
                        .iter()
                        .all(|k| !k.splat && ty(k.value.temp) == Ty::Integer);
                if whole && self.type_name(left.temp) == Some("Integer") {
                    Ty::Range
                } else {
                    Ty::Any
                }
            }
            Op::TypeExpr(inner) if is_range(self.function, *inner) => Ty::Range,
            Op::IterBegin {
                name,
                arguments,
                fresh,
                ..
            } => {
                let facts = facts::of(name.as_str());
                match ty(arguments[0].temp) {
                    Ty::Range | Ty::Integer if facts.gives_iterator() => Ty::Strided,
                    _ if facts.gives_iterator() => Ty::Any,
                    _ if facts.makes_iterable() => Ty::Array,
                    Ty::Range | Ty::Strided if facts.takes_collections() => Ty::Any,
                    Ty::Strided if *fresh => Ty::Strided,
                    Ty::Integer if !facts.takes_collections() => Ty::Strided,
                    known @ (Ty::Range | Ty::Array | Ty::Integers | Ty::Floats | Ty::Hash) => known,
                    _ => Ty::Any,
                }
            }
            Op::Array(items) if !items.is_empty() && items.iter().all(|i| !i.splat) => {
                let items = items.iter().map(|i| ty(i.value.temp));
                Ty::array_of(items.reduce(Ty::join).unwrap_or(Ty::Any))
            }
            Op::IterGet { iter, .. } => element(ty(*iter)),
            Op::IterKey { iter, .. } if ty(*iter).counts() || ty(*iter).is_array() => Ty::Integer,
            Op::ListEnd { list, kept } => {
                // items collected before a function is entered in its middle are unknown
                let items = |ty: Ty| match (self.is_given)(*list) {
                    true => Ty::Array,
                    false => Ty::array_of(ty),
                };
                match kept {
                    None => items(self.pushed(*list)),
                    Some((iter, _)) if ty(*iter) == Ty::Hash => Ty::Hash,
                    Some((iter, _)) if ty(*iter).counts() || ty(*iter).is_array() => {
                        items(element(ty(*iter)))
                    }
                    Some(_) => Ty::Any,
                }
            }
            // a conversion with any other result is an error; Integers may be beyond 64 bits
            Op::CallType {
                callee,
                arguments,
                block: None,
                ..
            } => match self.type_name(callee.temp) {
                Some("Integer")
                    if let [from] = &arguments[..]
                        && !from.splat
                        && ty(from.value.temp) == Ty::Integer =>
                {
                    Ty::Integer
                }
                Some("Float") => Ty::Float,
                Some("Boolean") => Ty::Boolean,
                Some("String") => Ty::String,
                _ => Ty::Any,
            },
            Op::Call { arguments, .. } => {
                let list: Vec<Option<Ty>> = arguments
                    .iter()
                    .map(|a| self.types.of(a.value.temp))
                    .collect();
                return call(inst, &list);
            }
            Op::Reassign(_) | Op::NoMatch(_) => return None,
            other => other.result_ty(self.function),
        })
    }

    /// Returns the type of all values that are added to a list.
    fn pushed(&self, list: Temp) -> Ty {
        let insts = self.function.blocks.iter().flat_map(|b| &b.insts);
        let pushed = insts.filter_map(|inst| match inst.op {
            Op::ListPush { list: to, value } if to == list => self.types.of(value),
            _ => None,
        });
        pushed.reduce(Ty::join).unwrap_or(Ty::Any)
    }

    /// Returns the name of the type that a temp always holds.
    fn type_name(&self, temp: Temp) -> Option<&'static str> {
        let mut insts = self.function.blocks.iter().flat_map(|b| &b.insts);
        match insts.find(|i| i.result == temp)?.op {
            Op::TypeName(name) => Some(name.as_str()),
            _ => None,
        }
    }
}

/// Returns the type of the elements of an iterated value.
fn element(iter: Ty) -> Ty {
    match iter {
        Ty::Range | Ty::Strided => Ty::Integer,
        other => other.item(),
    }
}

fn binary(op: BinaryOp, left: Ty, right: Ty) -> Ty {
    use BinaryOp::*;
    match op {
        Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual | Match | NotMatch | In
        | And | Or => Ty::Boolean,
        Plus | Minus | Times | Divide => match (left, right) {
            (Ty::Integer, Ty::Integer) => Ty::Integer,
            (Ty::Float, number) | (number, Ty::Float) if number.is_number() => Ty::Float,
            // a result beyond 64 bits is an error
            (left, right) if left.is_number() && right.is_number() => Ty::Numeric,
            (left, right) if op == Plus && left.is_array() => match right {
                // the items of the sum are those of both, or of the left side and the right one itself
                right if left == right || left.item() == right => left,
                _ => Ty::Array,
            },
            _ => Ty::Any,
        },
        LeftShift if left.is_array() => Ty::Array,
        Modulo | LeftShift | RightShift => match (left, right) {
            (Ty::Integer, Ty::Integer) => Ty::Integer,
            _ => Ty::Any,
        },
    }
}

/// Returns true if a literal type is a range of integers with both ends.
fn is_range(function: &Function, inner: Inner) -> bool {
    let thunk = &function.inner[inner.0 as usize];
    let [block] = &thunk.blocks[..] else {
        return false;
    };
    let Some(Inst {
        op: Op::Access { left, keys },
        ..
    }) = block.insts.last()
    else {
        return false;
    };
    let definition_of = |temp: Temp| block.insts.iter().find(|i| i.result == temp).map(|i| &i.op);
    let number = |temp: Temp| match definition_of(temp) {
        Some(Op::Const(index)) => thunk.constants[*index as usize].ty() == Ty::Integer,
        Some(Op::Negate(value)) => matches!(definition_of(value.temp), Some(Op::Const(index))
            if thunk.constants[*index as usize].ty() == Ty::Integer),
        _ => false,
    };
    let integer =
        matches!(definition_of(left.temp), Some(Op::TypeName(name)) if name.as_str() == "Integer");
    integer && keys.len() == 2 && keys.iter().all(|k| !k.splat && number(k.value.temp))
}

impl Op {
    /// Returns the static type of the result.
    // Long because there is an arm for each operation.
    pub fn result_ty(&self, function: &Function) -> Ty {
        use BinaryOp::*;
        let ty = |temp: Temp| function.temps[temp.0 as usize];
        match self {
            Op::Const(index) => function.constants[*index as usize].ty(),
            Op::StoreSlot { value, .. } | Op::AssignMany { value, .. } => ty(value.temp),
            Op::Part { value, .. } => ty(value.temp).item(),
            Op::Not(_)
            | Op::ToBoolean(_)
            | Op::OptionMatches { .. }
            | Op::IsUndef(_)
            | Op::Broke
            | Op::IterMore { .. } => Ty::Boolean,
            Op::IterNext(_) | Op::ListBegin(_) | Op::PushMatch => Ty::Integer,
            // the negation of the least Integer needs more than 64 bits
            Op::Negate(value) => match ty(value.temp) {
                Ty::Integer if function.is_constant(value.temp) => Ty::Integer,
                Ty::Float => Ty::Float,
                _ => Ty::Any,
            },
            Op::Binary { op, left, right } => match op {
                Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual | Match | NotMatch
                | In | And | Or => Ty::Boolean,
                Plus | Minus | Times | Divide | Modulo => match (ty(left.temp), ty(right.temp)) {
                    (Ty::Integer, Ty::Integer) => Ty::Integer,
                    (Ty::Float, Ty::Integer | Ty::Float) | (Ty::Integer, Ty::Float) => Ty::Float,
                    _ => Ty::Any,
                },
                LeftShift | RightShift => match (ty(left.temp), ty(right.temp)) {
                    (Ty::Integer, Ty::Integer) => Ty::Integer,
                    (Ty::Array, _) => Ty::Array,
                    _ => Ty::Any,
                },
            },
            Op::Unfold(_) | Op::Array(_) | Op::Resource { .. } => Ty::Array,
            Op::Hash(_) | Op::Group { .. } => Ty::Hash,
            Op::Concat(_) => Ty::String,
            Op::CheckText { text, .. } => ty(text.temp),
            Op::TypeName(_) => Ty::Type,
            Op::Closure { .. } => Ty::Callable,
            Op::ListEnd { kept: None, .. } => Ty::Array,
            Op::PopMatch(_)
            | Op::IterEnd(_)
            | Op::ListPush { .. }
            | Op::ListKeep { .. }
            | Op::CheckParameters { .. }
            | Op::CheckTitles(_)
            | Op::CheckAttributes(_)
            | Op::CheckAttribute(_)
            | Op::CheckResourceType { .. }
            | Op::CheckExport { .. }
            | Op::CheckCollected { .. }
            | Op::CheckTag { .. }
            | Op::IllegalQuery { .. }
            | Op::RenderText(_)
            | Op::Render(_) => Ty::Undef,
            Op::LoadSlot { .. }
            | Op::LoadVariable(_)
            | Op::LoadMatch(_)
            | Op::Reassign(_)
            | Op::Attempt { .. }
            | Op::IterBegin { .. }
            | Op::IterKey { .. }
            | Op::IterGet { .. }
            | Op::ListEnd { .. }
            | Op::Access { .. }
            | Op::TypeExpr(_)
            | Op::Call { .. }
            | Op::CallType { .. }
            | Op::CallComputed { .. }
            | Op::NoMatch(_)
            | Op::ResourceDefaults { .. }
            | Op::ResourceOverride { .. }
            | Op::Collect { .. }
            | Op::Relate { .. } => Ty::Any,
        }
    }
}
