Puppet::Functions.create_function(:'m::log') do
  dispatch :log do
    param 'String', :s
  end
  def log(s)
    call_function('notice', "from ruby: #{s}")
    Puppet.warning("puppet warning #{s}")
    nil
  end
end
