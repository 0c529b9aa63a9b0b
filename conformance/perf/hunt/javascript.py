"""Prints a program as fast JavaScript: with loops, and containers that grow in place."""
from tree import FLOAT, INT, NUM, STR

HEAD = """'use strict';
const split = (text, at) => {
  const parts = text.split(at);
  while (parts.length && parts[parts.length - 1] === '') parts.pop();
  return parts;
};
const print = (...values) => console.log('CHECK ' + values.join(' '));
"""


def program(tree, size):
    made = Printer()
    made.emit(f'const n = {size};')
    for name, type_ in tree.aliases:
        made.emit(f'function is{name}(x) {{ return {test("x", type_)}; }}')
    for function in tree.functions:
        made.function(function)
    names = ', '.join(f.data[0] for f in tree.functions)
    made.emit(f'const table = {{ {names} }};')
    made.emit('function main() {')
    for number, statement in enumerate(tree.body):
        made.number = number
        made.statement(statement)
    made.emit('}')
    made.emit('main();')
    return HEAD + '\n'.join(made.lines) + '\n'


def test(value, type_):
    """Returns the code that tests whether a value has a type."""
    name, rest = type_[0], type_[1:]
    each = lambda inner: f'{value}.every(y => {test("y", inner)})'
    if name == 'alias':
        return f'is{rest[0]}({value})'
    if name == 'Integer':
        bounds = f' && {value} >= {rest[0]} && {value} <= {rest[1]}' if len(rest) > 1 else f' && {value} >= {rest[0]}' if rest else ''
        return f'(Number.isInteger({value}){bounds})'
    if name == 'String':
        return f"(typeof {value} === 'string'" + (f' && {value}.length >= {rest[0]} && {value}.length <= {rest[1]})' if rest else ')')
    return {
        'Float': lambda: f"(typeof {value} === 'number' && !Number.isInteger({value}))",
        'Numeric': lambda: f"(typeof {value} === 'number')",
        'Boolean': lambda: f"(typeof {value} === 'boolean')",
        'Undef': lambda: f'({value} === null)',
        'Array': lambda: f'(Array.isArray({value}) && {each(rest[0])})',
        'Enum': lambda: '(' + ' || '.join(f"{value} === '{r}'" for r in rest) + ')',
        'Pattern': lambda: f"(typeof {value} === 'string' && /{rest[0]}/.test({value}))",
        'Variant': lambda: '(' + ' || '.join(test(value, r) for r in rest) + ')',
        'Optional': lambda: f'({value} === null || {test(value, rest[0])})',
        'Struct': lambda: f"(typeof {value} === 'object' && {value} !== null && !Array.isArray({value}) && Object.keys({value}).length === {len(rest[0])} && "
        + ' && '.join(test(f"{value}.{k}", t) for k, t in rest[0]) + ')',
    }[name]()


class Printer:
    def __init__(self):
        self.lines, self.names, self.exits, self.number = [], 0, [], 0

    def emit(self, line):
        self.lines.append(line)

    def fresh(self):
        self.names += 1
        return f'_{self.names}'

    def held(self, value):
        name = self.fresh()
        self.emit(f'const {name} = {value};')
        return name

    def function(self, node):
        name, params = node.data
        shown = [p for p, _, _ in params]
        for extra in node.kids[:-1]:
            how, label = extra.data
            if how == 'default':
                inner = Printer()
                value = inner.expression(extra.kids[0])
                shown.append(f'{label} = (() => {{ {" ".join(inner.lines)} return {value}; }})()' if inner.lines else f'{label} = {value}')
            else:
                shown.append(f'...{label}')
        self.emit(f"function {name}({', '.join(shown)}) {{")
        for param, _, type_ in params:
            if type_:
                self.emit(f"if (!{test(param, type_)}) throw new Error('{name}: {param}');")
        self.exits.append(('return', lambda value: self.emit(f'return {value};')))
        self.emit(f'return {self.block(node.kids[-1])};')
        self.exits.pop()
        self.emit('}')

    def block(self, node):
        for statement in node.kids[:-1]:
            self.statement(statement)
        return self.expression(node.kids[-1])

    def statement(self, node):
        if node.op == 'let':
            self.emit(f'const {node.data} = {self.expression(node.kids[0])};')
        elif node.op == 'parts':
            for index, name in enumerate(node.data):
                self.emit(f'const {name} = {self.expression(node.kids[0])}[{index}];')
        elif node.op == 'exit':
            self.emit(f'if ({self.expression(node.kids[0])}) {{')
            value = self.expression(node.kids[1]) if len(node.kids) > 1 else None
            way = next(way for how, way in reversed(self.exits) if how == node.data)
            way(value)
            self.emit('}')
        else:
            self.emit(f"print({self.number}, {checksum(self.expression(node.kids[0]), node.data)});")

    def expression(self, node):
        op, kids, data = node.op, node.kids, node.data
        deeper = self.expression
        if op == '/':
            return f'Math.floor({deeper(kids[0])} / {deeper(kids[1])})'
        if op in ('+', '-', '*', '%', '<', '>', '<='):
            return f'({deeper(kids[0])} {op} {deeper(kids[1])})'
        if op in ('==', '!='):
            return f'({deeper(kids[0])} {op}= {deeper(kids[1])})'
        if op == 'and' or (op == 'or' and node.kind == 'bool'):
            return self.shortcut(kids, op)
        if op in ('int', 'float'):
            return repr(data)
        if op in ('var', 'memo'):
            return data
        simple = {
            'or': lambda: f'({deeper(kids[0])} ?? {deeper(kids[1])})',
            'bool': lambda: str(data).lower(),
            'str': lambda: f"'{data}'",
            'undef': lambda: 'null',
            'size': lambda: 'n',
            'not': lambda: f'!{deeper(kids[0])}',
            'array': lambda: '[' + ', '.join(map(deeper, kids)) + ']',
            'map': lambda: 'new Map()',
            'range': lambda: f'Array.from({{ length: {deeper(kids[0])} }}, (_, i) => i + 1)',
            'record': lambda: '{ ' + ', '.join(f"'{name}': {deeper(kid)}" for (name, _), kid in zip(node.kind[1], kids)) + ' }',
            'field': lambda: f"{deeper(kids[0])}['{data}']",
            'merge': lambda: f"{{ ...{deeper(kids[0])}, '{data}': {deeper(kids[1])} }}",
            'index': lambda: f'{deeper(kids[0])}[{deeper(kids[1])}]',
            'get': lambda: f'{deeper(kids[0])}.get({deeper(kids[1])})',
            'slice': lambda: self.slice(kids),
            'part': lambda: self.slice(kids),
            'concat': lambda: self.concat(kids),
            'difference': lambda: self.difference(kids),
            'in': lambda: '{1}.includes({0})'.format(*map(deeper, kids)),
            'has': lambda: '{1}.has({0})'.format(*map(deeper, kids)),
            'is': lambda: test(deeper(kids[0]), data if data[0] != 'x' else data),
            'match': lambda: f'/{data}/.test({deeper(kids[0])})',
            'to_int': lambda: f'parseInt({deeper(kids[0])}, 10)',
            'truncate': lambda: f'Math.trunc({deeper(kids[0])})',
            'user': lambda: f"{data}({', '.join(map(deeper, kids))})",
            'self': lambda: f"{data}({', '.join(map(deeper, kids))})",
            'by_name': lambda: f"table['{data[0]}']({', '.join(map(deeper, kids))})",
            'replace': lambda: f"{deeper(kids[0])}.replace(/{data[0]}/{data[2].lower()}, '{data[1]}')",
            'text': lambda: '`' + ''.join(kid.data if kid.op == 'str' else '${' + deeper(kid) + '}' for kid in kids) + '`',
            'format': lambda: '`' + data[1].join('${' + formatted(form, deeper(kid)) + '}' for form, kid in zip(data[0], kids)) + '`',
        }
        if op in simple:
            return simple[op]()
        return getattr(self, op)(node)

    def shortcut(self, kids, op):
        left = self.expression(kids[0])
        before, self.lines = self.lines, []
        right = self.expression(kids[1])
        lines, self.lines = self.lines, before
        if not lines:
            return f"({left} {'&&' if op == 'and' else '||'} {right})"
        name = self.fresh()
        self.emit(f'let {name} = {left};')
        self.emit(f"if ({'' if op == 'and' else '!'}{name}) {{")
        self.lines += lines
        self.emit(f'{name} = {right}; }}')
        return name

    def slice(self, kids):
        value, start, count = map(self.expression, kids)
        return f'{value}.slice({start}, {int(start) + int(count)})'

    def concat(self, kids):
        value, other = kids
        if value.op == 'memo':
            self.emit(f'{value.data}.push({", ".join(map(self.expression, other.kids))});')
            return value.data
        return f'{self.expression(value)}.concat({self.expression(other)})'

    def difference(self, kids):
        value, other = map(self.expression, kids)
        name = self.held(other)
        return f'{value}.filter(x => !{name}.includes(x))'

    # ---- new values of a memo

    def push(self, node):
        memo, value = node.kids
        self.emit(f'{memo.data}.push({self.expression(value)});')
        return memo.data

    def put(self, node):
        memo, key, value = node.kids
        key = self.held(self.expression(key))
        self.emit(f'{memo.data}.set({key}, {self.expression(value)});')
        return memo.data

    def without(self, node):
        memo, key = node.kids
        self.emit(f'{memo.data}.delete({self.expression(key)});')
        return memo.data

    def set(self, node):
        memo, *values = node.kids
        made = [self.held(self.expression(value)) for value in values]
        for name, value in zip(node.data, made):
            self.emit(f"{memo.data}['{name}'] = {value};")
        return memo.data

    def put2(self, node):
        memo, outer, inner, value = node.kids
        key, name = self.held(self.expression(outer)), self.fresh()
        self.emit(f'let {name} = {memo.data}.get({key}); if ({name} === undefined) {{ {name} = new Map(); {memo.data}.set({key}, {name}); }}')
        key = self.held(self.expression(inner))
        self.emit(f'{name}.set({key}, {self.expression(value)});')
        return memo.data

    def pushes(self, node):
        memo, key, value = node.kids
        key, name = self.held(self.expression(key)), self.fresh()
        value = self.held(self.expression(value))
        self.emit(f'const {name} = {memo.data}.get({key}); if ({name} === undefined) {memo.data}.set({key}, [{value}]); else {name}.push({value});')
        return memo.data

    # ---- control

    def branches(self, tests):
        """Returns the code for a value from one of several blocks; the last one has no test."""
        name = self.fresh()
        self.emit(f'let {name};')
        for index, (condition, body) in enumerate(tests):
            head = f'if ({condition}) {{' if condition else '{'
            self.emit(head if not index else '} else ' + head)
            value = self.block(body) if body.op == 'block' else self.expression(body)
            self.emit(f'{name} = {value};')
        self.emit('}')
        return name

    def choose(self, node):
        return self.branches([(self.expression(node.kids[0]), node.kids[1]), (None, node.kids[2])])

    def if_(self, node):
        return self.choose(node)

    def ifs(self, node):
        pairs = zip(node.kids[:-1:2], node.kids[1::2])
        return self.branches([*((self.expression(condition), body) for condition, body in pairs), (None, node.kids[-1])])

    def case(self, node):
        value, *rest, last = node.kids
        value, name = self.expression(value), self.fresh()
        self.emit(f'let {name};')
        self.emit(f'switch ({value}) {{')
        for options, body in zip(rest[::2], rest[1::2]):
            for option in options.kids:
                self.emit(f'case {self.expression(option)}:')
            self.emit('{')
            self.emit(f'{name} = {self.block(body)}; break; }}')
        self.emit('default: {')
        self.emit(f'{name} = {self.block(last)}; }}')
        self.emit('}')
        return name

    selector = case

    def type_case(self, node):
        value, *rest, last = node.kids
        value = self.expression(value)
        pairs = zip(rest[::2], rest[1::2])
        return self.branches([*((test(value, type_.data), body) for type_, body in pairs), (None, last)])

    def if_match(self, node):
        value, yes, no = node.kids
        pattern, group = node.data
        found, name = self.held(f'/{pattern}/.exec({self.expression(value)})'), self.fresh()
        self.emit(f'let {name};')
        self.emit(f'if ({found}) {{')
        self.emit(f'const {yes.data[0]} = {found}[{group}];')
        self.emit(f'{name} = {self.block(yes)};')
        self.emit('} else {')
        self.emit(f'{name} = {self.block(no)}; }}')
        return name

    def with_(self, node):
        *values, body = node.kids
        name = self.fresh()
        made = [self.expression(value) for value in values]
        self.emit(f'let {name}; {{')
        for param, value in zip(body.data, made):
            self.emit(f'const {param} = {value};')
        self.emit(f'{name} = {self.block(body)}; }}')
        return name

    def call(self, node):
        args = [self.expression(kid) for kid in node.kids]
        kid = node.kids[0]
        if node.data in ('abs', 'max', 'min'):
            return f"Math.{node.data}({', '.join(args)})"
        if node.data == 'size' or node.data == 'length':
            return f"{args[0]}.{'size' if kid.kind[0] == 'tab' else 'length'}"
        if node.data == 'sort':
            return f'{args[0]}.slice().sort(' + ('(a, b) => a - b)' if kid.kind[1] == INT else ')')
        form = {
            'unique': '[...new Set({0})]', 'reverse': '{0}.slice().reverse()', 'join': '{0}.join({1})', 'split': 'split({0}, {1})', 'keys': '[...{0}.keys()]',
            'strip': '{0}.trim()', 'up_down': '{0}.toUpperCase().toLowerCase()', 'characters': "{0}.split('')",
        }
        return form[node.data].format(*args)

    def table(self, node):
        count, prefix = node.data
        name = self.fresh()
        self.emit(f'const {name} = new Map(); for (let k = 1; k <= {count}; k++) {{')
        self.emit(f'{name}.set(`{prefix}${{k}}`, {self.expression(node.kids[0])}); }}')
        return name

    # ---- loops

    def iterate(self, node):
        source, *start, body = node.kids
        out, how = self.fresh(), node.data
        label = self.fresh()
        params = list(body.data)
        if how == 'reduce':
            self.emit(f'let {out} = {self.expression(start[0])};')
        else:
            self.emit(f"let {out} = {dict(map='[]', filter='[]', any='false', all='true', group_by='new Map()')[how]};")
        item = params[-1]
        if source.op == 'range':
            counter = self.fresh()
            self.emit(f'{label}: for (let {counter} = 1; {counter} <= {self.expression(source.kids[0])}; {counter}++) {{')
            self.emit(f'const {item} = {counter};')
        else:
            value = self.held(self.expression(source))
            self.emit(f'{label}: for (const {item} of {value}) {{')
        if how == 'reduce':
            self.emit(f'const {params[0]} = {out};')

        def end(value):
            self.emit({
                'reduce': f'{out} = {value};', 'map': f'{out}.push({value});', 'filter': f'if ({value}) {out}.push({item});',
                'any': f'if ({value}) {{ {out} = true; break; }}', 'all': f'if (!{value}) {{ {out} = false; break; }}',
                'group_by': f'const _k = {value}; const _g = {out}.get(_k); if (_g) _g.push({item}); else {out}.set(_k, [{item}]);',
            }[how])

        def leave_round(value):
            end(value)
            self.emit(f'continue {label};')

        self.exits.append(('next', leave_round))
        self.exits.append(('break', lambda _value: self.emit(f'break {label};')))
        end(self.block(body))
        self.exits.pop()
        self.exits.pop()
        self.emit('}')
        return out

    iterate_by_name = iterate


setattr(Printer, 'if', Printer.if_)
setattr(Printer, 'with', Printer.with_)


def formatted(form, value):
    """Returns the code for one value of sprintf."""
    width = form[1:-1]
    if form[-1] == 's':
        return f"{value}.{'padEnd' if '-' in width else 'padStart'}({width.lstrip('-')})" if width else value
    if form[-1] == 'f':
        total, digits = width.split('.')
        return f"({value}).toFixed({digits})" + (f".padStart({total.lstrip('0')}, '0')" if total else '')
    shown = {'d': f'String({value})', 'x': f'({value}).toString(16)', 'b': f'({value}).toString(2)'}[form[-1]]
    return f"{shown}.padStart({width.lstrip('0')}, '{'0' if width[0] == '0' else ' '}')" if width else shown


def checksum(value, kind):
    if kind == INT:
        return value
    if kind in (FLOAT, NUM):
        return f'{value}.toFixed(3)'
    if kind == STR:
        return f'{value}.length'
    if kind[0] == 'arr':
        return f"{value}.length, '[' + {value}.slice(0, 20).map(x => {item('x', kind[1])}).join(', ') + ']'"
    if kind[0] == 'tab':
        if kind[1] == INT:
            return f'{value}.size, [...{value}.values()].reduce((s, e) => (s * 3 + e) % 1000003, 0)'
        return f"{value}.size, [...{value}.keys()].join(',').length, [...{value}.values()].reduce((s, e) => s + (e.length ?? e.size), 0)"
    if kind[0] == 'rec':
        return ', '.join(checksum(f"{value}['{name}']", k) for name, k in kind[1])
    return ', '.join(checksum(f'{value}[{i}]', k) for i, k in enumerate(kind[1]))


def item(value, kind):
    if kind[0] == 'rec':
        return f"{value}['id']"
    return f'{value}[0]' if kind[0] == 'arr' else checksum(value, kind)
