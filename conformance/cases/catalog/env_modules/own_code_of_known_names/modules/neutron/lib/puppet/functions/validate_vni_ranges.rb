Puppet::Functions.create_function(:validate_vni_ranges) do
  def validate_vni_ranges(ranges)
    ranges.upcase
  end
end
