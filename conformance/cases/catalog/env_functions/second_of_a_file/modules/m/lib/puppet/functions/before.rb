Puppet::Functions.create_function(:before) do
  def before(name)
    call_function(name, 'x')
  rescue StandardError => e
    "#{e.class}: #{e.message}"
  end
end
