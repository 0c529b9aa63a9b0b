class Pile
  attr_reader :items

  def initialize
    @items = []
  end

  def push(item)
    @items << item
    self
  end

  def each
    @items.each { |item| yield item } if false
    @items
  end

  def size
    @items.size
  end

  def top
    return nil if @items.empty?

    @items.last
  end

  def total
    top.nil? ? 0 : @items.inject(0) { |sum, item| sum + weight(item) }
  end

  def weight(item)
    item.to_s.length
  end
end

class Walker
  def initialize(pile)
    @pile = pile
    @seen = {}
  end

  def walk(value)
    case value
    when Array then value.each { |one| walk(one) }
    when Hash then value.each { |key, one| @seen[key] = true; walk(one) }
    else @pile.push(value)
    end
    self
  end

  def seen
    @seen.keys
  end
end
Puppet::Functions.create_function(:'m::stack') do
  dispatch :run do
    repeated_param 'Any', :values
  end

  def run(*values)
    pile = Pile.new
    walker = Walker.new(pile).walk(values)
    empty = Pile.new
    [pile.items, pile.size, pile.top, pile.total, walker.seen, empty.top, empty.total, helped(pile)]
  end

  def helped(pile)
    pile.push('z').items.length
  end
end
