a = 'it''s' "b" 'c'
b = "t\ab\u00e9\u{1F600 61}\x41\101\cA\C-b\M-c#{a}#@x#$y\
joined"
c = %q(a (nested) b) + %Q[x#{1 + 1}y] + %(z) + %w[a b\ c d].join + %W[a#{1}b c].join
d = [:sym, :"with space", :'q', :a?, :b!, :c=, :[]=, :+, :<=>, :@iv, :$gv, %s(x y), %i[a b], %I[a#{1} b]]
e = [1_000, 0x1F, 0b101, 0o17, 017, 1.5, 1e3, 1.5e-3, -2, +3, -2 ** 2, 3i]
f = /a\/b#{a}[x]/im =~ 'x'
g = %r{a/b\}c}x
h = { a: 1, 'b' => 2, "c d": 3, if: 4, **b, a => b }
i = [1, *h, { a: 1 }, b: 2, 'c' => 3]
j = ?a + ?\n
k = <<~TEXT + <<-'RAW' + <<PLAIN
    first #{a}
      second\tx

    third
TEXT
  raw #{no} \n
  RAW
plain #{<<~INNER}
  inner
INNER
PLAIN
l = (1..2).to_a + (1...3).to_a + [1..] + [..5]
m = `ls #{a}`
n = __FILE__ + __LINE__.to_s
o = /(?<year>\d+)-(?<mon>\d+)/ =~ '2020-10'
p year, mon
q = "#{"nested #{'deep'}"}"
r = "a" \
    "b"
