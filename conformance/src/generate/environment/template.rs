//! Generates templates and files of modules.

use super::body::Body;
use super::{EnvironmentGenerator, Kind, Template};

impl EnvironmentGenerator<'_, '_> {
    pub(super) fn declare_templates(&mut self) {
        let count = self.choices.below(4);
        for _ in 0..count {
            let (_, module) = self.module();
            let form = *self.choices.pick(&["epp", "erb", "txt"]);
            let name = self.fresh("t");
            let mut parameters = Vec::new();
            if form == "epp" {
                for _ in 0..self.choices.below(3) {
                    parameters.push((self.fresh("p"), self.kind()));
                }
            }
            self.templates.push(Template {
                name: format!("{module}/{name}.{form}"),
                parameters,
            });
        }
    }

    pub(super) fn write_templates(&mut self) {
        for template in self.templates.clone() {
            let (module, file) = template.name.split_once('/').unwrap_or_default();
            let (folder, text) = match file.rsplit_once('.').map_or("", |(_, form)| form) {
                "epp" => ("templates", self.epp(&template)),
                "erb" => ("templates", self.erb()),
                _ => (
                    "files",
                    self.choices
                        .pick(&["plain\n", "", "é\r\n", "%{x} <%= 1 %>\n"])
                        .to_string(),
                ),
            };
            self.file(format!("modules/{module}/{folder}/{file}"), text);
        }
    }

    fn epp(&mut self, template: &Template) -> String {
        let body = Body {
            variables: template.parameters.clone(),
            functions: self.functions.len(),
            ..Body::default()
        };
        let mut text = String::new();
        if !template.parameters.is_empty() {
            let parameters: Vec<String> = template
                .parameters
                .iter()
                .map(|(name, kind)| match self.choices.below(3) {
                    0 => format!("${name}"),
                    1 => format!("{} ${name}", self.constraint_of(*kind)),
                    _ => format!(
                        "{} ${name} = {}",
                        self.constraint_of(*kind),
                        self.literal(*kind)
                    ),
                })
                .collect();
            text = format!("<%- | {} | -%>\n", parameters.join(", "));
        }
        self.in_body(body, |maker| {
            for _ in 0..1 + maker.choices.below(4) {
                let kind = maker.kind();
                let line = match maker.choices.below(6) {
                    0 => format!("line <%= {} %>\n", maker.expression(kind)),
                    1 => "<%# a comment -%>\nplain <%% text\n".to_owned(),
                    2 => format!(
                        "<% {}.each |$i, $x| {{ -%>\n  - <%= $i %>: <%= $x %>\n<% }} -%>\n",
                        maker.expression(Kind::Texts)
                    ),
                    3 => format!(
                        "<%- if {} {{ -%>\nyes\n<%- }} else {{ -%>\nno\n<%- }} -%>\n",
                        maker.expression(Kind::Boolean)
                    ),
                    4 => {
                        let name = maker.fresh("v");
                        let value = maker.expression(kind);
                        maker.body.variables.push((name.clone(), kind));
                        format!("<% ${name} = {value} %>[<%= ${name} -%>\n]\n")
                    }
                    _ => "<%= $facts['os']['name'] %> <%= $trusted['certname'] -%>\n".to_owned(),
                };
                text.push_str(&line);
            }
        });
        text
    }

    fn erb(&mut self) -> String {
        let lines = [
            "<%= @facts['os']['family'] %> <%= @role %>\n",
            "<%# comment -%>\nplain\n",
            "<% [1, 2].each do |x| -%>\n* <%= x %>\n<% end -%>\n",
            "<%- if @title -%>\ntitle <%= @title %>\n<%- end -%>\n",
            "<%= scope['facts']['networking']['fqdn'] %>\n",
            "<%= scope.lookupvar('role') %>|<%= scope.lookupvar('facts').keys.first %>\n",
            "<%= @nope.inspect %> <%= @module_name %>\n",
            "<%= scope.function_upcase(['x']) %>\n",
            "<%= scope.call_function('join', [['a', 'b'], '+']) %>\n",
            "<%= { 'a' => [1, nil, :s, 2.5] }.inspect %>\n",
            "<%= instance_variables.include?(:@facts) %> <%= defined?(@name) ? @name : 'none' %>\n",
            "<%= has_variable?('role') %> <%= scope.to_hash.key?('facts') %>\n",
            "<%= classes.sort.join(',') %>\n",
            "<% v = @facts.dig('os', 'release') -%>\n<%= v['major'].to_i + 1 %>\n",
            "<%= '%05.1f' % 3.14159 %> <%= 'é'.length %> <%= __FILE__.end_with?('erb') %>\n",
        ];
        let mut text = String::new();
        for _ in 0..1 + self.choices.below(4) {
            text.push_str(self.choices.word(&lines));
        }
        if self.goes_wrong() {
            let wrong = [
                "<%= nope_method(1) %>\n",
                "<%= raise 'stop' %>\n",
                "<%= scope['nope'] %>\n",
                "<%= 1 + %>\n",
            ];
            text.push_str(self.choices.word(&wrong));
        }
        text
    }
}
