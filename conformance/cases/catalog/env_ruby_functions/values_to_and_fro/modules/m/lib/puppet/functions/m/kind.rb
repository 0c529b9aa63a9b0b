Puppet::Functions.create_function(:'m::kind') do
  def kind(v)
    v.class.name.split('::').last
  end
end
