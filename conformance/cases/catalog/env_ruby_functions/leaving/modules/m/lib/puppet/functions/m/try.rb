Puppet::Functions.create_function(:'m::try') do
  dispatch(:t) { param 'String', :name; repeated_param 'Any', :args }
  def t(name, *args)
    r = call_function(name, *args)
    "value #{r.inspect}"
  rescue Exception => e
    "#{e.class}: #{e.class.ancestors.grep(Class).take(5).inspect}: #{e.message}"
  end
end
