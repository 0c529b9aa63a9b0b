Puppet::Type.newtype(:in_loop) do
  NAMES = %w[one two].freeze
  newparam(:title_of, namevar: true)
  NAMES.each do |name|
    newproperty(name.to_sym) { desc "The #{name}." }
  end
  { three: :newparam, four: :newproperty }.each { |name, kind| send(kind, name) }
end
