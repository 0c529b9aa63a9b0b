Puppet::Functions.create_function(:'m::calls') do
  dispatch :calls do
    param 'Optional[String]', :s
  end
  def calls(s)
    call_function('upcase', s) + call_function('m::helper', 1)
  end
end
