# The places of the calls, the innermost first; none of them, when the statements of a file are evaluated without one.
Puppet::Functions.create_function(:'m::stack') do
  dispatch(:stack) { }
  def stack
    Puppet::Pops::PuppetStack.stacktrace.first(2)
  end
end
