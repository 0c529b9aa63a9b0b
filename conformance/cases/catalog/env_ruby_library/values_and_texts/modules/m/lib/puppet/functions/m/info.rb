Puppet::Functions.create_function(:'m::info') do
  def info(*args)
    args.map { |a| "#{a.class} #{a.inspect} #{a.frozen?}" }
  end
end
