Puppet::Functions.create_function(:'m::t', Puppet::Functions::InternalFunction) do
  dispatch(:x) { scope_param; param 'String', :code; repeated_param 'Any', :a }
  def x(scope, code, *a)
    catalog = scope.catalog
    compiler = scope.compiler
    r = eval(code)
    r.is_a?(Array) ? r.map { |e| e.nil? ? 'nil' : e.is_a?(Symbol) ? e.inspect : e.is_a?(String) || e.is_a?(Numeric) || e == true || e == false ? e : e.is_a?(Hash) ? e.inspect : "#{e.class} #{e}".gsub(/0x\h+/, 'XX') } : r.inspect.gsub(/0x\h+/, 'XX')
  rescue NoMethodError => e
    "NoMethodError #{e.name} for #{e.receiver.class}"
  rescue Exception => e
    "#{e.class}: #{e.message}"
  end
end
