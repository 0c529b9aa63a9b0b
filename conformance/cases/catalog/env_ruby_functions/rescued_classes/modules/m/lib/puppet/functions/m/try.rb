Puppet::Functions.create_function(:'m::try', Puppet::Functions::InternalFunction) do
  dispatch :f do
    scope_param
    param 'String', :name
    optional_repeated_param 'Any', :args
  end
  dispatch :g do
    scope_param
    param 'String', :name
    repeated_param 'Any', :args
    block_param 'Callable', :b
  end
  def f(scope, name, *args)
    begin
      r = call_function(name, *args)
      "ok #{r.class}"
    rescue Exception => e
      "#{e.class}: #{e.message.gsub(%r{/\S*/}, "")}"
    end
  end
  def g(scope, name, *args, &b)
    begin
      r = call_function(name, *args, &b)
      "ok #{r.class}"
    rescue Exception => e
      "#{e.class}: #{e.message.gsub(%r{/\S*/}, "")}"
    end
  end
end
