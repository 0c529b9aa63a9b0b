Puppet::Functions.create_function(:'m::lies') do
  dispatch :lies do
    param 'Integer', :n
    return_type 'String'
  end
  def lies(n)
    n
  end
end
