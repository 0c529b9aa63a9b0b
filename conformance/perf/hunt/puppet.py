"""Prints a program in Puppet."""
from tree import FLOAT, INT, NUM, STR

BUILTINS = {'abs', 'max', 'min', 'length', 'size', 'sort', 'unique', 'join', 'split', 'keys', 'strip'}


def program(tree, size):
    lines = [f'$n = {size}']
    lines += [f'type {name} = {type_text(type_)}' for name, type_ in tree.aliases]
    for function in tree.functions:
        lines += function_lines(function)
    for function in tree.functions:
        lines.append(f"$name_{function.data[0]} = '{function.data[0]}'")
    if tree.functions:
        lines.append('$names = { ' + ', '.join(f"'{f.data[0]}' => '{f.data[0]}'" for f in tree.functions) + ' }')
    for number, statement in enumerate(tree.body):
        lines += statement_lines(statement, '', number)
    return '\n'.join(lines) + '\n'


def type_text(type_):
    name, rest = type_[0], type_[1:]
    if name == 'alias':
        return rest[0]
    if name == 'Enum':
        return 'Enum[' + ', '.join(f"'{r}'" for r in rest) + ']'
    if name == 'Pattern':
        return f'Pattern[/{rest[0]}/]'
    if name == 'Struct':
        return 'Struct[{' + ', '.join(f"'{k}' => {type_text(v)}" for k, v in rest[0]) + '}]'
    return name + ('[' + ', '.join(type_text(r) if isinstance(r, tuple) else str(r) for r in rest) + ']' if rest else '')


def function_lines(function):
    name, params = function.data
    shown = [(type_text(t) + ' ' if t else '') + '$' + p for p, _, t in params]
    for extra in function.kids[:-1]:
        how, label = extra.data
        shown.append(f'Integer ${label} = {expression(extra.kids[0])}' if how == 'default' else f'Integer *${label}')
    return [f"function {name}({', '.join(shown)}) {{", *block_lines(function.kids[-1], '  '), '}']


def block_lines(block, indent):
    lines = []
    for statement in block.kids[:-1]:
        lines += statement_lines(statement, indent)
    result = expression(block.kids[-1], indent)
    if lines and result[0] in '{[(':
        # these characters would continue the statement before
        name = block.kids[0].data if block.kids[0].op == 'let' else 'made'
        return [*lines, f'{indent}$result_{name} = {result}', f'{indent}$result_{name}']
    return [*lines, indent + result]


def statement_lines(node, indent, number=0):
    if node.op == 'let':
        return [f'{indent}${node.data} = {expression(node.kids[0], indent)}']
    if node.op == 'parts':
        names = ', '.join('$' + name for name in node.data)
        return [f'{indent}[{names}] = {expression(node.kids[0])}']
    if node.op == 'exit':
        value = f'({expression(node.kids[1], indent)})' if len(node.kids) > 1 else '()'
        return [f'{indent}if {expression(node.kids[0], indent)} {{ {node.data}{value} }}']
    assert node.op == 'print', node.op
    return ['notice("CHECK ' + str(number) + ' ${' + checksum(expression(node.kids[0]), node.data) + '}")']


def checksum(value, kind):
    """Returns the code that prints a result, as a value that depends on all of it."""
    if kind == INT:
        return value
    if kind in (FLOAT, NUM):
        return f"sprintf('%.3f', {value})"
    if kind == STR:
        return f'length({value})'
    if kind[0] == 'arr':
        return f"size({value})}} ${{{value}[0, 20].map |$x| {{ {item('$x', kind[1])} }}"
    if kind[0] == 'tab':
        if kind[1] == INT:
            return f'size({value})}} ${{{value}.reduce(0) |$s, $e| {{ ($s * 3 + $e[1]) % 1000003 }}'
        return f"size({value})}} ${{{value}.keys.join(',').length}} ${{{value}.values.reduce(0) |$s, $e| {{ $s + $e.size }}"
    if kind[0] == 'rec':
        return '} ${'.join(checksum(f"{value}['{name}']", k) for name, k in kind[1])
    return '} ${'.join(checksum(f'{value}[{i}]', k) for i, k in enumerate(kind[1]))


def item(value, kind):
    """Returns the code for one value of an array's item."""
    if kind[0] == 'rec':
        return f"{value}['id']"
    if kind[0] == 'arr':
        return f'{value}[0]'
    return checksum(value, kind)


def text_literal(value):
    return "'" + value + "'"


def lambda_(block, indent):
    params = ', '.join('$' + p for p in block.data)
    return f'|{params}| ' + braces(block, indent)


def braces(block, indent):
    if len(block.kids) == 1:
        return '{ ' + expression(block.kids[0], indent) + ' }'
    return '\n'.join(['{', *block_lines(block, indent + '  '), indent + '}'])


def expression(node, indent=''):
    deeper = lambda kid: expression(kid, indent)
    op, kids, data = node.op, node.kids, node.data
    if op in ('+', '-', '*', '/', '%', '<', '>', '<=', '==', '!=', 'and', 'or') and not (op == 'or' and node.kind != 'bool'):
        # a slash after a brace would begin a regular expression
        left, right = (f'({shown})' if shown[-1] == '}' else shown for shown in map(deeper, kids))
        return f'({left} {op} {right})'
    if op == 'or':
        return f'{deeper(kids[0])}.lest || {{ {deeper(kids[1])} }}'
    if op in ('int', 'float'):
        return repr(data)
    if op == 'bool':
        return str(data).lower()
    if op in ('var', 'memo'):
        return '$' + data
    simple = {
        'str': lambda: text_literal(data),
        'undef': lambda: 'undef',
        'size': lambda: '$n',
        'not': lambda: f'!({deeper(kids[0])})',
        'choose': lambda: f'(if {deeper(kids[0])} {{ {deeper(kids[1])} }} else {{ {deeper(kids[2])} }})',
        'array': lambda: '[' + ', '.join(map(deeper, kids)) + ']',
        'map': lambda: '{}',
        'range': lambda: f'Integer[1, {deeper(kids[0])}]',
        'record': lambda: '{ ' + ', '.join(f"'{name}' => {deeper(kid)}" for (name, _), kid in zip(node.kind[1], kids)) + ' }',
        'table': lambda: f"Hash(Integer[1, {data[0]}].map |$k| {{ [\"{data[1]}${{$k}}\", {deeper(kids[0])}] }})",
        'field': lambda: f"{deeper(kids[0])}['{data}']",
        'merge': lambda: f"({deeper(kids[0])} + {{ '{data}' => {deeper(kids[1])} }})",
        'set': lambda: f'({deeper(kids[0])} + {{ ' + ', '.join(f"'{k}' => {deeper(v)}" for k, v in zip(data, kids[1:])) + ' })',
        'index': lambda: f'{deeper(kids[0])}[{deeper(kids[1])}]',
        'get': lambda: f'{deeper(kids[0])}[{deeper(kids[1])}]',
        'slice': lambda: f'{deeper(kids[0])}[{deeper(kids[1])}, {deeper(kids[2])}]',
        'part': lambda: f'{deeper(kids[0])}[{deeper(kids[1])}, {deeper(kids[2])}]',
        'push': lambda: f'({deeper(kids[0])} << {deeper(kids[1])})',
        'concat': lambda: f'({deeper(kids[0])} + {deeper(kids[1])})',
        'difference': lambda: f'({deeper(kids[0])} - {deeper(kids[1])})',
        'put': lambda: f'({deeper(kids[0])} + {{ {deeper(kids[1])} => {deeper(kids[2])} }})',
        'without': lambda: f'({deeper(kids[0])} - {deeper(kids[1])})',
        'put2': lambda: f'({deeper(kids[0])} + {{ {deeper(kids[1])} => {deeper(kids[0])}[{deeper(kids[1])}].lest || {{ {{}} }} + {{ {deeper(kids[2])} => {deeper(kids[3])} }} }})',
        'pushes': lambda: f'({deeper(kids[0])} + {{ {deeper(kids[1])} => {deeper(kids[0])}[{deeper(kids[1])}].lest || {{ [] }} << {deeper(kids[2])} }})',
        'in': lambda: f'({deeper(kids[0])} in {deeper(kids[1])})',
        'has': lambda: f'({deeper(kids[0])} in {deeper(kids[1])})',
        'is': lambda: f'({deeper(kids[0])} =~ {type_text(data)})',
        'match': lambda: f'({deeper(kids[0])} =~ /{data}/)',
        'to_int': lambda: f'Integer({deeper(kids[0])}, 10)',
        'truncate': lambda: f'Integer({deeper(kids[0])})',
        'user': lambda: f"{data}({', '.join(map(deeper, kids))})",
        'self': lambda: f"{data}({', '.join(map(deeper, kids))})",
        'by_name': lambda: 'call(' + ', '.join([{'variable': f'$::name_{data[0]}', 'text': f"'{data[0]}'", 'table': f"$::names['{data[0]}']"}[data[1]], *map(deeper, kids)]) + ')',
        'replace': lambda: f"regsubst({deeper(kids[0])}, /{data[0]}/, '{data[1]}'" + (f", '{data[2]}')" if data[2] else ')'),
        'format': lambda: f"sprintf('{data[1].join(data[0])}', {', '.join(map(deeper, kids))})",
        'with': lambda: f"with({', '.join(map(deeper, kids[:-1]))}) {lambda_(kids[-1], indent)}",
        'if': lambda: f'if {deeper(kids[0])} {braces(kids[1], indent)} else {braces(kids[2], indent)}',
    }
    if op in simple:
        return simple[op]()
    return {'text': interpolation, 'call': call, 'iterate': iterate, 'iterate_by_name': iterate, 'ifs': ifs, 'case': case, 'selector': selector,
            'type_case': type_case, 'if_match': if_match}[op](node, indent)


def interpolation(node, indent):
    parts = [str(kid.data) if kid.op in ('str', 'int') else '${' + (kid.data if kid.op == 'var' else expression(kid, indent)) + '}' for kid in node.kids]
    return '"' + ''.join(parts) + '"'


def call(node, indent):
    args = [expression(kid, indent) for kid in node.kids]
    if node.data == 'up_down':
        return f'{args[0]}.upcase.downcase'
    if node.data == 'characters':
        return f"{args[0]}.split('')"
    if node.data == 'reverse':
        return f'{args[0]}.reverse_each.map |$x| {{ $x }}'
    assert node.data in BUILTINS
    return f"{node.data}({', '.join(args)})"


def iterate(node, indent):
    *args, body = node.kids
    shown = [expression(arg, indent) for arg in args]
    if node.op == 'iterate_by_name':
        return f"call('{node.data}', {', '.join(shown)}) {lambda_(body, indent)}"
    given = f'({shown[1]})' if len(shown) > 1 else ''
    return f'{shown[0]}.{node.data}{given} {lambda_(body, indent)}'


def ifs(node, indent):
    pairs = list(zip(node.kids[:-1:2], node.kids[1::2]))
    shown = [f"{'if' if not index else 'elsif'} {expression(test, indent)} {braces(body, indent)}" for index, (test, body) in enumerate(pairs)]
    return ' '.join([*shown, 'else ' + braces(node.kids[-1], indent)])


def case(node, indent):
    value, *rest, last = node.kids
    lines = [f'case {expression(value, indent)} {{']
    for options, body in zip(rest[::2], rest[1::2]):
        lines.append(f"{indent}  {', '.join(expression(o) for o in options.kids)}: {braces(body, indent + '  ')}")
    return '\n'.join([*lines, f"{indent}  default: {braces(last, indent + '  ')}", indent + '}'])


def selector(node, indent):
    value, *rest, last = node.kids
    pairs = [f'{expression(o.kids[0])} => {expression(b.kids[0], indent)}' for o, b in zip(rest[::2], rest[1::2])]
    return f"({expression(value, indent)} ? {{ {', '.join(pairs)}, default => {expression(last.kids[0], indent)} }})"


def type_case(node, indent):
    value, *rest, last = node.kids
    lines = [f'case {expression(value, indent)} {{']
    for type_, body in zip(rest[::2], rest[1::2]):
        lines.append(f"{indent}  {type_text(type_.data)}: {braces(body, indent + '  ')}")
    return '\n'.join([*lines, f"{indent}  default: {braces(last, indent + '  ')}", indent + '}'])


def if_match(node, indent):
    value, yes, no = node.kids
    pattern, group = node.data
    lines = [f'if {expression(value, indent)} =~ /{pattern}/ {{', f'{indent}  ${yes.data[0]} = ${group}', *block_lines(yes, indent + '  ')]
    return '\n'.join([*lines, f'{indent}}} else {braces(no, indent)}'])
