Puppet::Functions.create_function(:'m::bad') do
  dispatch(:go) { param 'Integer', :o; param 'Puppet::LookupContext', :c }
  def go(o, c) = 1
end
