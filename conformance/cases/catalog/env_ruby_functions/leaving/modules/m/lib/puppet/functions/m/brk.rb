Puppet::Functions.create_function(:'m::brk') do
  dispatch(:t) { block_param 'Callable', :block }
  def t
    r = yield(1)
    "value #{r.inspect}"
  rescue Exception => e
    "#{e.class}: #{e.class.ancestors.grep(Class).take(5).inspect}: #{e.message}"
  ensure
    Puppet.notice('ensured')
  end
end
