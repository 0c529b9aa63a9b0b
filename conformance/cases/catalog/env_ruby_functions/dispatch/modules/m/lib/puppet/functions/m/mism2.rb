Puppet::Functions.create_function(:'m::mism2') do
  dispatch(:go) { param 'Numeric', :a }
  argument_mismatch(:bad) { param 'String', :a; optional_block_param }
  def go(a) = a
  def bad(a) = block_given? ? 'with block' : 'no block'
end
