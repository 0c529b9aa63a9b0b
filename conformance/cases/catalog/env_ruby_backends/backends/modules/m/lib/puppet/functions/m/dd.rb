Puppet::Functions.create_function(:'m::dd') do
  dispatch :dd do
    param 'Array[Variant[String[1],Integer]]', :segments
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def dd(segments, options, context)
    return segments.drop(1) + [options['z']] if segments[0] == 'dig'
    context.not_found
  end
end
