Puppet::Functions.create_function(:'m::e15') do
  dispatch(:go) { return_type 'Integer'; return_type 'String' }
  def go(*) = 1
end
