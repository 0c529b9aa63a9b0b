#!/usr/bin/env ruby
# frozen_string_literal: true
# Compares generated calls of methods of Ruby's core, which bunraku runs natively, with the results of this Ruby.
#
#   ruby_calls.rb BUNRAKU SEED COUNT [--given-up] [--show N]
#
# A call has a receiver (a literal, or in one of five calls a value of the Puppet language), a method of the table
# in catalog/src/ruby/native/methods/mod.rs with arguments and a block, or a few statements. bunraku runs it in a
# template with `--ruby off`. Afterwards the value, the receiver, a second variable for the receiver, and the
# variable of the Puppet language must look the same. bunraku may give up, but must not give another result. A seed
# makes the same calls each time. --given-up shows the calls for which bunraku gives up most often although Ruby
# returns a value. The exit code is 1 if a call differs.
require 'base64'
require 'cgi'
require 'digest'
require 'erb'
require 'ipaddr'
require 'json'
require 'pathname'
require 'set'
require 'shellwords'
require 'timeout'
require 'uri'
require 'yaml'

# A stand-in for the class of Puppet, with the methods that templates call.
module Puppet
  module Pops
    module Types
      module PSensitiveType
        Sensitive = Struct.new(:unwrap) do
          def to_s = 'Sensitive [value redacted]'
          def inspect = "#<#{self}>"
        end
      end
    end
  end
end

# Makes the calls of a seed.
class Calls
  INTEGERS = %w[0 1 2 3 4 5 -1 -2 7 8 10 16 64 -7 255 1000 65535 -1000000 4294967296 9223372036854775807 -9223372036854775808].freeze
  FLOATS = %w[0.0 -0.0 1.0 1.5 -2.5 2.5 0.5 3.14159 1e20 0.1 100.0 2.675 -0.4 1e-5 1.0e15 1e16 123456789.123456789 1e100 9007199254740993.0 0.1e-3 1.005 1e23].freeze
  TEXTS = [
    "''", "'a'", "'abc'", "'Hello World'", "'  x y  '", '"a\nb\n"', '"a\r\n"', '"a\r"', '"a\n\n"', '"\n"', '"a\n\nb\n\n\n"',
    "'a,b,,c,,'", "'12'", "'-3.5x'", "'0x1f'", "'é'", "'aÉb'", "'straße'", "'日本語'", "'a.b.c'", "'foo=bar; baz=qux'", '"tab\there"',
    "'%s-%05d'", "'10.0.0.1/24'", "'aaa'", "'AbC'", "' '", "'/etc/x.conf'", "'/etc//x/'", "'a/b/'", "'//'", "'..'", "'.bashrc'", "'a.tar.gz'", "'a\\\\b'", "'\"q\"'",
    '"\e[0m"', '"a\0b"', "'\#{x}'", "'it''s'", "'1_000'", "'1e3'", "'-'", "'a-z'", "'^a'", "'a-'", "'z9'", "'Zz'", "'az'", "'a9-z'", "'aé-é'", "'foo::bar'", "'true'", "'x' * 70",
    '"a b\tc\nd"', "'🎉a'", "'e\u0301'", "'ﬁ'", "'hello hello'", "' 42 '", "'+7'", "'0b11'", "'017'", "'0o17'", "'1.5e-3'", "'.5'", "'5.'", "'a:b:c'", "'key: value'",
    "'--x=1 --y'", "'a$b'", "'$1'", "'\\\\1'", "'\\\\0'", "'&'", "'<a href=\"x\">'", "'[1, 2]'", "'{\"a\": [1, null, 2.5]}'", "'YWJj'", "'a\u00a0b'",
  ].freeze
  SYMBOLS = [':a', ':abc', ':"a b"', ':x?', ':size', ':to_s', ':upcase', ':+', ':B', ':é', ':"1a"', ':[]', ':a='].freeze
  LISTS = [
    '[]', '[1]', '[3,1,2]', '[1,2,3,4,5,6]', "['b','a','c']", "['a','b','a']", '[nil,1,nil]', '[[1,2],[3,4]]', "[['a',1],['b',2]]",
    "[1,'a',:s,nil,true,1.5]", '[1.0,2,3.5]', '[[1,[2,[3]]]]', '[false,nil]', '%w[x y z]', "[1,1.0,'1']", "['B','a','C']", "[{'a'=>1},{'a'=>2}]",
    '[[]]', '[nil]', '[[],[1]]', "['é','É','e']", '[0.0,-0.0]', '[[1,2],[3]]', '[2,1,2,1]', "['10','9','1']", "[['b',1],['a',1]]", "['a','A']", '[1,[1],[[1]]]',
    '[1,2].freeze', "[:b,:a]", "%w[a1 a10 a2]", '(1..20).to_a', "[' a','b ']", '[0.1,0.2,0.3]', "['x=1','y=2']", "[[[1,2],3],[[4,5],6]]", '[true,false]', '[1..2]',
  ].freeze
  HASHES = [
    '{}', "{'a'=>1}", "{'b'=>2,'a'=>1}", '{:a=>1,:b=>nil}', "{'x'=>[1,2],'y'=>{'z'=>3}}", "{1=>'one',2=>'two'}", "{'a'=>nil}", "{'k'=>'v','l'=>'v'}",
    '{nil=>1}', '{1=>1,1.0=>2}', '{[1]=>2}', '{a: 1, "b": 2}', "{'a'=>{'b'=>{'c'=>1}}}", '{true=>1,false=>0}', "{'é'=>'ü'}", "{'c'=>3,'a'=>1,'b'=>2}",
    '(1..20).to_h { |i| ["k#{i}", i] }', '(1..18).map { |i| [i, i.to_s] }.to_h', "{'a'=>'x'}.freeze", "{'a'=>[],'b'=>{}}", '{0.0=>1,-0.0=>2}', "{:a=>1,'a'=>2}", '{1.5=>:x}', "{'x'=>['p','q'],'y'=>['r']}",
    "{{'a'=>1}=>2}", 'Hash.new(5)', 'Hash.new { |h, k| h[k] = [k] }',
  ].freeze
  RANGES = %w[(1..5) (0...3) (5..1) (-2..2) (1..1) (1...1) (-3..-1) (0..-1) (1..-2) (2..) (..2) ('a'..'e') (1.0..2.5) ('a'...'c')].freeze
  PATTERNS = [
    '/a/', '/(\d+)/', '/[aeiou]/', '/^(\w)(\w)?/', '/\s+/', '/x*/', '/(?<n>b)/', '/,/', '/\A\z/', '/B/i', '/a.b/m', '/ a  b /x', '/(?<k>\w+)=(?<v>\w+)/', '/$/', '/^/', '/\b/', '/(a)|(b)/',
    '/[[:upper:]]/', '/\p{L}/', '/é/i', '/\.conf\z/', '/(?i)b/', '/[^a-z]/', '/\n/', '/\n\z/', '/\Z/', '/(.)\1/', '/(?=b)/', '/\//', '/./', '//', '/\W/', '/(x)?(a)?/', '/a|b/ix',
  ].freeze
  MATCHES = ["'abc'.match(/(b)(x)?/)", "'a1b2'.match(/(?<l>[a-z])(?<d>\\d)/)", "'éab'.match(/a/)", "'k=v'.match(/(?<k>\\w)=(?<v>\\w)/)"].freeze
  OTHERS = %w[nil true false].freeze
  CLASSES = %w[String Integer Hash Array Symbol NilClass Numeric Float TrueClass].freeze
  FAMILIES = {
    integer: INTEGERS, float: FLOATS, text: TEXTS, symbol: SYMBOLS, list: LISTS, hash: HASHES, range: RANGES, pattern: PATTERNS, match: MATCHES, other: OTHERS,
  }.freeze
  # Texts, arrays and hashes are the most common values in templates.
  RECEIVERS = %i[integer integer float text text text text text symbol list list list list list hash hash hash hash range pattern match other].freeze
  ARGUMENTS = %i[integer integer integer text text text list hash pattern symbol range float other].freeze
  OPERATORS = %w[== === =~ <=> < <= > >= + - * / % ** & | ^ >> << != !~].freeze
  # Names that are not in the table, to see how often they would be used.
  WANTED = %w[
    sub! gsub! upcase! downcase! capitalize! strip! lstrip! rstrip! chomp! chop! squeeze! tr! delete! reverse! swapcase! succ oct bytes each_byte
    rassoc difference union intersection intersect? find_all sort_by! rotate! map! collect! filter! filter compact! minmax_by cycle each_entry
    itself tap instance_of? frozen? fdiv gcd lcm bit_length nan? infinite? finite? modulo remainder sum none? chunk_while slice_when combination
    permutation filter_map each_with_index to_proc names options transform_keys! transform_values! key? default compare_by_identity dig to_r magnitude
    insert slice! clear ascii_only? valid_encoding? encoding unicode_normalize getbyte byteslice casecmp tr_s upto next! codepoints grapheme_clusters
    undump dump crypt lines partition deconstruct sum take_while bsearch fill values_at push pack unpack unpack1 zip step % begin first last count
    integer? ceil floor round pred to_c numerator
  ].freeze
  PARAMETERS = {
    '' => [], '|v|' => %w[v], '|v, w|' => %w[v w], '|k, v|' => %w[k v], '|v, *r|' => %w[v r], '|*r|' => %w[r], '|(v, w), u|' => %w[v w u],
    '|k, v, w|' => %w[k v w], '|v,|' => %w[v], '|*r, v|' => %w[r v], '|k, (v, w)|' => %w[k v w], '|v, (w, *r)|' => %w[v w r], '|v, w = 7|' => %w[v w], '|v; n|' => %w[v],
  }.freeze
  BODIES = [
    'V', 'V', 'V.to_s', 'V.nil?', 'V == W', 'V <=> W', 'W <=> V', 'V.to_s <=> W.to_s', '[V, W]', 'V.to_s + W.to_s', 'V.to_s.size', 'next 5 if V == 1; W', 'break 9 if V == 2; W',
    'break if V.nil?; V', 'next if V == "a"; [V]', 'V.is_a?(Integer) && V > 1', 'true', 'nil', '1', '"x"', 'V.upcase', 'V.size', 'V * 2', 'V + W', 'V[0]', '"#{V}-#{W}"', 'V ? W : 3',
    '(n ||= 0; n += 1)', 'q << V', 'q << V; W', 'q += [V]; V', 'x[1] = 9', 'x[V] = W; V', 'x.shift; V', 'x.clear', 'V.class', 'case V when 1, "a" then :one when String then :text else W end', 'V.is_a?(String) ? V.upcase : V', '{V => W}', '[V.to_s, W]',
    'y.size', 'V =~ /a/', 'V.to_s =~ /(\w)/; $1', 'V.to_s.sub(/a/) { |m| m * 2 }', 'V > 1', 'V.even?', 'V.length', '-V', 'V.to_a', 'V.empty?', 'V.first', 'V.start_with?("a")', 'V.to_i', 'V.to_sym', 'v = V; v', 'V << "z"', 'V << 9', 'x << V', 'x.delete(V)',
  ].freeze
  PASSED = %w[to_s nil? size upcase to_i even? first empty? to_sym class inspect last keys length strip reverse odd? zero? itself + * to_a join downcase <=>].freeze
  STATEMENTS = [
    'JSON.generate(x)', 'JSON.pretty_generate(x)', 'JSON.parse(x)', 'x.to_json', 'JSON.parse(JSON.generate(x))', 'Integer(x)', 'Float(x)', 'String(x)', 'Array(x)', 'Integer(x, 10)', 'Integer(x, 16) rescue 0',
    'format(x, A)', 'sprintf("%s|%5d|%-4s|%x", x, A, A, A)', '"%s" % x', '"%d" % x', '"%.2f" % x', '"%05.1f|%+d|%e" % [x, x, x]', '"%s %p" % [x, A]', '"%-6s|%6s|%06d" % [x, x, A]', '"%{a} %<b>d" % {a: x, b: I}',
    '"%b %o %X %#x %c %%" % [x, x, x, x, x]', 'format("%3$s %1$s", x, A, A)', 'format("%*d", I, x)', '"%g %10.3e %a" % [x, x, x]', '"%.3s|%5.1s" % [x, x]', '"% d|%+05d|%-5d|" % [x, x, x]',
    'File.join(x, A)', 'File.join(T, T, T)', 'File.basename(x)', 'File.basename(x, ".conf")', 'File.basename(x, ".*")', 'File.dirname(x)', 'File.extname(x)', 'Digest::MD5.hexdigest(x)', 'Digest::SHA1.hexdigest(x)', 'Digest::SHA256.base64digest(x)', 'Digest::SHA512.hexdigest(x)', 'Digest::SHA256.hexdigest(x)[0, 8]',
    'Base64.encode64(x)', 'Base64.strict_encode64(x)', 'Base64.strict_decode64(x)', 'Base64.decode64(x)', 'Base64.urlsafe_encode64(x)', 'Regexp.escape(x)', 'Shellwords.escape(x)', 'x.shellescape', 'Shellwords.split(x)', 'Shellwords.join(x)',
    'case x when 1..3 then :r when String then :s when /a/ then :m when nil then :n else :e end', 'case x when Hash, Array then 1 when Integer, Float then 2 when Symbol then 3 else 4 end', 'case x when A, A then 1 when A then 2 end', 'case when x.nil? then 1 when x == A then 2 else 3 end', 'case x when *L then 1 else 2 end', 'case x.to_s when /^(\w)/ then $1 when "" then 0 end',
    'x ? 1 : 2', '!x', '-x', '+x', '~x', 'x && A', 'x || A', 'not x', 'x and A', '(x.nil? ? 1 : [x]).inspect', '[*x, 1]', '[*x, *A]', '"#{x}!"', '"a#{x}b#{A}"', ':"#{x}"', "\"\#{x['a']}\"", '"#{x}" "b"', '{x => 1, **{"a" => 2}}', '[x, A].flatten.compact.join(T)',
    '(a, b = x; [a, b])', '(a, *b = x; [a, b])', '(*a, b = x; [a, b])', '(a, (b, c) = x; [a, b, c])', '(a, b = A, x; a, b = b, a; [a, b])', '(a = b = x; [a, b])', '(a, b = x, A; [a, b])', '(a, *b, c = x; [a, b, c])',
    '(q = x; q += A; q)', '(q = x; q ||= A; q)', '(q = x; q &&= A; q)', '(q = x; q -= A; q)', '(q = x; q *= A; q)', '(q = x; q |= A; q)', '(q = x; q <<= A; q)', '(q = x; q %= A; q)', '(q = {}; q[x] ||= A; q[x] ||= 1; q)', '(q = {"a" => 1}; q["a"] += I; q["b"] = x; q)', '(x["a"] ||= A; x)', '(x[0] += I; x)', '(x[A] = A; x)',
    '(h = Hash.new(0); [x, x, A].each { |k| h[k] += 1 }; h)', '(h = Hash.new { |hh, k| hh[k] = [] }; h[x] << 1; h[A] << x; h)', '(h = Hash.new { |hh, k| k.to_s * 2 }; [h[x], h.size, h.key?(x), h.fetch(x, 1), h.dig(x)])', '(h = Hash.new(3); [h[x], h.to_a, h.merge({1 => 2})[5], h.values_at(x), h.dup[9], h.select { true }[0]])', '(h = Hash.new([]); h[x] += [1]; h[A] << 2; [h, h[:none]])',
    '(s = +""; s << x; s << "b"; s)', '(s = "ab"; s.gsub!(x, "z"); s)', '(s = "ab" + T; t = s; s.upcase!; [s, t])', '(s = T.dup; t = s; s << "!"; [s, t])', '(s = T + ""; r2 = s.sub!(P, T); [r2, s])', '(s = T + ""; s.strip!; s)', '(s = T + ""; s.chomp!; s)', '(s = T + ""; s.tr!(T, T); s)', '(s = T + ""; s[0] = "Q"; s)', '(s = T + ""; s.insert(1, "Q"); s)', '(s = T + ""; s.prepend("Q"); s)', '(s = T + ""; s.replace("Q"); s)', '(s = T + ""; l = [s]; s << "x"; l)', '(s = T + ""; h = {s => 1}; s << "x"; [h, s])',
    '(l = L; m = l; l << 1; l.push(2, 3); l.unshift(0); [l, m])', '(l = L + []; l.map! { |e| e.to_s }; l)', '(l = L + []; l.concat([1]); l.delete(1); l.reverse!; l)', '(l = L + []; l.sort_by! { |e| e.to_s }; l)', '(l = [x]; l << l.size; k = l.dup; l.pop; [l, k])', '(l = [[x]]; k = l.dup; l[0] << 1; [l, k])', '(l = L + []; l.uniq!; l)', '(l = L + []; l.compact!; l)', '(l = L + []; l.flatten!; l)', '(l = L + []; l[I] = x; l)', '(l = L + []; l[I, I] = x; l)', '(l = L + []; l.insert(I, x); l)', '(l = L + []; [l.delete_at(I), l.shift, l.pop, l])', '(l = L + []; l.fill(0); l)', '(l = L + []; l.slice!(I); l)', '(l = L + []; l.reject! { |e| e.nil? }; l)',
    '(h = {}.merge(H); h["n"] = x; h.delete("a"); h.store(:s, 1); h)', '(h = {}.merge(H); h.merge!(H) { |k, a, b| [a, b] }; h)', '(h = {}.merge(H); h.each { |k, v| h[k] = 1 }; h)', '(h = {}.merge(H); h.delete_if { |k, v| v == 1 }; h)', '(h = {}.merge(H); h.transform_values!(&:to_s); h)', '(h = {}.merge(H); h.reject! { |k, v| v.nil? }; h)', '(h = {}.merge(H); h.update(H); [h, h.shift, h])', '(h = H; k = h.dup; k["new"] = 1; [h.size, k.size])', '(h = {"a" => []}; h["a"] << x; g = h; g["a"] << 1; h)', '(h = {}.merge(H); h.keep_if { |k, v| v }; h.clear; h)', '(h = {}.merge(H); h.compact!; h)', '(h = {}.merge(H); h.select! { |k, v| v }; h)', '(h = {}.merge(H); h.default = 4; h[:none])',
    '(i = 0; while i < 3; i += 1; end; i)', '(i = 0; s = []; until i >= 4; i += 1; next if i == 2; s << i; end; s)', '(s = []; for e in x; s << e; end; s)', '(s = []; for a, b in x do s << b; end; s)', '(i = 0; begin; i += 1; end while i < 3; i)', '(s = []; x.each { |e| break if e == 2; s << e }; s)', '(i = 5; i -= 1 while i > A; i)', '(s = 0; 1.upto(I) { |e| s += e; break s if e > 3 })', '(s = []; 3.times { |e| next if e == 1; s << e }; s)', '(s = []; x.each_with_index { |e, i| s << [i, e] }; s)', '(s = []; I.step(I, 2) { |e| s << e }; s)', '(s = []; (1..3).each { |a| (1..a).each { |b| s << a * b } }; s)', '(loop { break 7 })',
    '(x =~ /(\w)(\d)?/; [$1, $2])', '(if x =~ /(b)/ then $1 else $~.nil? end)', '(if x.to_s =~ P then [$~[0], $1] end)', '(m = x.to_s.match(P); m && [m[0], m[1], m.pre_match, m.post_match])', '(m = x.to_s.match(/(?<f>\w)(?<s>.)?/); m && [m[:f], m["s"], m.names, m.captures])', '(x.to_s =~ P) ? $~.pre_match : 0', 'x.to_s[P]', 'x.to_s[/(\w)(.)/, 1]', 'x.to_s[/(?<q>[a-c])/, "q"]', 'x.to_s.slice(I, I)', 'x.to_s !~ P', 'x.to_s.match?(P)', 'x.to_s.gsub(P) { $~[0] * 2 }', 'x.to_s.gsub(/(\w)/) { $1.upcase }', 'x.to_s.gsub(P, T)', 'x.to_s.gsub(/(a)(b)?/, "<\\\\1\\\\2>")', 'x.to_s.gsub(/[ab]/, "a" => "1", "b" => 2)', 'x.to_s.sub(P, T)', 'x.to_s.sub(P) { |m| m.to_s * 2 }', 'x.to_s.gsub(T, T)', 'x.to_s.gsub(/(?<z>[a-c])/, "[\\\\k<z>]")', 'x.to_s.gsub(P, "[\\\\0]")', 'x.to_s.gsub(P, "\\\\`|\\\\\'|\\\\&")', 'x.to_s.scan(P)', 'x.to_s.scan(P) { |m| q << m }', 'x.to_s.scan(T)', '/#{x}/ =~ "a" ', 'x.to_s =~ /#{T}/', 'Regexp.new(x)', 'Regexp.new(T) =~ x.to_s', 'Regexp.union(x)', 'P.source', 'P.inspect', 'P.to_s', 'P === x', 'P.match(x)', 'P.match?(x)', '"a#{P}"',
    'x&.size', 'x&.to_s&.upcase', '(begin; x.size; rescue; 0; end)', '(begin; x.fetch(A); rescue KeyError, IndexError; :none; end)', '(begin; raise "no"; rescue => e; e.message; end)', '(begin; Integer(x); rescue ArgumentError, TypeError; nil; end)', '(begin; x; ensure; q << 1; end; q)', 'x.size rescue 0', '(catch(:d) { throw :d, 4 })',
    'x.to_s.split(A)', 'x.to_s.split(A, I)', 'x.to_s.split(P)', 'x.to_s.split', 'x.to_s.tr("a-c", "x-z")', 'x.to_s.tr(T, T)', 'x.to_s.delete(T)', 'x.to_s.count(T)', 'x.to_s.squeeze(T)', 'x.to_s.center(9, "*")', 'x.to_s.ljust(I.abs.clamp(0, 30), T)', 'x.to_s[1..-2]', 'x.to_s[0, 2]', 'x.to_s[A]', 'x.to_s[I..]', 'x.to_s[I...I]', 'x.to_s[-3, 2]', 'x.to_s.start_with?("a", "1")', 'x.to_s.start_with?(P)', 'x.to_s.end_with?(T, T)', 'x.to_s.lines.map(&:chomp)', 'x.to_s.each_line.with_index { |l, i| q << [i, l] }', 'x.to_s.each_char.to_a', 'x.to_s.chars.each_slice(2).map(&:join)', 'x.to_s.unpack("C*")', 'x.to_s.bytes', 'x.to_s.encode("UTF-8")', 'x.to_s.force_encoding("UTF-8")', 'x.to_s.next', 'x.to_s.ord', 'x.to_s.to_i(I)', 'x.to_s.upto("e").to_a', 'x.to_s.partition(P)', 'x.to_s.rpartition(T)', 'x.to_s.index(T, I)', 'x.to_s.rindex(T)', 'x.to_s.index(P)', 'x.to_s.casecmp?(T)', 'x.to_s * 2', 'x.to_s.insert(1, "q")',
    'defined?(x)', 'defined?(nothing)', 'x.to_a.each_slice(2).map { |a| a.size }', 'x.to_a.each_with_index.map { |a, i| [i, a] }', 'x.map.with_index { |a, i| i }', 'x.map.with_index(1) { |a, i| [a, i] }', 'x.each.with_index(1) { |a, i| q << i }', 'x.each_with_index.to_a', 'x.each_slice(2).to_a', 'x.each_cons(2).to_a', 'x.each_with_index.select { |a, i| i > 0 }', 'x.select.with_index { |a, i| i.even? }', 'x.each_char.with_index.map { |c, i| c * i }', 'x.group_by(&:itself).map { |k, v| [k, v.size] }', 'x.each_with_object({}) { |a, m| m[a] = 1 }',
    'x.sort_by { |a| a.to_s }', 'x.sort_by { |a, b| b }', 'x.sort_by { |a, b| [b, a] }', 'x.sort_by { |a| -a }', 'x.sort { |a, b| b.to_s <=> a.to_s }', 'x.sort { |a, b| b <=> a }', 'x.sort { |(k, v), (l, w)| k <=> l }', 'x.min_by { |a| a.to_s }', 'x.max_by { |k, v| v }', 'x.group_by { |a| a.class }', 'x.group_by { |a, b| b }', 'x.each_with_object([]) { |a, m| m << a }', 'x.each_with_object({}) { |(k, v), m| m[v] = k }', 'x.inject { |a, b| "#{a}#{b}" }', 'x.inject(:+)', 'x.inject(1) { |a, b| a }', 'x.reduce(0) { |s, a| s + a.to_s.size }', 'x.inject({}) { |h, (k, v)| h[k] = v; h }', 'x.inject { |m, (k, v)| m }', 'x.to_h { |a, b| [b, a] }', 'x.sum { |a| a.to_s.size }', 'x.sum', 'x.sum(0.0)', 'x.zip([1, 2])', 'x.zip(A, L)', 'x.each_cons(2) { |a, b| q << [b, a] }', '%w[a b].each { |e| x }', 'x.map(&:to_s)', 'x.map { |e| e.to_s }.sort.uniq', 'x.map { |k, v| "#{k}=#{v}" }.join(" ")', 'x.sort.map { |k, v| "#{k}=#{v}" }.join(" ")', 'x.sort_by { |k, v| k.to_s }.each { |k, v| q << "#{k}:#{v}" }',
    'x.transform_values(&:to_s)', 'x.transform_values { |v| v }', 'x.transform_keys(&:to_s)', 'x.transform_keys({"a" => "b"})', 'x.merge({"a" => 5}) { |k, a, b| [a, b] }', 'x.merge(H, H)', 'x.select { |k, v| v }', 'x.reject { |k, v| v.nil? }', 'x.select { |k| k }', 'x.any? { |k, v| v }', 'x.all? { |k, v| v }', 'x.none?(P)', 'x.any?(Integer)', 'x.all?(String)', 'x.count { |k, v| v }', 'x.find { |k, v| v == 1 }', 'x.partition { |k, v| v }', 'x.sort.first', 'x.sort.to_h', 'x.sort_by { |k, v| v.to_s }.to_h', 'x.keys.map(&:to_s).sort.join("-")', 'x.dig("x", 1)', 'x.dig(0, 1)', 'x.dig("a", "b", "c")', 'x.fetch("a", 7)', 'x.fetch("zz") { |k| k }', 'x.fetch(I, A)', 'x.key?("a")', 'x.delete("a")', 'x.delete("zz") { |k| 1 }', 'x.flatten(1)', 'x.flatten', 'x.compact.uniq.reverse', 'x.first(2)', 'x.last(2)', 'x.values_at(0, 2)', 'x.values_at("a", "q")', 'x.values_at(0..1)', 'x.rotate', 'x.take_while { |a| a != 3 }', 'x.max(2)', 'x.min(2)', 'x.minmax', 'x.count(A)', 'x.index(A)', 'x.join(", ")', 'x.join(T)', 'x.join', 'x.insert(1, 9)', 'x.push(1, 2)', 'x.concat([1], [2])', 'x.unshift(0)', 'x.pop', 'x.shift', 'x.pop(2)', 'x.delete_if { |a| a == 1 }', 'x.map! { |a| a }', 'x.select! { |a| a }', 'x.product([1, 2])', 'x.transpose', 'x.tally', 'x.cycle.first(3)', 'x.lazy.map { |e| e }.first(2)', 'x.each_entry.to_a', 'x - L', 'x + L', 'x & L', 'x | L', 'x * ","', 'x * 2', 'x <=> L', 'x == L', 'x.include?(A)', 'x.assoc(A)', 'x.invert', 'x.min_by { |k, v| v }', 'x.sum { |k, v| v }', 'x.grep(P)', 'x.grep(Integer)', 'x.grep(1..3)', 'x.grep_v(P)', 'x.grep(P) { |e| e * 2 }', 'x.sort.reverse', 'x.reverse_each { |e| q << e }', 'x.each_entry { |e| q << e }', 'x.filter_map { |e| e if e }', 'x.each_slice(I) { |e| q << e }', 'x.partition(&:nil?)', 'x.slice(*A)', 'x.except("a", :a)', 'x.chunk_while { |a, b| b == a + 1 }.to_a', 'x.to_set.size', 'x.sum.to_f / x.size', 'x.step(2).to_a', 'x % 2', '1.step(10, 4).to_a', 'x.each_slice(3).with_index.map { |s, i| [i, s] }',
    'x.is_a?(K)', 'x.kind_of?(K)', 'x.instance_of?(K)', 'x.class == K', 'x.class.name', 'x.class.to_s', 'K === x', 'x.respond_to?(:each)', 'x.respond_to?(SYM)', 'x.frozen?', 'x.equal?(x)', 'x.eql?(A)', 'x.equal?(nil)', 'x.hash == x.hash', 'x.then { |e| [e] }', 'x.tap { |e| q << e }', 'x.itself', 'x.method(:size).call', 'x.send(:to_s)', 'x.public_send(:size)', 'x.instance_variables', 'x.object_id == x.object_id', 'x.to_s.to_sym.inspect', 'x.between?(A, A)', 'x.clamp(A, A)', 'x.round(I)', 'x.floor(I)', 'x.ceil(I)', 'x.to_s(2)', 'x.to_s(16).rjust(4, "0")', 'x.divmod(I)', 'x.fdiv(I)', 'x / 3', 'x % 3', 'x ** 2', 'x.digits', 'x.pow(2, 5)', 'x <=> A', '(x + 0.1).round(2)', 'x.to_f / 3', '(x * 1.1).to_i', 'x.abs.to_s.size', 'rand(1)', 'Time.at(0).utc.year', '__method__.inspect', '[x, A].max', '[x, A].min', '[x, A].sort', '[x, A] == [A, x]', '[x, A].uniq', '{x => A}.to_a', '[x, [x, [A]]].flatten', '[[x, 1], [A, 2]].to_h', '[x, A].include?(A)', '[x].cycle(2).to_a', 'lambda { |e| e }.call(x)', '->(e) { e }.(x)', 'proc { |a, b| b }.call(x)', '(f = ->(e) { e.to_s }; f[x])', 'x.map(&method(:Integer))', 'x in {a: Integer}', '(case x; in [a, *] then a; in Hash then 1; else 2; end)', 'if x then A elsif A then 1 else 2 end', '(1 if x)', '(1 unless x)', 'unless x.nil? then 1 else 2 end', '(x.nil? || x == A) ? "y" : "n"', 'x != A', 'x == A && A != x', '[1, 2, 3].sum { |e| x.to_s.size * e }', 'x.to_s.empty? ? nil : x.to_s[0].upcase + x.to_s[1..]', 'x.to_s.gsub(/[^a-z]/i, "_").downcase', "x.to_s.split('.').map(&:capitalize).join('::')", 'x.to_s.sub(/^./) { |m| m.upcase }', '"%-10s" % x.to_s', 'x.to_s.strip.split(/\s*,\s*/)', 'x.to_s.split("=", 2)', 'x.to_s.split(/(,)/)', 'x.to_s.split("")', 'x.to_s.split(//)', 'x.to_s.tr("^a-z", "")', 'x.to_s.tr("a-zA-Z", "n-za-mN-ZA-M")', 'x.to_s.tr("\\\\", "/")', 'x.to_s.tr("éa", "ex")', 'x.to_s.delete("^a-z")', 'x.to_s.squeeze', "x.to_s.chomp('/')", "x.to_s.chomp('')", 'x.to_s.unicode_normalize', 'x.to_s.hash == x.to_s.dup.hash', 'x.to_s.sum', "x.to_s.crypt('ab')", "x.to_s =~ /\#{Regexp.escape(T)}/", 'x.to_s.each_line(chomp: true).to_a', 'x.to_s.lines(chomp: true)', 'x.to_s.bytes.sum', 'x.to_s.succ',
    'Integer(x) rescue A', 'Float(x) rescue A', '(begin; Integer(x); rescue ArgumentError; 1; rescue TypeError; 2; end)', '(x.upcase rescue :none)', '(x.each { |e| q << e } rescue q)', '(x.keys rescue 1)', '(begin; x.split(","); rescue NoMethodError; 3; else; 4; ensure; q << 5; end)', '(x.map { |e| Integer(e) rescue e })', '(x + 1 rescue 9)', '(x.include?(A) rescue 9)',
    'x.to_s.gsub(/^/, T)', 'x.to_s.gsub(/$/, T)', 'x.to_s.gsub(//, "-")', 'x.to_s.gsub(/x*/) { |m| "<#{m}>" }', 'x.to_s.gsub(/\\b/, "|")', 'x.map(&:first)', 'x.inject(&:merge)', 'x.inject(&:+)', 'x.each_with_index.map(&:first)', 'x.sort_by(&:to_s)', 'x.each_slice(2).map(&:first)', 'x.min_by(&:to_s)',
    'x.to_yaml', '{"a" => x, "b" => A}.to_yaml', '(l = [x]; {"a" => l, "b" => l}.to_yaml)', 'YAML.dump(x)', 'URI.encode_www_form_component(x.to_s)', 'URI.encode_www_form({x => A})', 'CGI.escape(x.to_s)', 'CGI.escapeHTML(x.to_s)', 'ERB::Util.url_encode(x.to_s)', 'ERB::Util.html_escape(x.to_s)',
    'x.to_set.to_a', 'x.to_set.include?(A)', '(x.to_set | L).to_a', '(x.to_set - L).to_a', '(x.to_set & L).size', 'x.to_set == L.to_set', 'x.to_set.map { |e| [e] }', 'x.to_set.subset?(L.to_set)', '(s = Set.new; s << x; s << A; s.add?(x).nil?)', 'Set.new(L).delete(x).size', 'Set[x, A].size',
    'Hash[x]', 'Hash[[[x, A]]]', 'Array.new(I.abs.clamp(0, 9), x)', 'Array.new(3) { |e| [e, x] }', 'File.extname(x.to_s)', 'Pathname.new(x.to_s).cleanpath.to_s', 'x.hash == A.hash', 'x.tap { |e| q << e }.to_s', 'Base64.strict_encode64(Digest::SHA1.digest(x.to_s))',
    'lambda { |e| [e, A] }.call(x)', '->(e, *r) { [e, r] }.(x, A)', 'proc { |e, r| [e, r] }.call(x)', '(f = ->(e) { e.is_a?(Array) ? e.map { |i| f.call(i) } : e.to_s }; f.call(x))', '(f = ->(e) { return 1 if e.nil?; 2 }; f.call(x))', '(case x when ->(e) { e.nil? } then 1 else 2 end)',
    'IPAddr.new("10.0.#{I.abs % 256}.7/24").to_s', 'IPAddr.new("10.0.0.#{I.abs % 256}/#{I.abs % 33}").to_range.last.to_s', '(IPAddr.new("2001:db8::#{(I.abs % 65_536).to_s(16)}").mask(I.abs % 129) | IPAddr.new("::1")).to_s', 'IPAddr.new("::ffff:0:#{(I.abs % 65_536).to_s(16)}").to_s', 'IPAddr.new("10.0.0.0/#{I.abs % 33}").inspect', 'IPAddr.new(x.to_s).to_s', '(IPAddr.new(x.to_s).ipv6? rescue :none)',
  ].freeze

  def initialize(seed)
    @random = Random.new(seed)
    table = File.read(File.join(__dir__, '../../catalog/src/ruby/native/methods/mod.rs'))[/macro_rules.*?^}\n\n(?=\/\/)/m]
    names = table.scan(/"([^"]+)" (?:=> Some\(Method::)?\w+/).flatten - %w[! -@ unwrap lookupvar shellescape]
    names = (names + WANTED).uniq - OPERATORS
    @methods = FAMILIES.to_h do |family, values|
      receiver = eval(values.first, TOPLEVEL_BINDING.dup)
      known = names.select { |name| receiver.respond_to?(name) }
      [family, [*known, *OPERATORS.select { |name| receiver.respond_to?(name) }, *%w[[] []=].select { |name| receiver.respond_to?(name) }]]
    end
    @names = names
  end

  # Powers and shifts that take minutes or exhaust the memory.
  TOO_LARGE = /(?:\*\*=?|<<=?|>>|pow\(|-) ?-?\d{5,}/

  # Returns a receiver, statements, and whether the receiver is a value of the Puppet language.
  def one
    loop do
      made = candidate
      return made unless made[1].match?(TOO_LARGE)
    end
  end

  private

  def candidate
    family = pick(RECEIVERS)
    receiver = value(family)
    code = case @random.rand(100)
           when 0...30 then filled(pick(STATEMENTS))
           when 30...45 then chain(family)
           when 45...55 then pick(["(q << x; %s; q)", '(x2 = %s; x2)', '[%s, q]', '(l = [x, {"k" => x}]; %s; l)', 'if %s then 1 else 2 end', '"<#{%s}>"']).sub('%s') { call(family) }
           else call(family)
           end
    [receiver, code, @random.rand(5).zero?]
  end

  def pick(list) = list[@random.rand(list.size)]

  def value(family)
    return pick(FAMILIES[family]) unless @random.rand(6).zero? && %i[list hash].include?(family)

    parts = Array.new(@random.rand(5)) { value(pick(%i[integer text text float symbol other list hash])) }
    case family
    when :list then "[#{parts.join(', ')}]"
    else "{#{parts.map { |part| "#{value(pick(%i[text text text integer symbol]))} => #{part}" }.join(', ')}}"
    end
  end

  def argument = value(pick(ARGUMENTS))

  def filled(code)
    code.gsub(/\b(?:SYM|A|T|P|L|H|I|K)\b/) do |name|
      case name
      when 'A' then argument
      when 'T' then value(:text)
      when 'P' then value(:pattern)
      when 'L' then value(:list)
      when 'H' then value(:hash)
      when 'I' then value(:integer)
      when 'SYM' then value(:symbol)
      else pick(CLASSES)
      end
    end
  end

  def block
    return "&:#{pick(PASSED)}" if @random.rand(6).zero?

    parameters, names = pick(PARAMETERS.to_a)
    first, second = [0, 1].map { |at| names[at] || names[0] || 'y' }
    body = pick(BODIES).gsub(/\bV\b/, first).gsub(/\bW\b/, @random.rand(3).zero? ? (names.last || 'q') : second)
    "{ #{parameters} #{body} }"
  end

  def call(family, receiver = 'x')
    name = @random.rand(20).zero? ? pick(@names) : pick(@methods[family])
    return "#{receiver} #{name} #{argument}" if OPERATORS.include?(name)
    return "#{receiver}[#{arguments([1, 1, 2]).join(', ')}]" if name == '[]'
    return "(#{receiver}[#{arguments([1, 1, 1, 2]).join(', ')}] = #{argument})" if name == '[]='

    given = arguments([0, 0, 0, 1, 1, 1, 2, 3])
    block = @random.rand < 0.45 ? self.block : ''
    given << block if block.start_with?('&')
    written = given.empty? ? '' : "(#{given.join(', ')})"
    "#{receiver}#{@random.rand(30).zero? ? '&.' : '.'}#{name}#{written}#{block.start_with?('{') ? " #{block}" : ''}"
  end

  def arguments(counts) = Array.new(pick(counts)) { argument }

  def chain(family)
    code = call(family)
    (1 + @random.rand(2)).times { code = call(pick(%i[text list list hash integer]), "(#{code})") }
    code
  end
end

# Returns a value in the notation of the Puppet language, or nil if it has no such value.
def puppet(value)
  case value
  when nil then 'undef'
  when true, false then value.to_s
  when Integer then value.to_s if value > -(2**63)
  when Float then value.to_s.delete('+')
  when String then value.match?(/\A[\w .,:;=-]*\z/) && value.size.even? ? "'#{value}'" : text(value)
  when Array then value.map { |one| puppet(one) || (return nil) }.join(', ').then { |all| "[#{all}]" }
  when Hash
    return nil unless value.default.nil? && value.default_proc.nil?

    value.map { |key, one| "#{puppet(key) || (return nil)} => #{puppet(one) || (return nil)}" }.join(', ').then { |all| "{#{all}}" }
  end
end

def text(value) = "\"#{value.each_char.map { |c| c.match?(/[[:cntrl:]"\\$]/) ? format('\u{%x}', c.ord) : c }.join}\""

SHOWN = "[r.inspect, x.inspect, y.inspect, q.inspect, %s.inspect].join('|')"

# Returns the result of this Ruby.
def wanted(receiver, code)
  Timeout.timeout(0.3) { eval("q = []\no = #{receiver}\nx = o\ny = x\nr = (#{code})\n#{SHOWN % 'o'}", TOPLEVEL_BINDING.dup) }
rescue Exception => e # rubocop:disable Lint/RescueException
  "error: #{e.class}"
end

# Returns the manifest that runs a call in a template.
def manifest(receiver, code, is_outer)
  outer = puppet(eval(receiver)) if is_outer
  template =
    if outer then "<% q = []; x = @x; y = x; r = (#{code}) %><%= #{SHOWN % '@x'} %>"
    else "<% q = []; o = #{receiver}; x = o; y = x; r = (#{code}) %><%= #{SHOWN % 'o'} %>"
    end
  "#{"$x = #{outer} " if outer}notice(inline_template('#{template.gsub(/['\\]/) { "\\#{$&}" }}'))"
end

# Returns the name of the method or the beginning of the statements, without values.
def shape(code) = code[/\Ax(?:&?\.| ?)[a-z_]+[?!]?|\Ax ?\S+/] || code[0, 40]

bunraku, seed, count, *options = ARGV
abort 'ruby_calls.rb BUNRAKU SEED COUNT [--given-up] [--show N]' unless count
show = options.include?('--show') ? options[options.index('--show') + 1].to_i : 40
$VERBOSE = nil
calls = Calls.new(seed.to_i)
server = IO.popen([bunraku, '--ruby', 'off', 'conformance', 'serve'], 'r+', pgroup: true)
# an interrupt ends the loop and shows the comparisons so far
stopped = false
trap('TERM') { stopped = true }
# a text that exceeds this memory is an error of Ruby; bunraku has its own limits
Process.setrlimit(Process::RLIMIT_AS, 4 << 30)
counts = Hash.new(0)
given_up = Hash.new { |known, key| known[key] = [0, nil] }
differing = Hash.new { |known, key| known[key] = [] }
(count.to_i / 200.0).ceil.times do |round|
  rows = Array.new(200) do |at|
    receiver, code, is_outer = calls.one
    want = wanted(receiver, code).dup.force_encoding('UTF-8').scrub
    # most calls are errors of Ruby, so only one in 16 of these is compared
    redo if want.start_with?('error:') && (at % 16).positive?
    [receiver, code, want, manifest(receiver, code, is_outer)]
  end
  requests = rows.each_with_index.map { |(_, _, _, manifest), at| JSON.generate(id: round * 200 + at, kind: 'eval', code: manifest) }
  writer = Thread.new { server.write("#{requests.join("\n")}\n") }
  rows.each do |receiver, code, want, manifest|
    answer = JSON.parse(server.gets)
    error = answer['error'] && JSON.generate(answer['error'])
    is_limit = want.start_with?('error:') && error&.include?('more memory than it may take')
    if is_limit || error&.include?('natively')
      counts[want.start_with?('error:') ? 'errors of Ruby, given up' : 'given up'] += 1
      next if want.start_with?('error:')

      entry = given_up[shape(code)]
      entry[0] += 1
      entry[1] = "#{receiver} :: #{code}" if round % 7 == entry[0] % 7 || entry[1].nil?
      next
    end
    have = error || (answer['logs'] || answer['log']).dig(0, 'message')
    if have == want
      counts['same'] += 1
    else
      counts['different'] += 1
      differing[shape(code)] << [receiver, code, want, have, manifest]
    end
  end
  writer.join
  break if stopped
end
server.close
differing.sort_by { |_, all| -all.size }.first(show).each do |shape, all|
  receiver, code, want, have, manifest = all.min_by { |one| one[0].size + one[1].size }
  puts "#{all.size} times: #{shape}", "  #{receiver} :: #{code}", "  want #{want[0, 300]}", "  have #{have[0, 300]}"
  puts "  in #{manifest}" if manifest.start_with?('$')
end
puts counts.sort.map { |name, number| "#{number} #{name}" }.join(', ')
if options.include?('--given-up')
  given_up.sort_by { |_, (number, _)| -number }.first(100).each { |shape, (number, example)| puts "#{number} #{shape}    #{example}" }
end
exit differing.empty?
