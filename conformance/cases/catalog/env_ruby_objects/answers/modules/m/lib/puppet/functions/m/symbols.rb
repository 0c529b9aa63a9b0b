Puppet::Functions.create_function(:'m::symbols') do
  dispatch :run do
  end

  def run
    found = call_function('m::back', { :a => :none, 'b' => [:x] })
    name = call_function('m::back', :none)
    [found[:a] == :none, found['a'].nil?, found['b'], name == :none, name != 'none', found.key?(:a), found.keys.size]
  end
end
