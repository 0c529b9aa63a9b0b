Puppet::Functions.create_function(:'m::symblock') do
  dispatch(:go) { optional_block_param :my_block }
  def go(&b) = b ? b.call : 'no'
end
