Puppet::Functions.create_function(:merge) do
  dispatch :merge do
    repeated_param 'Any', :args
  end
  def merge(*args)
    "merges #{args.size}"
  end
end
