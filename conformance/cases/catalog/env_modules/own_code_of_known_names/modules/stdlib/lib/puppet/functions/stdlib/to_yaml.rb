Puppet::Functions.create_function(:'stdlib::to_yaml') do
  dispatch :it do
    param 'Any', :x
  end
  def it(x)
    "yaml of #{x}"
  end
end
