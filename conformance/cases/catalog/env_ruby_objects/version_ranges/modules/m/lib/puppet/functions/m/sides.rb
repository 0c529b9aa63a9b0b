Puppet::Functions.create_function(:'m::sides') do
  def sides(range, other)
    range = SemanticPuppet::VersionRange.parse(range) if range.is_a?(String)
    other = SemanticPuppet::VersionRange.parse(other)
    [range.begin.to_s, range.end.to_s, range.exclude_begin?, range.exclude_end?, range.ranges.map(&:to_s),
     range.intersection(other).to_s, (other & range).to_s, range.member?(SemanticPuppet::Version.parse('1.5.0'))]
  end
end
