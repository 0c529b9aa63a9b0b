# Says what class of exception a call raises.
Puppet::Functions.create_function(:'m::probe') do
  dispatch :probe do
    param 'String', :name
    repeated_param 'Any', :args
    optional_block_param 'Callable', :block
  end

  def probe(name, *args, &block)
    call_function(name, *args, &block)
    "#{name}: fine"
  rescue StandardError => e
    "#{name}: #{e.class} < #{e.class.superclass}: #{e.message}"
  end
end
