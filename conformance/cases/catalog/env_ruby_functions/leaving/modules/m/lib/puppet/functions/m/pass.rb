Puppet::Functions.create_function(:'m::pass') do
  dispatch(:t) { param 'String', :name; repeated_param 'Any', :args }
  def t(name, *args)
    call_function(name, *args)
  end
end
