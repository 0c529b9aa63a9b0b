module Puppet::Parser::Functions
  newfunction(:f3, :type => :rvalue, :arity => -1, :doc => 'd') do |args|
    Puppet::Parser::Functions.function(:f3b)
    case args[0]
    when 'fail' then fail('plain')
    when 'failc' then fail(ArgumentError, 'cls')
    when 'raise' then raise(Puppet::ParseError, "f3(): no")
    when 'devfail' then devfail('dev')
    when 'call' then function_f3b(['a'])
    when 'res' then resource.to_s + ' ' + resource.class.to_s
    when 'resp' then resource.parameters.keys.inspect + resource[:title].to_s
    when 'src' then [source.name, source.type.to_s, source.module_name]
    when 'cat' then catalog.resource('Notify', 'n').to_hash.map { |k, v| [k.to_s, v] }
    when 'find' then [findresource('Notify[n]').to_s, findresource('Notify', 'zz').inspect]
    when 'env' then [environment.to_s, compiler.environment.to_s, lookupvar('environment')]
    when 'undef' then lookupvar('nope')
    when 'catch' then catch(:undefined_variable) { lookupvar('nope') }.inspect
    when 'set' then setvar('made', [1]); lookupvar('made') << 2; lookupvar('made')
    when 'known' then environment.known_resource_types.hostclass('c').class.to_s
    when 'tag' then catalog.resource('Notify', 'n').tag('fromruby'); nil
    when 'kids' then known_resource_types.inspect
    when 'facts' then [compiler.node.facts.values['k'], compiler.node.name, Facter.value(:k)]
    when 'cls' then [catalog.classes, catalog.tags.include?('c'), compiler.classlist]
    when 'tagged' then [function_tagged(['c']), function_defined(['Notify[n]'])]
    when 'include' then call_function('include', ['d']); catalog.classes
    when 'create' then call_function('create_resources', ['notify', { 'cr' => { 'message' => 'x' } }]); findresource('Notify[cr]').to_s
    when 'log' then notice('a note'); warning('w'); nil
    when 'strict' then Puppet[:strict].inspect + Puppet[:strict_variables].inspect
    when 'sett' then [Puppet[:hiera_config].class.to_s, Puppet[:noop], Puppet[:runinterval], Puppet.settings[:server]]
    when 'warn' then Puppet.warn_once('x', 'y', 'text'); Puppet.warn_once('x', 'y', 'text'); nil
    when 'dep' then Puppet.deprecation_warning('old', 'k'); nil
    when 'ret' then Puppet.debug('x')
    when 'retn' then Puppet.notice('x').class.to_s
    when 'self' then [self.class.to_s, to_s, is_a?(Puppet::Parser::Scope)]
    when 'top' then [compiler.topscope.to_s, find_global_scope.to_s, compiler.topscope.lookupvar('k')]
    when 'excl' then raise Puppet::ParseError.new('placed', 'a.pp', 3)
    when 'err' then raise Puppet::Error, 'pe'
    when 'mod' then Puppet::Module.find('m', environment.to_s).path.split('/').last(2)
    end
  end
end
