Puppet::Functions.create_function(:'m::konst') do
  FOO_KONST = 1
  def konst = FOO_KONST
end
