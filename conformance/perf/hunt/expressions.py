"""Makes expressions of each kind, weighted by the theme of the program."""
from tree import ANY, BOOL, FLOAT, INT, NUM, OPT, STR, Node, arr, block, integer, let, rec, tab, text, var

# the methods below that a theme uses more often
MORE = {
    'numbers': {'int_arithmetic': 8, 'int_extreme': 3, 'int_difference': 3, 'bool_compare': 3},
    'mixed numbers': {'int_truncated': 6, 'num_sum': 4, 'num_choice': 6, 'bool_num': 4, 'num_extreme': 3},
    'calls': {'call': 10}, 'defaults and rest': {'call': 10}, 'recursion': {'call': 10},
    'calls by name': {'call_by_name': 12}, 'blocks': {'int_block_by_name': 10, 'call_by_name': 3},
    'early exits': {'int_search': 10, 'call': 4},
    'arrays': {'int_index': 6, 'int_nested': 4, 'int_array_size': 5},
    'array functions': {'int_array_size': 8, 'int_grouped': 4, 'int_sum': 4},
    'records': {'int_field': 8, 'text_field': 4, 'int_new_record': 5},
    'tables': {'int_lookup': 8, 'int_table_size': 3, 'bool_in': 4}, 'nested tables': {'int_lookup': 5, 'int_table_size': 3},
    'types': {'int_type_case': 8, 'bool_type': 8}, 'aliases': {'bool_type': 10, 'int_type_case': 4},
    'texts': {'text_interpolation': 6, 'int_length': 6, 'text_slice': 3}, 'growing texts': {'text_interpolation': 4},
    'text functions': {'text_function': 8, 'int_length': 6, 'text_joined': 4, 'int_characters': 3}, 'formats': {'text_format': 12, 'int_length': 6},
    'patterns': {'int_match': 8, 'bool_match': 6, 'text_function': 4, 'int_length': 2},
    'long ifs': {'int_ifs': 10}, 'cases': {'int_case': 8, 'text_case': 6, 'int_length': 3},
    'closures': {'int_with': 8, 'int_sum': 6}, 'small loops': {'int_sum': 8, 'int_search': 3},
}
PATTERNS = (r'[0-9]+', r'o', r'([a-z]+)-?(\d{1,6})', r'^key(\d{1,6})$', r'[aeiou]', r't(.)', r'(\d)$', r'^(host|node|zone)(\d{1,6})', r'\.(\d{1,3})', r'a|e|x1')
FORMATS = (('%d', INT), ('%05d', INT), ('%x', INT), ('%s', STR), ('%-8s', STR), ('%8s', STR), ('%.2f', NUM), ('%08.3f', NUM), ('%3d', INT), ('%b', INT), ('%03x', INT))
TYPES = (
    ('Integer',), ('Integer', 0, 100), ('Float',), ('Numeric',), ('String',), ('String', 1, 6), ('Boolean',), ('Undef',), ('Array', ('Integer',)),
    ('Array', ('String',)), ('Enum', 'key1', 'x2', 'host3'), ('Pattern', '^ho'), ('Variant', ('Integer',), ('String',)), ('Optional', ('Integer',)),
    ('Struct', (('id', ('Integer',)), ('name', ('String', 1, 100)))), ('Variant', ('Boolean',), ('Array', ('Integer', 0, 1000)), ('Undef',)),
)


class Expressions:
    """A mixin of `Maker`: it needs `rng`, `theme`, `scope`, `statements`, `callables` and `fresh`."""

    def pick(self, *names):
        more = MORE.get(self.theme, {})
        return getattr(self, self.rng.choices(names, [more.get(name, 1) for name in names])[0])

    def spent(self, depth):
        """Returns whether only a leaf may follow."""
        self.budget -= 1
        return depth <= 0 or self.budget < 0 or self.depth > 5

    def value(self, kind, depth, hi):
        if kind == INT:
            return self.int(depth, hi)
        if kind in (FLOAT, NUM, STR, BOOL, ANY):
            return {FLOAT: self.float, NUM: self.num, STR: self.text, BOOL: self.bool, ANY: self.any}[kind](depth)
        if kind[0] == 'arr':
            return Node('array', [self.value(kind[1], depth - 1, 1000) for _ in range(self.rng.choice((1, 2, 3, 4)))], kind, hi=1000)
        return self.record(kind, depth)

    def of_kind(self, *tests):
        """Returns a variable in scope for which one of the tests is true; recent ones are more likely."""
        found = [v for v in self.scope if any(test(v) for test in tests)]
        return found[int(len(found) * self.rng.random() ** 0.6)].copy() if found else None

    def bound(self, node):
        name = self.fresh('v')
        self.statements.append(let(name, node))
        made = var(name, node.kind, node.hi)
        self.scope.append(made)
        return made.copy()

    def branch(self, make, params=()):
        """Makes a block with its own statements."""
        outer, self.statements, before = self.statements, [], len(self.scope)
        self.scope.extend(params)
        self.depth += 1
        result = make()
        self.depth -= 1
        made = block([p.data for p in params], self.statements, result)
        self.statements = outer
        del self.scope[before:]
        return made

    def closed(self, make, otherwise):
        """Makes an expression without statements before it."""
        outer, self.statements, before = self.statements, [], len(self.scope)
        made = make()
        if self.statements:
            del self.scope[before:]
            made = otherwise()
        self.statements = outer
        return made

    # ---- Integers

    def int(self, depth, hi):
        made = self.any_int(depth)
        if made.hi > hi:
            made = Node('%', [made, integer(min(hi, self.rng.choice((97, 1000, 65536, 1000003))))], INT, hi=hi)
        return made

    def small_int(self, depth):
        return self.int(depth, 1000)

    def leaf_int(self):
        found = self.of_kind(lambda v: v.kind == INT) if self.rng.random() < 0.8 else None
        return found or integer(self.rng.choice((1, 2, 3, 7, 10, 100, self.rng.randrange(1000))))

    def any_int(self, depth):
        if self.spent(depth) or self.weight > 3000:
            return self.leaf_int()
        return self.pick(
            'int_leaf', 'int_arithmetic', 'int_arithmetic', 'int_difference', 'int_extreme', 'int_length', 'int_array_size', 'int_index', 'int_nested', 'int_field',
            'int_lookup', 'int_table_size', 'call', 'call_by_name', 'int_block_by_name', 'int_ifs', 'int_if', 'int_case', 'int_sum', 'int_search', 'int_type_case',
            'int_match', 'int_with', 'int_truncated', 'int_grouped', 'int_new_record', 'int_characters', 'int_memo_size',
        )(depth - 1)

    def int_leaf(self, _depth):
        return self.leaf_int()

    def int_arithmetic(self, depth):
        op = self.rng.choice('++*%/')
        left = self.int(depth, 10**9 if op in '+%/' else 10**6)
        if op in '%/':
            number = self.rng.choice((2, 3, 7, 10, 16, 97, 256))
            return Node(op, [left, integer(number)], INT, hi=number if op == '%' else left.hi // number + 1)
        right = self.int(depth, 10**6)
        return Node(op, [left, right], INT, hi=left.hi + right.hi if op == '+' else left.hi * right.hi)

    def int_difference(self, depth):
        left, right = self.int(depth, 10**9), self.int(depth, 10**9)
        return Node('call', [Node('-', [left, right], INT)], INT, data='abs', hi=max(left.hi, right.hi))

    def int_extreme(self, depth):
        kids = [self.int(depth, 10**9) for _ in range(self.rng.choice((2, 2, 3)))]
        return Node('call', kids, INT, data=self.rng.choice(('max', 'min')), hi=max(kid.hi for kid in kids))

    def int_length(self, depth):
        return Node('call', [self.text(depth)], INT, data='length', hi=10**5)

    def array(self, depth, ranges=False):
        """Makes a small array of Integers or texts, or takes an existing one, or makes a range to iterate over."""
        there = self.of_kind(lambda v: v.kind in (arr(INT), arr(STR)) and v.op == 'var' and v.hi and isinstance(v.hi, tuple))
        if there and self.rng.random() < 0.6:
            there.hi = there.hi[0]
            return there
        kind = self.rng.choice((INT, INT, STR))
        if ranges and self.rng.random() < 0.3:
            return Node('range', [integer(self.rng.choice((3, 10, 30)))], arr(INT), hi=30)
        return Node('array', [self.value(kind, depth - 1, 1000) for _ in range(self.rng.choice((2, 3, 5)))], arr(kind), hi=1000)

    def int_array_size(self, depth):
        made = self.array(depth)
        for _ in range(self.rng.choice((1, 1, 2))):
            ways = ['sort', 'unique', 'reverse', 'minus', 'concat', 'filter', 'take']
            way = self.rng.choice(ways)
            if way in ('sort', 'unique', 'reverse'):
                made = Node('call', [made], made.kind, data=way, hi=made.hi)
            elif way == 'filter':
                made = self.iterate(made, 'filter', lambda: self.bool(depth))
            elif way == 'take':
                made = Node('part', [made, integer(self.rng.choice((0, 1))), integer(3)], made.kind, hi=made.hi)
            else:
                other = Node('array', [self.value(made.kind[1], depth - 1, 1000) for _ in range(2)], made.kind)
                made = Node('difference' if way == 'minus' else 'concat', [made, other], made.kind, hi=max(made.hi, 1000))
        return Node('call', [made], INT, data='size', hi=1000)

    def iterate(self, source, how, make):
        name = self.fresh('x')
        outer, self.weight = self.weight, self.weight * 10
        made = self.branch(make, [var(name, source.kind[1], max(source.hi, 1) if isinstance(source.hi, int) else 1000)])
        self.weight = outer
        kind = {'map': arr(made.kind), 'filter': source.kind, 'any': BOOL, 'all': BOOL}[how]
        return Node('iterate', [source, made], kind, data=how, hi=made.hi if how == 'map' else source.hi)

    def int_index(self, depth):
        there = self.of_kind(lambda v: v.kind == arr(INT) and isinstance(v.hi, tuple) and v.hi[1])
        if not there:
            return self.int_array_size(depth)
        hi, count = there.hi
        return Node('index', [there, Node('%', [self.int(depth, 10**9), integer(count)], INT, hi=count)], INT, hi=hi)

    def int_nested(self, depth):
        there = self.of_kind(lambda v: v.kind == arr(arr(INT)) and isinstance(v.hi, tuple) and v.hi[1])
        if not there:
            return self.int_index(depth)
        inner = Node('index', [there, Node('%', [self.int(depth, 10**9), integer(there.hi[1])], INT)], arr(INT))
        return Node(self.rng.choice(('index', 'index')), [inner, integer(self.rng.choice((0, 1)))], INT, hi=1000)

    def int_field(self, depth):
        return self.field(INT) or self.int_new_record(depth)

    def field(self, kind):
        """Makes an access to a field of a record in scope, or of a record in an array in scope."""
        has = lambda k: k and k[0] == 'rec' and any(f[1] == kind for f in k[1])
        there = self.of_kind(lambda v: has(v.kind), lambda v: v.kind[0] == 'arr' and has(v.kind[1]) and isinstance(v.hi, tuple) and v.hi[1])
        if not there:
            return None
        base = there
        if there.kind[0] == 'arr':
            base = Node('index', [there, Node('%', [self.leaf_int(), integer(there.hi[1])], INT)], there.kind[1])
        name = self.rng.choice([f[0] for f in base.kind[1] if f[1] == kind])
        return Node('field', [base], kind, data=name, hi=10**6)

    def int_new_record(self, depth):
        kind = self.record_kind()
        made = self.bound(self.record(kind, depth))
        name = self.rng.choice([f[0] for f in kind[1] if f[1] == INT])
        if self.rng.random() < 0.5:
            made = Node('merge', [made, self.int(depth, 1000)], kind, data=name)
        return Node('field', [made], INT, data=name, hi=1000)

    def int_lookup(self, depth):
        there = self.of_kind(lambda v: v.kind == tab(INT))
        if not there:
            return self.int_index(depth)
        count, prefix, hi = there.hi
        key = Node('text', [text(prefix), Node('%', [self.int(depth, 10**9), integer(max(count, 7) + 2)], INT)], STR)
        return Node('or', [Node('get', [there, key], INT), integer(self.rng.choice((0, 5)))], INT, hi=hi)

    def int_table_size(self, depth):
        there = self.of_kind(lambda v: v.kind[0] == 'tab' and v.op == 'var')
        if not there:
            return self.int_lookup(depth)
        if self.rng.random() < 0.5:
            return Node('call', [there], INT, data='size', hi=10**6)
        return Node('call', [Node('call', [there], arr(STR), data='keys')], INT, data='size', hi=10**6)

    def int_memo_size(self, depth):
        there = self.of_kind(lambda v: v.op == 'memo' and v.kind[0] in ('arr', 'tab'))
        return Node('call', [there], INT, data='size', hi=10**7) if there else self.int_arithmetic(depth)

    def arguments(self, kinds, extra, depth, recursive):
        made = [self.value(kind, depth - 1, 10**6) for kind in kinds]
        if recursive:
            made.append(integer(self.rng.choice((3, 10, 40, 200))))
            return made
        for how in extra:
            if how == 'default' and self.rng.random() < 0.5:
                break
            made += [self.small_int(depth - 1) for _ in range(1 if how == 'default' else self.rng.choice((0, 1, 3)))]
        return made

    def call(self, depth, kind=INT, by_name=False):
        fitting = [c for c in self.callables if c[3] == kind and (not c[5] or self.weight < 100)]
        if not fitting:
            return self.value(kind, 0, 1000) if by_name else self.int_arithmetic(depth) if kind == INT else self.value(kind, 0, 1000)
        name, kinds, extra, kind, hi, recursive = self.rng.choice(fitting)
        made = Node('user', self.arguments(kinds, extra, depth, recursive), kind, data=name, hi=max(hi, 1000))
        if by_name:
            made.op = 'by_name'
            made.data = (name, self.rng.choice(('variable', 'text', 'table')))
        return made

    def call_by_name(self, depth):
        return self.call(depth, INT, True)

    def int_block_by_name(self, depth):
        """Makes a call of an iteration function by its name."""
        source = self.array(depth, True)
        made = self.iterate(source, self.rng.choice(('map', 'filter')), lambda: self.bool(1))
        if made.data == 'map':
            made = self.iterate(source, 'map', lambda: self.int(depth, 1000))
        made.op = 'iterate_by_name'
        return Node('call', [made], INT, data='size', hi=1000)

    def int_if(self, depth):
        hi = 10**6
        return self.bound(Node('if', [self.bool(depth), self.branch(lambda: self.int(depth, hi)), self.branch(lambda: self.int(depth, hi))], INT, hi=hi))

    def int_ifs(self, depth):
        """Makes a chain of tests of one value."""
        value = self.bound(Node('%', [self.int(depth, 10**9), integer(self.rng.choice((10, 40, 100)))], INT, hi=100))
        many = self.rng.choice((3, 8, 16, 32))
        op = self.rng.choice(('==', '==', '<'))
        kids = []
        for index in range(many):
            kids += [Node(op, [value.copy(), integer(index + 1)], BOOL), self.branch(lambda: self.int(0 if many > 8 else 1, 1000))]
        return self.bound(Node('ifs', [*kids, self.branch(lambda: self.int(1, 1000))], INT, hi=1000))

    def int_case(self, depth):
        if self.rng.random() < 0.5:
            many = self.rng.choice((3, 7, 20))
            value = Node('%', [self.int(depth, 10**9), integer(many + 1)], INT)
            options = [Node('options', [integer(i)]) for i in range(many)]
        else:
            many, prefix = self.rng.choice((3, 7, 20)), self.word()
            value = Node('text', [text(prefix), Node('%', [self.int(depth, 10**9), integer(many + 1)], INT)], STR)
            options = [Node('options', [text(f'{prefix}{i}')]) for i in range(many)]
        kids = [value]
        for option in options:
            kids += [option, self.branch(lambda: self.int(1, 1000))]
        how = self.rng.choice(('case', 'case', 'selector'))
        kids.append(self.branch(lambda: self.int(1, 1000)))
        if how == 'selector':
            kids = [kid if kid.op != 'block' or len(kid.kids) == 1 else block([], [], integer(1)) for kid in kids]
        return self.bound(Node(how, kids, INT, hi=1000))

    def int_sum(self, depth):
        """Makes a reduce over a small array."""
        source = self.array(depth, True)
        name, memo = self.fresh('x'), self.fresh('s')
        outer, self.weight = self.weight, self.weight * 10

        def make():
            if self.rng.random() < 0.15:
                self.statements.append(Node('exit', [self.bool(1), var(memo, INT, 10**6)], data='next'))
            return Node('+', [var(memo, INT, 10**6), self.int(depth, 1000)], INT, hi=10**6)

        made = self.branch(make, [var(memo, INT, 10**6), var(name, source.kind[1], max(source.hi, 1))])
        self.weight = outer
        return Node('iterate', [source, integer(0), made], INT, data='reduce', hi=10**6)

    def int_search(self, depth):
        """Makes a loop that ends when it has found something."""
        source = self.array(depth, True)
        name = self.fresh('x')
        outer, self.weight = self.weight, self.weight * 10

        def make():
            self.statements.append(Node('exit', [self.bool(depth)], data='break'))
            return self.int(1, 1000) if self.rng.random() < 0.7 else self.text(1)

        made = self.branch(make, [var(name, source.kind[1], max(source.hi, 1))])
        self.weight = outer
        return Node('call', [Node('iterate', [source, made], arr(made.kind), data='map')], INT, data='size', hi=1000)

    def int_type_case(self, depth):
        value = self.bound(self.any(depth))
        kids = [value]
        for type_ in self.rng.sample(TYPES, self.rng.choice((2, 3, 5, 8))):
            kids += [Node('type', data=self.alias(type_)), self.branch(lambda: self.int(1, 1000))]
        return self.bound(Node('type_case', [*kids, self.branch(lambda: self.int(1, 1000))], INT, hi=1000))

    def int_match(self, depth):
        pattern = self.rng.choice([p for p in PATTERNS if r'(\d{1,6})' in p])
        group = 2 if pattern.index(r'(\d{1,6})') > 5 else 1
        name = self.fresh('g')
        yes = self.branch(lambda: Node('to_int', [var(name, 'digits')], INT, hi=10**6) if self.rng.random() < 0.7 else self.int(1, 1000), [var(name, 'digits')])
        return self.bound(Node('if_match', [self.text(depth), yes, self.branch(lambda: self.int(1, 1000))], INT, data=(pattern, group), hi=10**6))

    def int_with(self, depth):
        """Makes a lambda that is called at once and contains other lambdas."""
        values = [self.int(depth, 10**6) for _ in range(self.rng.choice((1, 2)))]
        params = [var(self.fresh('w'), INT, 10**6) for _ in values]
        return Node('with', [*values, self.branch(lambda: self.int(depth + (self.rng.random() < 0.4), 10**6), params)], INT, hi=10**6)

    def int_truncated(self, depth):
        return Node('%', [Node('truncate', [self.num(depth)], INT), integer(1000)], INT, hi=1000)

    def int_grouped(self, depth):
        source = self.array(depth)
        key = (lambda: Node('%', [self.int(1, 10**6), integer(3)], INT, hi=3)) if self.rng.random() < 0.5 else (lambda: Node('call', [self.text(1)], INT, data='length'))
        name = self.fresh('x')
        made = self.branch(key, [var(name, source.kind[1], max(source.hi, 1))])
        return Node('call', [Node('iterate', [source, made], tab(source.kind), data='group_by')], INT, data='size', hi=1000)

    def int_characters(self, depth):
        """Makes an expression for the number of parts, or of certain characters, of a text."""
        value = self.text(depth)
        if self.rng.random() < 0.5:
            parts = Node('call', [value, text(self.rng.choice(('-', 'o', '1')))], arr(STR), data='split')
        else:
            parts = Node('call', [value], arr(STR), data='characters')
            if self.rng.random() < 0.6:
                name = self.fresh('x')
                parts = Node('iterate', [parts, self.branch(lambda: Node('==', [var(name, STR), text('o')], BOOL), [var(name, STR)])], arr(STR), data='filter')
        return Node('call', [parts], INT, data='size', hi=10**5)

    # ---- numbers that may be Integers or Floats

    def float(self, depth):
        if depth <= 0:
            found = self.of_kind(lambda v: v.kind == FLOAT) if self.rng.random() < 0.6 else None
            return found or Node('float', kind=FLOAT, data=self.rng.choice((0.5, 1.25, 2.0, 3.75, 10.5)))
        if self.rng.random() < 0.4:
            return Node('*', [self.int(depth - 1, 1000), Node('float', kind=FLOAT, data=0.25)], FLOAT)
        return Node('+', [Node('*', [self.float(depth - 1), Node('float', kind=FLOAT, data=0.5)], FLOAT), self.float(depth - 1)], FLOAT)

    def num(self, depth):
        if self.spent(depth):
            return self.of_kind(lambda v: v.kind in (NUM, INT)) or self.float(0)
        return self.pick('num_leaf', 'num_sum', 'num_choice', 'num_extreme', 'num_float')(depth - 1)

    def num_leaf(self, _depth):
        return self.num(0)

    def num_float(self, depth):
        return self.float(depth)

    def num_sum(self, depth):
        return Node('+', [self.num(depth), self.num(depth)], NUM)

    def num_choice(self, depth):
        return Node('choose', [self.bool(depth), self.int(depth, 1000), self.float(depth)], NUM)

    def num_extreme(self, depth):
        return Node('call', [self.num(depth), self.num(depth)], NUM, data=self.rng.choice(('max', 'min')))

    # ---- texts

    def careful(self, node):
        """Makes an expression for a part of a text that may be long or grow."""
        return Node('slice', [node, integer(0), integer(self.rng.choice((3, 8)))], STR)

    def text(self, depth):
        if self.spent(depth):
            found = self.of_kind(lambda v: v.kind == STR) if self.rng.random() < 0.6 else None
            return self.careful(found) if found else text(self.word() + self.rng.choice(('', '1', '22')))
        return self.pick('text_leaf', 'text_interpolation', 'text_interpolation', 'text_slice', 'text_function', 'text_joined', 'text_format', 'text_field', 'text_case')(depth - 1)

    def text_leaf(self, _depth):
        return self.text(0)

    def text_interpolation(self, depth):
        parts = [text(self.word())]
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            parts.append(self.int(depth, 10**9) if self.rng.random() < 0.7 else self.text(depth))
            if self.rng.random() < 0.4:
                parts.append(text(self.rng.choice(('-', '.', ':', '/'))))
        return Node('text', parts, STR)

    def text_slice(self, depth):
        return Node('slice', [self.text(depth), integer(self.rng.choice((0, 1, 2))), integer(self.rng.choice((1, 4, 10)))], STR)

    def text_function(self, depth):
        value = self.text(depth)
        if self.rng.random() < 0.4:
            return Node('replace', [value], STR, data=(self.rng.choice(PATTERNS), self.rng.choice(('-', '', 'zz')), self.rng.choice(('G', ''))))
        return Node('call', [value], STR, data=self.rng.choice(('up_down', 'strip', 'up_down')))

    def text_joined(self, depth):
        source = self.array(depth)
        made = self.iterate(source, 'map', lambda: self.text(1)) if self.rng.random() < 0.6 else source
        return Node('call', [made, text(self.rng.choice((',', '-', '')))], STR, data='join')

    def text_format(self, depth):
        parts = [self.rng.choice(FORMATS) for _ in range(self.rng.choice((1, 2, 3)))]
        kids = [self.value(kind, depth, 10**6) if kind != NUM else self.float(depth) for _, kind in parts]
        return Node('format', kids, STR, data=(tuple(p[0] for p in parts), self.rng.choice(('-', ' ', ''))))

    def text_field(self, depth):
        found = self.field(STR)
        return self.careful(found) if found else self.text_interpolation(depth)

    def text_case(self, depth):
        value = Node('%', [self.int(depth, 10**9), integer(5)], INT)
        kids = [value]
        for index in range(4):
            kids += [Node('options', [integer(index)]), block([], [], self.text(0))]
        return self.bound(Node(self.rng.choice(('case', 'selector')), [*kids, block([], [], self.text(0))], STR))

    # ---- Booleans

    def bool(self, depth):
        if self.spent(depth):
            return Node('==', [Node('%', [self.leaf_int(), integer(self.rng.choice((2, 3, 7)))], INT), integer(0)], BOOL)
        return self.pick('bool_compare', 'bool_compare', 'bool_text', 'bool_in', 'bool_type', 'bool_match', 'bool_both', 'bool_any', 'bool_num')(depth - 1)

    def bool_compare(self, depth):
        return Node(self.rng.choice(('<', '>', '==', '!=', '<=')), [self.int(depth, 10**9), self.int(depth, 10**9)], BOOL)

    def bool_num(self, depth):
        return Node(self.rng.choice(('<', '>')), [self.num(depth), self.num(depth)], BOOL)

    def bool_text(self, depth):
        return Node('==', [self.text(depth), self.text(depth)], BOOL)

    def bool_in(self, depth):
        there = self.of_kind(lambda v: v.kind[0] == 'tab')
        if there and self.rng.random() < 0.6:
            count, prefix, _ = there.hi
            return Node('has', [Node('text', [text(prefix), Node('%', [self.int(depth, 10**9), integer(count + 3)], INT)], STR), there], BOOL)
        made = self.array(depth)
        return Node('in', [self.value(made.kind[1], depth, 1000), made], BOOL)

    def bool_type(self, depth):
        return Node('is', [self.bound(self.any(depth))], BOOL, data=self.alias(self.rng.choice(TYPES)))

    def bool_match(self, depth):
        return Node('match', [self.text(depth)], BOOL, data=self.rng.choice(PATTERNS))

    def bool_both(self, depth):
        if self.rng.random() < 0.2:
            return Node('not', [self.bool(depth)], BOOL)
        left = self.bool(depth)
        right = self.closed(lambda: self.bool(depth), lambda: self.bool(0))
        return Node(self.rng.choice(('and', 'or')), [left, right], BOOL)

    def bool_any(self, depth):
        return self.iterate(self.array(depth, True), self.rng.choice(('any', 'all')), lambda: self.bool(depth))

    # ---- other values

    def any(self, depth):
        """Makes a value whose type depends on a number."""
        there = self.of_kind(lambda v: v.kind == arr(ANY) and isinstance(v.hi, tuple))
        if there and self.rng.random() < 0.6:
            return Node('index', [there, Node('%', [self.leaf_int(), integer(there.hi[1])], INT)], ANY)
        if self.rng.random() < 0.2:
            found = self.of_kind(lambda v: v.kind in (ANY, INT))
            if found:
                return found
        ways = [
            lambda: self.int(1, 1000), lambda: Node('text', [text(self.word()), self.leaf_int()], STR), lambda: Node('bool', kind=BOOL, data=self.rng.random() < 0.5),
            lambda: Node('undef'), lambda: Node('array', [self.leaf_int(), self.leaf_int()], arr(INT)),
            lambda: Node('+', [self.leaf_int(), Node('float', kind=FLOAT, data=0.5)], FLOAT),
            lambda: Node('record', [self.leaf_int(), Node('text', [text('n'), self.leaf_int()], STR)], rec((('id', INT), ('name', STR)))),
        ]
        kids = [Node('%', [self.leaf_int(), integer(7)], INT)]
        for index, way in enumerate(self.rng.sample(ways, self.rng.choice((2, 3, 5)))):
            kids += [Node('options', [integer(index)]), block([], [], self.closed(way, lambda: integer(5)))]
        kids.append(block([], [], self.leaf_int()))
        return Node('selector', kids, ANY)

    def record_kind(self):
        return rec([('id', INT), ('name', STR), *[(f'{self.word()}{i}', self.rng.choice((INT, INT, STR))) for i in range(self.rng.choice((0, 1, 3, 8)))]])

    def record(self, kind, depth):
        return Node('record', [self.value(k, depth - 1, 1000) for _, k in kind[1]], kind, hi=1000)

    def alias(self, type_):
        """Returns the type, sometimes by an alias."""
        if self.theme != 'aliases' and self.rng.random() < 0.8:
            return type_
        for name, known in self.result.aliases:
            if known == type_:
                return ('alias', name)
        name = f'T{len(self.result.aliases)}'
        self.result.aliases.append((name, type_))
        return ('alias', name)

    def parameter_type(self, kind, hi, style):
        if style not in ('types', 'aliases') and self.rng.random() < 0.5:
            return None
        if isinstance(kind, tuple):
            return ('Array', ('Integer',))
        type_ = {INT: self.rng.choice((('Integer',), ('Integer', 0, 10**7), ('Numeric',))), STR: ('String',), NUM: ('Numeric',), ANY: None}[kind]
        return self.alias(type_) if type_ and style == 'aliases' else type_
