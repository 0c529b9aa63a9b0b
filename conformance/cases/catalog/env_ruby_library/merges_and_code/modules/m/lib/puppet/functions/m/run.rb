Puppet::Functions.create_function(:'m::run') do
  dispatch :run do
    param 'String', :code
    repeated_param 'Any', :args
  end
  def run(code, *args)
    scope = closure_scope
    begin
      r = eval(code)
      r.is_a?(String) ? r : r.inspect
    rescue StandardError, SystemStackError => e
      "#{e.class}: #{e.message}"
    end
  end
end
