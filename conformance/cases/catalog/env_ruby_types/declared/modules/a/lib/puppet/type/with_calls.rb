Puppet::Type.newtype(:with_calls) do
  def self.add(name, *rest, &block) = newproperty(name, &block)
  newparam(:NAME)
  add(:first) { isrequired }
  add 'Second', 1, 2
  [:x, :y].zip([1]).each { |name, _| newparam(name) }
end
