Puppet::Functions.create_function(:'m::scoped', Puppet::Functions::InternalFunction) do
  dispatch :run do
    scope_param
    param 'String', :code
    repeated_param 'Any', :args
  end
  def run(scope, code, *args)
    begin
      r = eval(code)
      r.is_a?(Array) ? r.map(&:to_s).inspect : r.inspect
    rescue StandardError, SystemStackError => e
      "#{e.class}: #{e.message}"
    end
  end
end
