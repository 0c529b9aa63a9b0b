//! Generates modules: type aliases, functions, defines and classes.

use super::body::Body;
use super::{Alias, Class, Define, EnvironmentGenerator, Form, Function, Kind, Parameter};

impl EnvironmentGenerator<'_, '_> {
    pub(super) fn declare_aliases(&mut self) {
        for _ in 0..self.choices.below(3) {
            let (_, module) = self.module();
            let kind = self.kind();
            let constraint = self.constraint_of(kind);
            let name = self.fresh("T");
            let module = module[..1].to_uppercase() + &module[1..];
            self.aliases.push(Alias {
                name: format!("{module}::{name}"),
                kind,
                constraint,
            });
        }
    }

    /// Returns a type that accepts the values of a kind.
    pub(super) fn constraint_of(&mut self, kind: Kind) -> String {
        if self.goes_wrong() {
            return (*self.choices.pick(&[
                "Float",
                "Nope::Type",
                "Enum['z']",
                "Integer[500]",
                "Boolean",
            ]))
            .to_owned();
        }
        if self.choices.chance(3)
            && let Some(alias) = self.aliases.iter().rfind(|alias| alias.kind == kind)
        {
            return alias.name.clone();
        }
        let forms: &[&str] = match kind {
            Kind::Integer => &[
                "Integer",
                "Numeric",
                "Integer[default, 99999]",
                "Optional[Integer]",
                "Variant[String, Integer]",
            ],
            Kind::Text => &[
                "String",
                "Scalar",
                "Optional[String]",
                "Variant[Enum['one'], String]",
                "Pattern[/.*/]",
            ],
            Kind::Boolean => &["Boolean", "Data", "Optional[Boolean]"],
            Kind::Integers => &[
                "Array[Integer]",
                "Array",
                "Array[Integer, 0]",
                "Iterable[Integer]",
            ],
            Kind::Texts => &[
                "Array[String]",
                "Array[Scalar]",
                "Variant[String, Array[String]]",
                "Collection",
            ],
            Kind::Table => &[
                "Hash[String, Scalar]",
                "Hash",
                "Hash[String, Variant[String, Integer]]",
                "Struct[{ Optional['a'] => Scalar, Optional['b'] => Scalar, Optional['port'] => Scalar, Optional['c'] => Any, Optional['7'] => Any, Optional['x'] => Any, Optional['z'] => Any, Optional['r'] => Any }]",
            ],
            Kind::Nested => &[
                "Hash",
                "Hash[Variant[String, Integer], Any]",
                "Any",
                "NotUndef",
            ],
        };
        (*self.choices.pick(forms)).to_owned()
    }

    pub(super) fn declare_functions(&mut self) {
        for _ in 0..self.choices.below(5) {
            let (_, module) = self.module();
            let name = self.fresh("f");
            let form = *self.choices.pick(&[
                Form::Puppet,
                Form::Puppet,
                Form::Puppet,
                Form::Puppet,
                Form::Ruby,
                Form::RubyThree,
            ]);
            let name = match form {
                Form::RubyThree => format!("{module}_{name}"),
                _ => format!("{module}::{name}"),
            };
            let parameters = (0..self.choices.below(4)).map(|_| self.kind()).collect();
            let result = self.kind();
            self.functions.push(Function {
                name,
                parameters,
                result,
                form,
            });
        }
    }

    pub(super) fn write_functions(&mut self) {
        for alias in self.aliases.clone() {
            let path = path_of(&alias.name.to_lowercase(), "types", "pp");
            self.file(
                path,
                format!("type {} = {}\n", alias.name, alias.constraint),
            );
        }
        for (at, function) in self.functions.clone().into_iter().enumerate() {
            let (path, text) = match function.form {
                Form::Puppet => (
                    path_of(&function.name, "functions", "pp"),
                    self.function(at, &function),
                ),
                Form::Ruby => {
                    let (module, name) = function.name.split_once("::").unwrap_or_default();
                    let path = format!("modules/{module}/lib/puppet/functions/{module}/{name}.rb");
                    (path, self.ruby_function(&function))
                }
                Form::RubyThree => {
                    let module = function.name.split_once('_').unwrap_or_default().0;
                    let path = format!(
                        "modules/{module}/lib/puppet/parser/functions/{}.rb",
                        function.name
                    );
                    (path, self.ruby_function(&function))
                }
            };
            self.file(path, text);
        }
    }

    fn function(&mut self, at: usize, function: &Function) -> String {
        let mut parameters = Vec::new();
        let mut variables = Vec::new();
        for &kind in &function.parameters {
            let name = self.fresh("a");
            let constraint = match self.choices.chance(3) {
                true => String::new(),
                false => self.constraint_of(kind) + " ",
            };
            variables.push((name.clone(), kind));
            parameters.push(format!("{constraint}${name}"));
        }
        if self.choices.chance(4) {
            parameters.push(format!("Integer $extra = {}", self.literal(Kind::Integer)));
        }
        let returns = match self.choices.chance(3) {
            true => format!(" >> {}", self.constraint_of(function.result)),
            false => String::new(),
        };
        let body = Body {
            variables,
            functions: at,
            first_define: self.defines.len(),
            depth: 2,
            ..Body::default()
        };
        let head = format!(
            "function {}({}){returns} {{",
            function.name,
            parameters.join(", ")
        );
        let body = self.in_body(body, |maker| {
            maker.block(&head, "}", |maker| {
                for _ in 0..maker.choices.below(3) {
                    maker.statement();
                }
                let result = maker.expression(function.result);
                let line = match maker.choices.below(4) {
                    0 => format!("return({result})"),
                    // parentheses, because a hash would be parsed as a block
                    _ => format!("({result})"),
                };
                maker.body.line(&line);
            });
        });
        body.text
    }

    fn parameters(&mut self, most: usize) -> Vec<Parameter> {
        let count = self.choices.below(most);
        let parameter = |maker: &mut Self| {
            let kind = maker.kind();
            let constraint = match maker.choices.chance(4) {
                true => String::new(),
                false => maker.constraint_of(kind),
            };
            Parameter {
                name: maker.fresh("p"),
                kind,
                constraint,
                has_default: maker.choices.chance(2),
            }
        };
        (0..count).map(|_| parameter(self)).collect()
    }

    /// Makes the head of a class or a define.
    fn head(&mut self, head: &str, parameters: &[Parameter], parent: Option<&str>) -> String {
        let inherits = parent.map_or_else(String::new, |parent| format!(" inherits {parent}"));
        if parameters.is_empty() {
            return format!("{head}{inherits} {{");
        }
        let mut lines = Vec::new();
        for parameter in parameters {
            let blank = if parameter.constraint.is_empty() {
                ""
            } else {
                " "
            };
            let mut line = format!("  {}{blank}${}", parameter.constraint, parameter.name);
            if parameter.has_default {
                let known = self.body.variables.clone();
                self.body.is_scope = true;
                line += &format!(" = {}", self.expression(parameter.kind));
                self.body.variables = known;
            }
            // later defaults may use the parameter
            self.body
                .variables
                .push((parameter.name.clone(), parameter.kind));
            lines.push(line + ",");
        }
        format!("{head}(\n{}\n){inherits} {{", lines.join("\n"))
    }

    pub(super) fn declare_defines(&mut self) {
        for _ in 0..self.choices.below(4) {
            let (_, module) = self.module();
            let name = self.fresh("d");
            let nested = *self.choices.pick(&["", "", "sub::"]);
            let parameters = self.parameters(4);
            self.defines.push(Define {
                name: format!("{module}::{nested}{name}"),
                parameters,
            });
        }
    }

    pub(super) fn write_defines(&mut self) {
        for (at, define) in self.defines.clone().into_iter().enumerate() {
            let body = Body {
                suffix: "-${title}".to_owned(),
                first_define: at + 1,
                functions: self.functions.len(),
                declares: true,
                depth: 3,
                ..Body::default()
            };
            let body = self.in_body(body, |maker| {
                let head = maker.head(&format!("define {}", define.name), &define.parameters, None);
                maker.body.is_scope = true;
                maker.block(&head, "}", |maker| maker.statements(5));
            });
            self.file(path_of(&define.name, "manifests", "pp"), body.text);
        }
    }

    pub(super) fn declare_classes(&mut self) {
        for module in self.modules.clone() {
            let count = 1 + self.choices.below(3);
            for number in 0..count {
                let name = match number {
                    0 => module.clone(),
                    _ => format!("{module}::{}", ["config", "service", "params"][number % 3]),
                };
                let parameters = self.parameters(4);
                let parent = match self.choices.chance(4) {
                    true => self.index(self.classes.len()),
                    false => None,
                };
                let variables = parameters
                    .iter()
                    .map(|p| (p.name.clone(), p.kind))
                    .collect();
                self.classes.push(Class {
                    name,
                    parameters,
                    parent,
                    variables,
                    resources: Vec::new(),
                });
            }
        }
    }

    pub(super) fn write_classes(&mut self) {
        for at in 0..self.classes.len() {
            let class = self.classes[at].clone();
            let parent = class.parent.map(|parent| self.classes[parent].clone());
            let mut body = Body {
                functions: self.functions.len(),
                declares: true,
                depth: 3,
                ..Body::default()
            };
            if let (Some(parent), Some(index)) = (&parent, class.parent) {
                body.variables.clone_from(&parent.variables);
                body.resources.clone_from(&parent.resources);
                body.included.push(index);
            }
            let mut made = (Vec::new(), Vec::new());
            let body = self.in_body(body, |maker| {
                let name = parent.as_ref().map(|parent| parent.name.as_str());
                let head = maker.head(&format!("class {}", class.name), &class.parameters, name);
                maker.body.is_scope = true;
                maker.block(&head, "}", |maker| {
                    if let Some(parent) = &parent {
                        maker.inherited(parent);
                    }
                    maker.statements(6);
                    made = (maker.body.variables.clone(), maker.body.resources.clone());
                });
            });
            (self.classes[at].variables, self.classes[at].resources) = made;
            self.file(path_of(&class.name, "manifests", "pp"), body.text);
        }
    }

    /// Writes overrides of resources that the parent class declares.
    fn inherited(&mut self, parent: &Class) {
        let Some(at) = self.index(parent.resources.len()) else {
            return;
        };
        let reference = parent.resources[at].clone();
        if let Some(attribute) = self.attribute_of(&reference) {
            let operator = *self.choices.pick(&["=>", "=>", "+>"]);
            self.body.line(&format!(
                "{reference} {{ {} }}",
                attribute.replacen("=>", operator, 1)
            ));
        }
    }
}

/// Returns the file of the definition with this name.
fn path_of(name: &str, folder: &str, form: &str) -> String {
    let mut segments = name.split("::");
    let module = segments.next().unwrap_or_default();
    let rest: Vec<&str> = segments.collect();
    match rest.is_empty() {
        true => format!("modules/{module}/{folder}/init.{form}"),
        false => format!("modules/{module}/{folder}/{}.{form}", rest.join("/")),
    }
}
