Puppet::Functions.create_function(:'m::dhp') do
  dispatch :dhp do
    param 'Struct[{path=>String[1]}]', :options
    param 'Puppet::LookupContext', :context
  end
  def dhp(options, context)
    context.cached_file_data(options['path']) do |content|
      content.lines.map { |l| l.chomp.split('=') }.to_h
    end
  end
end
