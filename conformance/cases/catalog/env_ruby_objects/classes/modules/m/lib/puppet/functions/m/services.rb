require 'set'
# A service by its port.
class Ware
  attr_reader :name, :aliases

  def initialize(name, data, strict = true)
    @name = name
    @port = data['port']
    @protocols = data.fetch('protocols', ['tcp'])
    @aliases = data.fetch('aliases', []).to_set
    @strict = strict
    @count ||= 0
    @count += 1
  end

  def ==(other)
    hash == other.hash
  end

  def eql?(other)
    hash == other.hash
  end

  def hash
    @strict ? "#{@port}_#{@protocols.join}".hash : @port.hash
  end

  def shown(with = nil)
    result = { 'port' => number, 'count' => @count }
    result['aliases'] = @aliases.to_a unless @aliases.empty?
    result['with'] = with if with
    result
  end

  private

  def number
    @port.to_i
  end
end
Puppet::Functions.create_function(:'m::services') do
  dispatch :merge do
    param 'Hash', :values
    param 'Hash', :others
    optional_param 'Boolean', :strict
  end

  def merge(values, others, strict = true)
    one = Set[]
    two = Set[]
    values.each { |k, v| one.add(Ware.new(k, v, strict)) }
    others.each { |k, v| two.add(Ware.new(k, v, strict)) }
    both = one.select { |ware| two.include?(ware) }.map(&:name)
    results = {}
    two.merge(one).each { |ware| results[ware.name] = ware.shown(ware.aliases.size) }
    first = Ware.new('a', { 'port' => 1 })
    [results, both, two.size, first == Ware.new('b', { 'port' => 1 }), first != Ware.new('b', { 'port' => 2 }),
     first.nil?, !first, [first].include?(Ware.new('c', { 'port' => 1 })), first.equal?(first)]
  end
end
