Puppet::Functions.create_function(:'m::names') do
  def names = [Puppet::Type.type(:two_words).name, Puppet::Type.type(:two_words).to_s, Puppet::Type::Two_words.provider(:some_one).to_s]
end
