//! Generates expressions by kind.

use super::{EnvironmentGenerator, Form, Kind};

const WORDS: [&str; 12] = [
    "one",
    "two",
    "web",
    "/etc/app.conf",
    "Some Text",
    "0644",
    "a-b-c",
    "x",
    "",
    "42",
    "é",
    "it\\'s",
];
const FACTS: [&str; 9] = [
    "$facts['os']['family']",
    "$facts['networking']['hostname']",
    "$trusted['certname']",
    "$facts['role']",
    "$environment",
    "$server_facts['servername']",
    "$facts.dig('os', 'release', 'major')",
    "$role",
    "$facts.get('networking.fqdn', 'none')",
];

const INTEGERS: [&str; 12] = [
    "(<I> + <i>)",
    "(<I> * 2)",
    "size(<L>)",
    "$facts['processors']['count']",
    "(<I> - <i>)",
    "max(<I>, <i>)",
    "<T>.length",
    "Integer(\"1${size(<L>)}\", 10)",
    "<n>.reduce(0) |$memo, $x| { $memo + $x }",
    "abs(<I>)",
    "(<I> % 7)",
    "<N>.index |$x| { $x == 1 }.lest || { <i> }",
];
const BOOLEANS: [&str; 17] = [
    "<T> == <t>",
    "<i> > <I>",
    "<t> in <L>",
    "<T> =~ String[1]",
    "!<b>",
    "$facts['os']['family'] =~ /^(Red|Deb)/ and <b>",
    "defined(<R>)",
    "defined('$role')",
    "(<B> or <b>)",
    "empty(<L>)",
    "<N> =~ Array[Integer]",
    "tagged('web')",
    "defined(Class['alpha'])",
    "<L>.any |$x| { $x == <t> }",
    "<X> =~ Struct[{ 'on' => Hash, 'list' => Any }]",
    "<H> == <h>",
    "<N>.all |$i, $x| { $x >= $i }",
];
const TEXTS: [&str; 17] = [
    "<A>",
    "upcase(<T>)",
    "<T>.downcase.capitalize",
    "join(<L>, ', ')",
    "regsubst(<T>, '[aeo]', '_', 'G')",
    "sprintf('%s-%03d', <T>, <i>)",
    "String(<i>, '%#x')",
    "<T>.strip.chomp",
    "\"${<X>}\"",
    "type(<N>).then |$t| { \"${t}\" }",
    "String(<H>)",
    "<T>.lest || { 'none' }",
    "<T>[0, 3]",
    "\"${<N>} and ${!<b>}\"",
    "$facts['os'].map |$k, $v| { $k }.join('+')",
    "<L>.map |$i, $x| { \"${i}${x}\" }.join",
    "<H>.map |$k, $v| { \"${k}${v}\" }.join(<t>)",
];

impl EnvironmentGenerator<'_, '_> {
    /// Makes an expression of the kind.
    pub(super) fn expression(&mut self, kind: Kind) -> String {
        if self.goes_wrong() {
            return self.wrong_expression();
        }
        if self.depth == 0 {
            return self.simple(kind);
        }
        self.depth -= 1;
        let text = match self.choices.below(12) {
            0..=2 => self.simple(kind),
            3..=5 => self.operation(kind),
            6 => self.looked_up(kind),
            7 => self.called(kind),
            8 => self.chosen(kind),
            9 => self.foreign(kind),
            10 if kind == Kind::Text => (*self.choices.pick(&FACTS)).to_owned(),
            _ if kind == Kind::Text => self.text_made(),
            _ => self.operation(kind),
        };
        self.depth += 1;
        text
    }

    /// Makes a variable or a literal.
    pub(super) fn simple(&mut self, kind: Kind) -> String {
        if self.choices.chance(2)
            && let Some(name) = self.variable(kind)
        {
            return format!("${name}");
        }
        self.literal(kind)
    }

    /// Returns the name of a variable of the kind, if there is one.
    pub(super) fn variable(&mut self, kind: Kind) -> Option<String> {
        let found: Vec<&String> = self
            .body
            .variables
            .iter()
            .filter(|v| v.1 == kind)
            .map(|v| &v.0)
            .collect();
        let found: Vec<String> = found.into_iter().cloned().collect();
        let at = self.index(found.len())?;
        Some(found[found.len() - 1 - at].clone())
    }

    /// Makes a literal of the kind.
    pub(super) fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Integer => (*self
                .choices
                .pick(&["1", "2", "0", "10", "-3", "0x1f", "0644", "8080"]))
            .to_owned(),
            Kind::Boolean => (*self.choices.pick(&["true", "false"])).to_owned(),
            Kind::Text => format!("'{}'", self.choices.pick(&WORDS)),
            Kind::Integers => self.list(Kind::Integer),
            Kind::Texts => self.list(Kind::Text),
            Kind::Table => {
                let count = self.choices.below(4);
                let mut pairs = Vec::new();
                for key in &["a", "b", "port"][..count.min(3)] {
                    let kind = *self.choices.pick(&[Kind::Text, Kind::Integer]);
                    let value = self.simple(kind);
                    pairs.push(format!("'{key}' => {value}"));
                }
                format!("{{ {} }}", pairs.join(", "))
            }
            Kind::Nested => {
                let (table, list) = (self.literal(Kind::Table), self.literal(Kind::Texts));
                let more =
                    *self
                        .choices
                        .pick(&["", ", 'n' => undef", ", 7 => 1.5", ", 'd' => default"]);
                format!("{{ 'on' => {table}, 'list' => {list}{more} }}")
            }
        }
    }

    fn list(&mut self, kind: Kind) -> String {
        let count = self.choices.below(4);
        let items: Vec<String> = (0..count).map(|_| self.simple(kind)).collect();
        let splat = match (self.choices.chance(8), kind) {
            (true, Kind::Integer) => self.variable(Kind::Integers),
            (true, _) => self.variable(Kind::Texts),
            _ => None,
        };
        match splat {
            Some(name) => format!(
                "[{}]",
                [items, vec![format!("*${name}")]].concat().join(", ")
            ),
            None => format!("[{}]", items.join(", ")),
        }
    }

    /// Replaces the placeholders in a text by expressions: `<I>` by one of an integer, `<i>` by a
    /// simple one, and so on for other kinds; `<R>` by a reference, `<V>` by a new name, `<A>` by
    /// an interpolated text.
    pub(super) fn filled(&mut self, form: &str) -> String {
        let mut text = String::new();
        let mut rest = form;
        while let Some(at) = rest.find('<') {
            let (before, from) = rest.split_at(at);
            text.push_str(before);
            match from
                .get(1..3)
                .filter(|hole| hole.ends_with('>'))
                .and_then(|hole| self.hole(&hole[..1]))
            {
                Some(made) => {
                    text.push_str(&made);
                    rest = &from[3..];
                }
                None => {
                    text.push('<');
                    rest = &from[1..];
                }
            }
        }
        text + rest
    }

    fn hole(&mut self, letter: &str) -> Option<String> {
        let kind = match letter.to_ascii_uppercase().as_str() {
            "I" => Kind::Integer,
            "T" => Kind::Text,
            "B" => Kind::Boolean,
            "N" => Kind::Integers,
            "L" => Kind::Texts,
            "H" => Kind::Table,
            "X" => Kind::Nested,
            "R" => return Some(self.reference()),
            "A" => return Some(self.interpolated()),
            _ => return None,
        };
        Some(match letter.as_bytes()[0].is_ascii_uppercase() {
            true => self.expression(kind),
            false => self.simple(kind),
        })
    }

    /// Fills the placeholders of one of several forms.
    pub(super) fn one_of(&mut self, forms: &[&str]) -> String {
        let form = self.choices.word(forms);
        self.filled(form)
    }

    fn operation(&mut self, kind: Kind) -> String {
        let forms: &[&str] = match kind {
            Kind::Integer => &INTEGERS,
            Kind::Boolean => &BOOLEANS,
            Kind::Text => &TEXTS,
            Kind::Integers => &[
                "<N>.map |$x| { $x + 1 }",
                "<N> + <n>",
                "<N>.filter |$x| { $x > 1 }",
                "sort(<N>)",
                "unique(<N>)",
                "Integer[1, 3].map |Integer $y| { $y * <i> }",
                "<N>.reverse_each.map |$x| { $x }",
                "flatten(<N>, [[7]])",
                "<N> - [1]",
                "[<i>, *<n>]",
                "<L>.map |$x| { $x.length }",
                "slice(<n>, 2).map |$x| { $x[0] }",
            ],
            Kind::Texts => &[
                "<L>.map |$x| { \"m-${x}\" }",
                "<H>.keys",
                "<L> << <t>",
                "<T>.split('-')",
                "<H>.map |$k, $v| { \"${k}=${v}\" }",
                "unique(<L> + ['one'])",
                "<L>.filter |$i, $x| { $i < 2 and $x != 'one' }",
                "sort(<L>)",
                "<L>.with |*$all| { flatten($all) }",
                "<N>.map |$x| { String($x + <i>) }",
                "<L>.map |$x| { <a> }",
                "<L>.reduce([]) |$memo, $x| { $memo + [$x, <t>] }",
            ],
            Kind::Table => &[
                "<H> + <h>",
                "<H>.filter |$k, $v| { $k != 'b' }",
                "Hash(<H>.map |$k, $v| { [$k, \"${v}!\"] })",
                "<H> - ['a']",
                "<H>.reduce({}) |$memo, $pair| { $memo + { $pair[0] => <i> } }",
                "<x>['on']",
                "Hash(<L>.map |$i, $x| { [$x, $i] })",
                "<H>.reduce({}) |$memo, $kv| { $memo << [] }.then |$x| { <h> }",
                "{ <t> => <i>, 'b' => <T> }",
            ],
            Kind::Nested => &[
                "<X> + { 'more' => <i> }",
                "{ 'on' => <H>, 'list' => [] }",
                "<X>.filter |$k, $v| { $v =~ NotUndef }",
                "{ 'on' => <h>, 'list' => <L>, 'deep' => { 'er' => <x> } }",
            ],
        };
        self.one_of(forms)
    }

    /// Makes a text with interpolated variables.
    pub(super) fn interpolated(&mut self) -> String {
        let kind = self.kind();
        let name = self.variable(kind);
        let inner = name.unwrap_or_else(|| "facts['os']['name']".to_owned());
        let rest = match self.body.is_scope {
            true => *self
                .choices
                .pick(&["", " ${title}", " ${module_name}", " $name"]),
            false => "",
        };
        let word = *self
            .choices
            .pick(&["v", "with \\\"quotes\\\"", "a: ", "\\t\\u{263a}", "$$"]);
        format!("\"{word}${{{inner}}}{rest}\"")
    }

    fn looked_up(&mut self, kind: Kind) -> String {
        let keys: Vec<String> = self
            .keys
            .iter()
            .filter(|k| k.kind == kind)
            .map(|k| k.name.clone())
            .collect();
        let Some(at) = self.index(keys.len()) else {
            return self.simple(kind);
        };
        let merge = match kind {
            Kind::Texts | Kind::Integers => self.choices.word(&["first", "unique", "deep"]),
            Kind::Table | Kind::Nested => self.choices.word(&["first", "hash", "deep"]),
            _ => "first",
        };
        let constraint = self.constraint_of(kind);
        let form = self.choices.word(&[
            "lookup('KEY')",
            "lookup('KEY', { 'default_value' => DEFAULT })",
            "lookup('KEY', TYPE, 'MERGE')",
            "lookup({ 'name' => 'KEY', 'merge' => { 'strategy' => 'MERGE' } })",
            "lookup('nope::KEY', undef, undef, DEFAULT)",
            "lookup(['nope', 'KEY'])",
            "lookup('nope') |$key| { DEFAULT }",
            "lookup('KEY', { 'merge' => 'MERGE', 'default_values_hash' => { 'KEY' => DEFAULT } })",
            "lookup('KEY', { 'value_type' => TYPE, 'override' => { 'x' => 1 } })",
        ]);
        let default = self.simple(kind);
        form.replace("KEY", &keys[at])
            .replace("TYPE", &constraint)
            .replace("MERGE", merge)
            .replace("DEFAULT", &default)
    }

    /// Makes a call of a function of the environment.
    pub(super) fn called(&mut self, kind: Kind) -> String {
        let functions = &self.functions[..self.body.functions.min(self.functions.len())];
        let found: Vec<usize> = (0..functions.len())
            .filter(|&at| functions[at].result == kind)
            .collect();
        let Some(at) = self.index(found.len()) else {
            return self.operation(kind);
        };
        let function = self.functions[found[at]].clone();
        let mut arguments: Vec<String> = function
            .parameters
            .iter()
            .map(|&kind| self.expression(kind))
            .collect();
        if self.goes_wrong() {
            arguments.pop();
        }
        if function.form == Form::Puppet && self.choices.chance(4) && !arguments.is_empty() {
            let first = arguments.remove(0);
            return format!("({first}).{}({})", function.name, arguments.join(", "));
        }
        format!("{}({})", function.name, arguments.join(", "))
    }

    /// Makes an expression that chooses between values by a condition.
    fn chosen(&mut self, kind: Kind) -> String {
        let form = self.choices.word(&[
            "(if <B> { YES } else { NO })",
            "($facts['os']['family'] ? { 'Debian' => YES, default => NO })",
            "(case $facts['role'] { 'web', /^db/: { YES } default: { NO } })",
            "(unless <B> { YES } else { NO })",
            "(<T> ? { /^(w)(.*)$/ => YES, Enum['db'] => NO, default => NO })",
        ]);
        let text = self.filled(form);
        let (yes, no) = (self.expression(kind), self.simple(kind));
        text.replace("YES", &yes).replace("NO", &no)
    }

    /// Makes a value that belongs to a class or a resource elsewhere.
    fn foreign(&mut self, kind: Kind) -> String {
        let included = self.body.included.clone();
        let Some(at) = self.index(included.len()) else {
            return self.operation(kind);
        };
        let class = self.classes[included[at]].clone();
        let found: Vec<&(String, Kind)> = class.variables.iter().filter(|v| v.1 == kind).collect();
        match self.index(found.len()) {
            Some(at) => format!("${}::{}", class.name, found[at].0),
            None => self.simple(kind),
        }
    }

    /// Makes a call that renders a template or reads a file.
    fn text_made(&mut self) -> String {
        let Some(at) = self.index(self.templates.len()) else {
            return self.operation(Kind::Text);
        };
        let template = self.templates[at].clone();
        if template.name.ends_with(".epp") {
            let parameters: Vec<String> = template
                .parameters
                .iter()
                .map(|(name, kind)| format!("'{name}' => {}", self.simple(*kind)))
                .collect();
            return format!("epp('{}', {{ {} }})", template.name, parameters.join(", "));
        }
        if template.name.ends_with(".txt") {
            return format!("file('{}')", template.name);
        }
        match self.choices.below(4) {
            0 => "inline_epp('<%= $x %> <%- if true { -%>yes<% } %>', { 'x' => 1 })".to_owned(),
            1 => "inline_template('<%= [1, 2].map { |x| x * 2 }.join(\"-\") %> <%= @facts[\"role\"] %>')".to_owned(),
            _ => format!("template('{}')", template.name),
        }
    }

    fn wrong_expression(&mut self) -> String {
        let kind = self.kind();
        if self.choices.chance(3) {
            return self.literal(kind);
        }
        self.one_of(&[
            "$nope",
            "nope_function(1)",
            "lookup('no_such_key')",
            "$alpha::nope",
            "undef",
            "<t> + 1",
            "$facts['nope']['deeper']",
            "Notify['nope']['message']",
            "Nope::Type",
            "epp('alpha/nope.epp')",
            "template('nope/x.erb')",
            "file('alpha/nope')",
            "<i> / 0",
            "fail(<T>)",
            "Integer('x')",
            "[1, 2].each |$a, $b, $c| { }",
            "assert_type(Integer, <X>)",
            "undef + <i>",
            "<T>[0][0][x]",
            "<I>.each",
            "<B>.length",
            "<N>.join(<i>)",
            "<H>['x']['y']",
            "upcase(<B>)",
            "split(<I>, ',')",
            "<X> - <i>",
            "create_resources('nope', {})",
            "regsubst(<t>, '(', '')",
            "sprintf('%d', <T>)",
            "<L> =~ Nope",
            "contain(<I>)",
            "Hash(<N>)",
            "$facts",
            "realize(<t>)",
        ])
    }
}
