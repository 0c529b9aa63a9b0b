Puppet::Functions.create_function(:'m::req') do
  dispatch :req do
    required_repeated_param 'String', :all
  end
  def req(*all)
    { 'all' => all, 'n' => all.size }
  end
end
