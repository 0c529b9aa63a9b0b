# Joins the parts of a description.
Puppet::Functions.create_function(:'app::digest') do
  dispatch :digest do
    param 'Hash', :description
  end

  def digest(description)
    parts = description['parts'].map { |part| part.to_s.upcase }
    name = description['name'].sub(/\An/, 'number ')
    "#{name}: #{parts.sort.reverse.join('+')} (#{parts.map(&:length).sum})"
  end
end
