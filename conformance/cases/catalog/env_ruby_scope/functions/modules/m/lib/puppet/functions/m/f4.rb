Puppet::Functions.create_function(:'m::f4', Puppet::Functions::InternalFunction) do
  dispatch(:f4) { scope_param; param 'String', :n; optional_param 'Any', :v }
  def f4(scope, n, v = nil)
    case n
    when 'closure' then closure_scope.to_s
    when 'scope' then scope.to_s
    when 'lv' then scope.lookupvar(v)
    when 'has' then [scope.include?(v), scope.exist?(v), scope.bound?(v)]
    when 'cf' then call_function('f3b', 'z')
    when 'scf' then scope.call_function('f3', ['self'])
    when 'res' then scope.catalog.resource('Notify', 'n').parameters.map { |k, p| [k.to_s, p.value, p.line] }
    when 'rfile' then scope.catalog.resource('Notify', 'n').then { |r| [r.file.split('/').last, r.line, r.scope.to_s, r.source.name, r.virtual, r.exported] }
    when 'refs' then scope.compiler.resources.map(&:ref)
    when 'lookup' then call_function('lookup', 'nokey', { 'default_value' => 4 })
    when 'ref' then [v.class.to_s, v.type, v.title, v.to_s]
    when 'type' then [v.class.to_s, v.to_s]
    when 'glob' then Puppet.lookup(:global_scope).to_s
    when 'genv' then Puppet.lookup(:current_environment).name.to_s
    when 'gs' then Puppet.lookup(:global_scope)['k']
    when 'none' then Puppet.lookup(:nothing)
    when 'parm' then scope.resource.to_hash.to_h { |k, x| [k.to_s, x] }
    when 'param' then scope.resource[:p]
    when 'kd' then scope.environment.known_resource_types.definition('dd').arguments.keys
    when 'compile' then scope.compiler.evaluate_classes(['d'], scope).map(&:to_s)
    when 'sens' then Puppet::Pops::Types::PSensitiveType::Sensitive.new('x')
    when 'vc' then Puppet::Util::Package.versioncmp('1.10', '1.9')
    when 'json' then Puppet::Util::Json.dump({ 'a' => v })
    when 'abs' then Puppet::Util.absolute_path?(v)
    when 'cksum' then Puppet::Util::Checksums.sha256(v)
    when 'mode' then Puppet::Util.valid_symbolic_mode?(v)
    when 'stack' then Puppet::Pops::PuppetStack.stacktrace.map { |f, l| l }
    when 'infer' then Puppet::Pops::Types::TypeCalculator.infer_set(v).to_s
    when 'assert' then Puppet::Pops::Types::TypeAsserter.assert_instance_of('x', Puppet::Pops::Types::TypeFactory.integer, v)
    when 'kv' then Puppet::Pops::Types::StringConverter.convert(v, '%p')
    end
  end
end
