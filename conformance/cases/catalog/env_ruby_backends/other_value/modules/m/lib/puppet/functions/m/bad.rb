Puppet::Functions.create_function(:'m::bad') do
  dispatch(:go) { param 'Hash', :o; param 'Puppet::LookupContext', :c }
  def go(o, c) = 'str'
end
