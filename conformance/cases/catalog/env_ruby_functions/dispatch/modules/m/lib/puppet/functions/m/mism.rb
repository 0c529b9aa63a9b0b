Puppet::Functions.create_function(:'m::mism') do
  dispatch(:go) { param 'Numeric', :a; param 'Numeric', :b }
  argument_mismatch(:bad) { param 'Any', :a; param 'Any', :b }
  argument_mismatch(:nostr) { param 'Integer', :a }
  def go(a, b) = a + b
  def bad(a, b) = "both must be Numeric, not #{a.class} and #{b.class}"
  def nostr(a) = nil
end
