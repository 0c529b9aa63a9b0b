Puppet::Functions.create_function(:'shop::tally') do
  local_types { type 'Item = Struct[{price => Numeric, Optional[tags] => Array}]' }
  dispatch :many do
    param 'Hash[String, Item]', :items
    optional_param 'Enum["sum", "max"]', :how
    optional_block_param 'Callable[String, Numeric]', :block
    return_type 'Variant[Numeric, Array]'
  end
  def many(items, how = 'sum')
    return items.map { |k, v| yield(k, v['price']) } if block_given?
    items.values.map { |v| v['price'] }.send(how)
  end
end
