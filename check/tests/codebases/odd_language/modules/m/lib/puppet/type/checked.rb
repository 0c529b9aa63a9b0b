Puppet::Type.newtype(:checked) do
  def self.newcheck(name, given = {}, &block)
    @checks ||= {}
    @checks[name] = newparam(name, given, &block)
  end

  newparam(:name)
  newparam(:command)
  newcheck(:onlyif) do
    def check(value)
      true
    end
  end
end
