# Says what class of exception a block raises.
Puppet::Functions.create_function(:'m::yielded') do
  dispatch :yielded do
    repeated_param 'Any', :args
    block_param 'Callable', :block
  end

  def yielded(*args)
    yield(*args)
    'fine'
  rescue StandardError => e
    "#{e.class} < #{e.class.superclass}: #{e.message}"
  end
end
