Puppet::Type.type(:provided).provide(:base) do
  commands ls: 'ls'
  mk_resource_methods
  class << self
    %i[one two].each { |name| define_method(name) { name } }
    attr_accessor :things
  end
  self.things = [one, two]
  def self.instances = raise('not called')
end
