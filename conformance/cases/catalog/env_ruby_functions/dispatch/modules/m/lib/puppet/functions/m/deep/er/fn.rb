Puppet::Functions.create_function(:'m::deep::er::fn') do
  def fn(x) = "deep #{x}"
end
