Puppet::Functions.create_function(:'m::be') do
  dispatch(:t) { param 'Variant[String, Numeric]', :key; param 'Hash', :options; param 'Puppet::LookupContext', :context }
  def t(key, options, context)
    case key
    when 'a'
      begin
        context.not_found
      rescue Exception
        'rescued'
      ensure
        Puppet.notice('ensured')
      end
    when 'b' then catch(:no_such_key) { context.not_found; 1 }.inspect
    when 'c' then throw :no_such_key
    when 'd' then call_function('m::inner', context)
    when 'e' then call_function('with', 1) { |x| context.not_found }
    when 'f' then catch(:no_such_key) { call_function('m::inner', context) }.inspect
    else context.not_found
    end
  end
end
