Puppet::Functions.create_function(:'m::fz') do
  def fz(*args) = args.map(&:frozen?)
end
