Puppet::Functions.create_function(:'m::lkp') do
  dispatch :lkp do
    param 'String[1]', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def lkp(key, options, context)
    return File.basename(options['path']) if key == 'lkp_path'
    context.not_found
  end
end
