Puppet::Functions.create_function(:'m::ref', Puppet::Functions::InternalFunction) do
  dispatch :ref do
    scope_param
    param 'String', :code
    repeated_param 'Any', :a
  end
  def ref(scope, code, *a)
    eval(code).inspect.gsub(/0x\h+/, '0x')
  rescue StandardError => e
    "#{e.class}: #{e.message}"
  end
end
