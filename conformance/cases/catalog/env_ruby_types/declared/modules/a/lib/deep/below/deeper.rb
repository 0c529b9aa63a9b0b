module Deeper
  def self.add(type) = type.newparam(:deep)
end
