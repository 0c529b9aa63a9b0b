Puppet::Functions.create_function(:'m::role') do
  dispatch :main do
    param 'String', :name
  end

  def main(name)
    scope = closure_scope
    raise Puppet::ParseError, 'only once' if scope.include?('_role')

    role = name.gsub(/^::/, '')
    scope['_role'] = role.gsub(/::/, '/')
    call_function('include', 'm::' + role)
  end
end
