Puppet::Functions.create_function(:'m::raiser') do
  dispatch(:t) { param 'String', :kind }
  def t(kind)
    raise Object.const_get(kind), 'words'
  end
end
