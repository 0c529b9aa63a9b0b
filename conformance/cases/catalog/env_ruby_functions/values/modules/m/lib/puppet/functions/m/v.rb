# encoding: utf-8
require 'set'
require 'date'
require 'time'
Puppet::Functions.create_function(:'m::v') do
  dispatch(:go) { param 'String', :what; repeated_param 'Any', :a }
  def go(what, *a)
    case what
    when 'sym' then :sym
    when 'symundef' then :undef
    when 'symdefault' then :default
    when 'symarr' then [:a, [:b, { :c => :d }]]
    when 'set' then Set.new([1, 2])
    when 'range' then (1..3)
    when 'rangef' then (1..)
    when 'time' then Time.at(0).utc
    when 'date' then Date.new(2020, 1, 2)
    when 'struct' then Struct.new(:a).new(1)
    when 'nan' then Float::NAN
    when 'inf' then Float::INFINITY
    when 'ninf' then -Float::INFINITY
    when 'big' then 2**70
    when 'big63' then 2**63
    when 'nbig' then -(2**63)
    when 'rational' then 1r / 3
    when 'complex' then Complex(1, 2)
    when 'uni' then 'äö€😀'
    when 'bin' then "\xff\xfe".b
    when 'ascii' then 'abc'.encode('ASCII')
    when 'latin' then 'ä'.encode('ISO-8859-1')
    when 'utf16' then 'ä'.encode('UTF-16')
    when 'invalid' then "a\xff"
    when 'frozen' then 'fr'.freeze
    when 'hashsym' then { a: 1, 'b' => 2, 3 => 4, nil => 5, [1] => 6, { 'x' => 1 } => 7, 1.5 => 8, true => 9 }
    when 'hashdef' then Hash.new { |h, k| h[k] = 1 }.merge('a' => 1)
    when 'hashdef2' then Hash.new(5)
    when 'hashdef3' then h = Hash.new(5); h['a'] = 1; h
    when 'cyclic' then x = [1]; x << x; x
    when 'cyclich' then x = {}; x['a'] = x; x
    when 'shared' then x = [1]; [x, x]
    when 'nil' then nil
    when 'nils' then [nil, { 'a' => nil }]
    when 'sens' then Puppet::Pops::Types::PSensitiveType::Sensitive.new('secret')
    when 'sensn' then { 'p' => Puppet::Pops::Types::PSensitiveType::Sensitive.new({ 'a' => 'secret' }) }
    when 'unwrap' then a[0].unwrap
    when 'senscls' then [a[0].class.name, a[0].to_s, a[0].inspect, a[0] == a[0]]
    when 'ts' then Puppet::Pops::Time::Timestamp.from_time(Time.at(1500000000))
    when 'ts2' then Puppet::Pops::Time::Timestamp.parse('2020-01-02T03:04:05 UTC')
    when 'ts3' then Puppet::Pops::Time::Timestamp.new(1_500_000_000_000_000_000)
    when 'tspan' then Puppet::Pops::Time::Timespan.parse('1-02:03:04')
    when 'tspan2' then Puppet::Pops::Time::Timespan.from_fields(false, 1, 2, 3, 4)
    when 'tspan3' then Puppet::Pops::Time::Timespan.from_hash('days' => 1)
    when 'sem' then SemanticPuppet::Version.parse('1.2.3-rc1')
    when 'sem2' then SemanticPuppet::Version.new(1, 2, 3)
    when 'semcmp' then [SemanticPuppet::Version.parse('1.2.3') < SemanticPuppet::Version.parse('1.10.0'), SemanticPuppet::Version.parse('1.2.3').next(:minor).to_s, a[0].major, a[0] > SemanticPuppet::Version.parse('0.1.0')]
    when 'sembad' then SemanticPuppet::Version.parse('x')
    when 'semrange' then SemanticPuppet::VersionRange.parse('>=1.0.0 <2.0.0')
    when 'semin' then SemanticPuppet::VersionRange.parse('>=1.0.0 <2.0.0').include?(SemanticPuppet::Version.parse('1.5.0'))
    when 'semin2' then a[0].include?(SemanticPuppet::Version.parse('1.5.0'))
    when 're' then /ab+/
    when 'rei' then /ab+/i
    when 'rex' then /a b/mx
    when 'rein' then [a[0].class.name, a[0].source, a[0].options, a[0].match?('xAB'), a[0].to_s]
    when 'obj' then Object.new.class.name
    when 'class' then String
    when 'mod' then Kernel
    when 'proc' then proc { 1 }.class.name
    when 'cls' then a.map { |x| x.class.name }
    when 'clsdeep' then a[0].map { |k, v| [k.class.name, v.class.name] }
    when 'insp' then a.map(&:inspect)
    when 'to_s' then a.map(&:to_s)
    when 'frozen?' then a.map(&:frozen?)
    when 'enc' then a.map { |x| x.encoding.to_s }
    when 'id' then a
    when 'mut' then a[0] << 'x'; a[0]
    when 'muth' then a[0]['new'] = 1; a[0]
    when 'mutarg' then a[0].push(99); 'done'
    when 'type' then Puppet::Pops::Types::TypeFactory.array_of(Puppet::Pops::Types::TypeFactory.integer)
    when 'typep' then Puppet::Pops::Types::TypeParser.singleton.parse('Hash[String, Integer[1,2]]')
    when 'infer' then Puppet::Pops::Types::TypeCalculator.infer(a[0])
    when 'inferset' then Puppet::Pops::Types::TypeCalculator.infer_set(a[0]).to_s
    when 'inst' then Puppet::Pops::Types::TypeCalculator.instance?(Puppet::Pops::Types::TypeFactory.integer, a[0])
    when 'typeinst' then a[0].instance?(a[1])
    when 'typeassign' then a[0].assignable?(a[1])
    when 'typeacc' then [a[0].from, a[0].to]
    when 'typeelem' then a[0].element_type.to_s
    when 'enumvals' then a[0].values
    when 'structels' then a[0].elements.map { |e| [e.name, e.value_type.to_s] }
    when 'variants' then a[0].types.map(&:to_s)
    when 'restype' then [a[0].type_name, a[0].title]
    when 'resref' then [a[0].class.name, a[0].type, a[0].title, a[0].to_s, a[0].ref]
    when 'classref' then [a[0].class.name, a[0].to_s]
    when 'mkres' then Puppet::Resource.new('Notify', 'x')
    when 'mkres2' then Puppet::Resource.new('class', 'foo::bar')
    when 'mktype' then Puppet::Pops::Types::TypeFactory.resource('file', '/x')
    when 'binary' then Puppet::Pops::Types::PBinaryType::Binary.from_base64('aGVsbG8=')
    when 'binin' then [a[0].class.name, a[0].binary_buffer, a[0].to_s]
    when 'uri' then require 'uri'; URI('http://example.com/a')
    when 'uriin' then [a[0].class.name, a[0].host, a[0].to_s]
    when 'deflt' then [a[0].class.name, a[0] == :default]
    when 'deep' then { 'a' => [{ 'b' => [{ 'c' => [1, 2.5, nil, true, :x, 'ä', /r/] }] }] }
    when 'int' then a[0] + 1
    when 'float' then a[0] * 2.0
    when 'negzero' then -0.0
    when 'small' then 1e-320
    when 'exp' then 1e100
    when 'str*' then 'a' * a[0]
    when 'undefcls' then [a[0].class.name, a[0].nil?]
    when 'tsin' then [a[0].class.name, a[0].to_s, a[0].to_i, a[0].to_f]
    when 'tspin' then [a[0].class.name, a[0].to_s, a[0].to_i, a[0].hours, a[0].days]
    when 'tsadd' then a[0] + a[1]
    when 'tsfmt' then a[0].format('%Y')
    when 'objin' then [a[0].class.name, a[0].x, a[0]._pcore_type.to_s]
    when 'substr' then Class.new(String).new('sub')
    when 'subarr' then Class.new(Array).new([1])
    when 'subhash' then Class.new(Hash).new.merge('a' => 1)
    when 'ivstr' then s = +'iv'; s.instance_variable_set(:@x, 1); s
    when 'exc' then ArgumentError.new('x')
    when 'enum' then [1, 2].each
    when 'lazy' then [1, 2].lazy.map { |x| x }
    when 'method' then method(:go).class.name
    when 'self' then self.class.ancestors.include?(Puppet::Functions::Function)
    when 'env' then ENV.class
    when 'io' then $stdin
    when 'iter' then [a[0].class.name, (a[0].to_a rescue 'no')]
    when 'longstr' then 'x' * 70000
    when 'nul' then "a\0b"
    end
  end
end
