Puppet::Functions.create_function(:'m::callb') do
  dispatch(:t) { param 'String', :name; repeated_param 'Any', :args; block_param 'Callable', :block }
  def t(name, *args, &block)
    r = call_function(name, *args, &block)
    "value #{r.inspect}"
  rescue Exception => e
    "#{e.class}: #{e.class.ancestors.grep(Class).take(5).inspect}: #{e.message}"
  end
end
