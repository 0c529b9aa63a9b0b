Puppet::Functions.create_function(:'m::dh') do
  dispatch :dh do
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def dh(options, context)
    { 'dh_opts' => options.reject { |k, _| k == 'path' }, 'dh_int' => "%{facts.kernel}", 'm::p' => 'param', 'merge' => { 'a' => 1 }, 'dh_env' => context.environment_name, 'dh_mod' => context.module_name.inspect, 'arr' => ['a'] }
  end
end
