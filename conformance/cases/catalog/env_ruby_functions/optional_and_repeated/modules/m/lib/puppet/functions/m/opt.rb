# An optional argument.
Puppet::Functions.create_function(:'m::opt') do
  dispatch :opt do
    param 'String', :text
    optional_param 'Integer[1]', :times
    return_type 'String'
  end
  def opt(text, times = 2)
    text * times
  end
end
