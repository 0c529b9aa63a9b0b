# comment
=begin
block comment
=end
module A::B
  class C < D::E
    attr_reader :x
    X = 1
    class << self
      def make(*) = new
      private

      def other; end
    end
    def initialize(a, b = 1, *c, d, e:, f: 2, **g, &h)
      @a = a
    end
    def self.x(a) a end
    def ==(o) = o.class == self.class
    def [](i) @a[i] end
    def x=(v)
      @x = v
    end
    def q?; !@x.nil? end
    alias old new
    alias_method :y, :z
    undef :gone
    alias $new $old
  end
end
def no_parens a, b = 2, *c
  return a, b if c
  return
end
if a
  1
elsif b then 2
else
  3
end
unless a then 1 else 2 end
while a do b end
until a
  b
  break if c
  next 1 if d
  redo
end
begin
  x
end while y
begin; x; end until y
case a
when 1, 2 then :x
when *list, Foo
  :y
when /re/, 'a'..'b'
  :z
else
  :w
end
case
when a then 1
end
for i in 1..3 do
  puts i
end
for a, b in h
  puts a
end
begin
  risky
rescue A, B => e
  one
  retry
rescue *LIST => @err
  two
rescue
  three
else
  four
ensure
  five
end
def m
  work
rescue StandardError => e
  log(e)
  raise
ensure
  done
end
list.each do |x|
  work x
rescue Foo
  nil
ensure
  y
end
x = begin
  1
rescue
  2
end
a if b and c
puts(<<~A, <<~B)
  one
A
  two
B
h = {
  a: 1,
  # note
  b: [
    1,
    2,
  ],
}
call(
  a,
  b: c,
)
a &&
  b ||
  c
a = b +
  c
v = [*1..3, *c]
catch(:x) { throw :x, 1 }
def setup; yield self if block_given?; end
p __method__
BasicObject.new.then { |it| it }
1.then { |a, | a }
{}.each { |(k, v), i| k }
h.each_pair { |k, v = 1| }
x.y z do end
x = y do |z| z end
a = [b, (c if d)]
puts a; puts b
