Puppet::Functions.create_function(:'m::dig') do
  dispatch(:x) { param 'Array', :segments; param 'Hash', :options; param 'Puppet::LookupContext', :context }
  def x(segments, options, context)
    n = (context.cached_value(:n) || 0) + 1
    context.cache(:n, n)
    context.not_found if %w[no lookup_options].include?(segments[0])
    "#{segments.join('/')} #{n}"
  end
end
