Puppet::Functions.create_function(:'m::lk') do
  dispatch :lk do
    param 'String[1]', :key
    param 'Hash[String[1],Any]', :options
    param 'Puppet::LookupContext', :context
  end
  def lk(key, options, context)
    return context.cached_value(key) if context.cache_has_key(key)
    case key
    when 'lk_simple' then context.cache(key, 'simple')
    when 'lk_opts' then options
    when 'lk_interp' then context.interpolate('k=%{facts.kernel} %{lookup("lk_simple")}')
    when 'lk_nil' then nil
    when 'lk_hash' then { 'x' => { 'y' => [1, { 'z' => 'deep' }] } }
    when 'merge' then { 'b' => 2, 'a' => 'lk' }
    when 'arr' then ['b']
    when 'lk_raise' then raise ArgumentError, 'lk raised'
    when 'lk_pe' then raise Puppet::DataBinding::LookupError, 'lookup error'
    when 'lk_cacheall' then context.cache_all('c1' => 1, 'c2' => 2); context.cached_entries.map { |k, v| "#{k}=#{v}" }
    when 'lk_entries' then context.cache('q', 1); r = []; context.cached_entries { |k, v| r << [k, v] }; r
    when 'lk_explain' then context.explain { 'explained' }; 'ex'
    when 'lk_sym' then :sym
    when 'lk_symh' then { a: :b }
    when 'lk_ret' then Object.new
    when 'lk_sens' then Puppet::Pops::Types::PSensitiveType::Sensitive.new('s')
    when 'lk_call' then call_function('lookup', 'lk_simple')
    when 'lk_rec' then call_function('lookup', 'lk_rec')
    when 'lk_file' then context.cached_file_data('/nonexistent/zz')
    when 'lk_notfoundval' then catch(:no_such_key) { context.not_found; 1 }.inspect
    when 'lookup_options' then { 'merge' => { 'merge' => 'hash' }, 'lk_conv' => { 'convert_to' => 'Integer' } }
    when 'lk_conv' then '12'
    when 'lk_type' then Integer
    else context.not_found
    end
  end
end
