//! Generates functions written in Ruby.

use super::{EnvironmentGenerator, Form, Function, Kind};

impl EnvironmentGenerator<'_, '_> {
    /// Makes the text of a function in Ruby.
    pub(super) fn ruby_function(&mut self, function: &Function) -> String {
        match function.form {
            Form::RubyThree => self.ruby_three(function),
            _ => self.ruby_four(function),
        }
    }

    fn ruby_four(&mut self, function: &Function) -> String {
        let mut text = format!(
            "Puppet::Functions.create_function(:'{}') do\n",
            function.name
        );
        let names: Vec<String> = (0..function.parameters.len())
            .map(|at| format!("a{at}"))
            .collect();
        let bare = self.choices.chance(5);
        if !bare {
            text.push_str("  dispatch :run do\n");
            for (kind, name) in function.parameters.clone().into_iter().zip(&names) {
                let constraint = self.constraint_of(kind);
                text.push_str(&format!("    param {}, :{name}\n", ruby_text(&constraint)));
            }
            if self.choices.chance(4) {
                text.push_str("    optional_param 'Integer', :extra\n");
            }
            if self.choices.chance(4) {
                text.push_str("    optional_block_param\n");
            }
            if self.choices.chance(3) {
                let constraint = self.constraint_of(function.result);
                text.push_str(&format!("    return_type {}\n", ruby_text(&constraint)));
            }
            text.push_str("  end\n");
        }
        let name = function.name.rsplit("::").next().unwrap_or("run");
        let method = if bare { name } else { "run" };
        let more = if bare { "" } else { "extra = 0, &block" };
        let comma = if names.is_empty() || bare { "" } else { ", " };
        text.push_str(&format!(
            "  def {method}({}{comma}{more})\n",
            names.join(", ")
        ));
        let result = self.ruby_value(function.result, &names, &function.parameters, true);
        text.push_str(&format!("    {result}\n  end\nend\n"));
        text
    }

    fn ruby_three(&mut self, function: &Function) -> String {
        let names: Vec<String> = (0..function.parameters.len())
            .map(|at| format!("args[{at}]"))
            .collect();
        let result = self.ruby_value(function.result, &names, &function.parameters, false);
        let arity = match self.choices.below(3) {
            0 => String::new(),
            _ => format!(", :arity => {}", function.parameters.len()),
        };
        let name = &function.name;
        format!(
            "module Puppet::Parser::Functions\n  newfunction(:{name}, :type => :rvalue{arity}) do |args|\n    {result}\n  end\nend\n"
        )
    }

    // Long because there is an arm for each kind of value.
    fn ruby_value(&mut self, kind: Kind, names: &[String], kinds: &[Kind], is_new: bool) -> String {
        if self.goes_wrong() {
            let wrong = [
                "raise Puppet::ParseError, 'stop here'",
                "raise ArgumentError, 'no such thing'",
                "nil",
                "raise 'plain'",
                "nope_method",
                "call_function('nope_function', 1)",
            ];
            return (*self.choices.pick(&wrong)).to_owned();
        }
        let of = |wanted: Kind| {
            let at = kinds.iter().position(|&kind| kind == wanted)?;
            Some(names[at].clone())
        };
        let or = |wanted: Kind, other: &str| of(wanted).unwrap_or_else(|| other.to_owned());
        let all = names.join(", ");
        let scope = if is_new { "closure_scope" } else { "self" };
        let lookup = if is_new {
            "closure_scope.lookupvar('role')"
        } else {
            "lookupvar('role')"
        };
        let upcase = if is_new {
            "call_function('upcase', 'x')"
        } else {
            "function_upcase(['x'])"
        };
        let forms: Vec<String> = match kind {
            Kind::Integer => vec![
                format!("{} + 1", or(Kind::Integer, "1")),
                format!("{}.length", or(Kind::Texts, "[1]")),
                format!("[{all}].length"),
                format!("{}.sum {{ |x| x * 2 }}", or(Kind::Integers, "[3]")),
            ],
            Kind::Boolean => vec![
                format!("{}.nil?", or(Kind::Text, "nil")),
                format!("!{}", or(Kind::Boolean, "false")),
                format!("{}.include?('one')", or(Kind::Texts, "['one']")),
            ],
            Kind::Text => vec![
                format!("{}.to_s.reverse", or(Kind::Text, "'abc'")),
                format!("[{all}].inspect"),
                format!(
                    "\"#{{{scope}['facts']['os']['family']}}-#{{{}}}\"",
                    or(Kind::Integer, "1")
                ),
                format!("{lookup}.to_s"),
                upcase.to_owned(),
                format!(
                    "{}.map {{ |k, v| \"#{{k}}:#{{v}}\" }}.join(';')",
                    or(Kind::Table, "{ 'a' => 1 }")
                ),
                format!("format('%p', {})", or(Kind::Nested, "[nil, :sym.to_s]")),
            ],
            Kind::Integers => vec![
                format!("{}.map {{ |x| x + 1 }}", or(Kind::Integers, "[1]")),
                "(1..3).to_a".to_owned(),
                format!("{} + [7]", or(Kind::Integers, "[]")),
            ],
            Kind::Texts => vec![
                format!("{}.sort.reverse", or(Kind::Texts, "%w[b a]")),
                format!("{}.keys", or(Kind::Table, "{ 'k' => 1 }")),
                format!("{}.split(//)", or(Kind::Text, "'ab'")),
            ],
            Kind::Table => vec![
                format!("{}.merge('r' => 1)", or(Kind::Table, "{}")),
                "{ 'x' => 'y', 'z' => 2 }".to_owned(),
                format!("{}.each_with_index.to_h", or(Kind::Texts, "%w[p q]")),
            ],
            Kind::Nested => vec![
                format!(
                    "{{ 'on' => {}, 'list' => {}, 'n' => nil }}",
                    or(Kind::Table, "{}"),
                    or(Kind::Texts, "[]")
                ),
                format!(
                    "{}.merge('list' => ['r'])",
                    or(Kind::Nested, "{ 'on' => {} }")
                ),
            ],
        };
        self.choices.pick(&forms).clone()
    }
}

/// Returns a text as a Ruby literal.
fn ruby_text(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
