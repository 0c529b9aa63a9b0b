foo
foo()
foo 1, 2
foo(1, *a, **b, &c)
foo a: 1, 'b' => 2
foo(a, b: 1) { |x| x }
foo a, b do |x, (y, *z), k = 1, *r, key:, opt: 2, **kr, &blk|
  x + y
end
foo.bar baz do |x| x end
foo bar { |x; l| l = x }
foo [1], { a: 1 }
foo -1
foo - 1
foo *args
foo &:sym
foo /re/
foo %w[a]
foo ? 1 : 2
x = 5
x -1
x /2
x [0]
x ? 1 : 2
a.b.c&.d(1)&.e
a::B::c(1)
a.(1)
a[1, 2][3]
a[1] = 2
a[1] += 2
a.b = 3
a.b ||= 4
a.b&.c = 1
A::B = 1
::C
@x ||= {}
$g = @@h = 1
Float "2"
puts [1, 2].map do |n| n end
puts([1, 2].map { |n| n * 2 }.select(&:even?))
foo
  .bar(1)
  # a comment
  &.baz
  .qux
yield
yield 1, 2
yield(a)
super
super()
super a, b
-> { 1 }
->(a, b = 2) { a + b }
-> x, y do x end
lambda do |x| x end
[1, 2].each_with_index.map { _1 + _2 }
!a
not a
a and b or not c
a && !b || c
a <=> b
a != b && a !~ c
-a + +b - ~c
a ** -b
1 + 2 * 3 % 4 << 1 & 7 | 8 ^ 9
a = b = c
a = b, c
a = *b
a = *b, c
a, b = b, a
a, (b, *c), *d = 1, [2, 3], 4
*a, b = c
(a, b), c = d
a, b.c, d[0], @e, $f, G = x
a += 1
a ||= 2
a &&= 3
a <<= 1
a = b rescue c
a = if b then c else d end
defined? x
defined?(@y) && z
return if a
foo(not(a))
foo (1 + 2) * 3
foo (1), 2
puts "a" if b unless c
raise Foo, 'x' unless a rescue nil
p(*a, k: 1)
p((a; b))
foo(bar 1)
a ? b : c ? d : e
a ?b :c
x = a ? "#{b}:c" : :d
