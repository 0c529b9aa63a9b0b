Puppet::Functions.create_function(:'m::brk2') do
  dispatch(:t) { block_param 'Callable', :block }
  def t
    r = yield(1)
    "value #{r.inspect}"
  rescue => e
    "std #{e.class}"
  ensure
    Puppet.notice('ensured2')
  end
end
