Puppet::Functions.create_function(:'m::cb') do
  dispatch(:go) { param 'String', :what; repeated_param 'Any', :args; optional_block_param }
  def go(what, *args, &block)
    case what
    when 'map' then call_function('map', args) { |x| x * 2 }
    when 'maph' then call_function('map', { 'a' => 1 }) { |k, v| "#{k}#{v}" }
    when 'each' then r = []; call_function('each', args) { |x| r << x }; r
    when 'eachi' then r = []; call_function('each', args) { |i, x| r << [i, x] }; r
    when 'reduce' then call_function('reduce', args) { |a, b| a + b }
    when 'filter' then call_function('filter', args) { |x| x > 1 }
    when 'with' then call_function('with', *args) { |*a| a }
    when 'with2' then call_function('with', *args) { |a, b = 5| [a, b] }
    when 'zero' then call_function('map', args) { 7 }
    when 'three' then call_function('map', args) { |a, b, c| 7 }
    when 'opt' then call_function('map', args) { |a = 1| a }
    when 'lam' then call_function('map', args, &->(x) { x.to_s })
    when 'sym' then call_function('map', args, &:to_s)
    when 'break' then call_function('map', args) { |x| break "broken #{x}" }
    when 'next' then call_function('map', args) { |x| next x + 100 }
    when 'throw' then catch(:out) { call_function('map', args) { |x| throw :out, "thrown #{x}" } }
    when 'raise' then call_function('map', args) { |x| raise ArgumentError, "in block #{x}" }
    when 'rescue' then begin; call_function('map', args) { |x| raise 'oops' }; rescue => e; [e.class.name, e.message]; end
    when 'pass' then call_function('map', args, &block)
    when 'passuser' then call_function('m::pp', *args, &block)
    when 'user' then call_function('m::pp', *args) { |x| "rb#{x}" }
    when 'nested' then call_function('map', args) { |x| call_function('map', [1, 2]) { |y| x * y } }
    when 'breakout' then call_function('map', args) { |x| call_function('map', [1, 2]) { |y| break [x, y] } }
    when 'sort' then call_function('sort', args) { |a, b| b <=> a }
    when 'self' then call_function('m::cb', 'map', *args)
    when 'then' then call_function('then', 1) { |x| x + 1 }
    when 'tree' then r = []; call_function('tree_each', args) { |p, v| r << [p, v] }; r
    when 'lest' then call_function('lest', nil) { 5 }
    when 'noblk' then call_function('size', 'abc') { |x| x }
    when 'abs' then [call_function('abs', -3), call_function(:abs, -4), call_function('::abs', -5)]
    when 'unknown' then call_function('nonesuch', 1)
    when 'unknownresc' then begin; call_function('nonesuch', 1); rescue => e; [e.class.name, e.message]; end
    when 'badargs' then call_function('abs')
    when 'badargsresc' then begin; call_function('abs', 'a', 'b'); rescue => e; [e.class.name, e.message]; end
    when 'failresc' then begin; call_function('fail', 'x', 'y'); rescue => e; [e.class.name, e.message]; end
    when 'fail' then call_function('fail', 'x', 'y')
    when 'three' then call_function('m3', 1)
    when 'leg' then call_function('m_leg', 'a', 1)
    when 'include' then call_function('include', 'inc'); call_function('include', 'm::inc2')
    when 'notice' then call_function('notice', 'from', 'ruby')
    when 'lookup' then call_function('lookup', 'k', 'default_value' => 'dv')
    when 'lookup2' then call_function('lookup', { 'name' => 'k' , 'default_value' => nil})
    when 'lookupblk' then call_function('lookup', 'nokey') { |k| "blk #{k}" }
    when 'lookupfail' then begin; call_function('lookup', 'nokey'); rescue => e; [e.class.name, e.message]; end
    when 'defined' then call_function('defined', 'm::inc2')
    when 'create' then call_function('create_resources', 'notify', { 't' => { 'message' => 'hi' } })
    when 'new' then call_function('new', Puppet::Pops::Types::TypeFactory.integer, '0x1F')
    when 'assert' then call_function('assert_type', Puppet::Pops::Types::TypeFactory.integer, 'x')
    when 'assertb' then call_function('assert_type', Puppet::Pops::Types::TypeFactory.integer, 'x') { |e, a| "#{e} #{a}" }
    when 'blockcall' then block.call(*args)
    when 'blockresc' then begin; yield(*args); rescue => e; [e.class.name, e.message]; end
    when 'blockensure' then begin; yield(*args); ensure; call_function('notice', 'ensured'); end
    when 'stack' then Puppet::Pops::PuppetStack.stacktrace.map { |f, l| [File.basename(f), l] }
    when 'top' then Puppet::Pops::PuppetStack.top_of_stack.then { |f, l| [File.basename(f), l] }
    when 'closure' then [block.closure.class.name, block.class.name, block.arity]
    when 'closurecall' then block.closure.call(*args)
    when 'closureparams' then block.closure.parameters.map { |p| p.name }
    when 'closuretype' then block.closure.type.to_s
    when 'closurename' then block.closure.closure_name
    when 'many' then yield(1,2,3,4)
    when 'few' then yield
    when 'array' then yield([1, 2])
    when 'curry' then block.curry.arity
    when 'tolambda' then lambda(&block).lambda?
    when 'define' then define_singleton_method(:xx, &block); xx(1)
    when 'instexec' then instance_exec(1, &block)
    when 'mapproc' then args.map(&block)
    when 'eachwith' then args.each_with_index.map(&block)
    when 'inject' then args.inject(&block)
    when 'sortby' then args.sort_by(&block)
    when 'hashmap' then args[0].map(&block)
    when 'hashsel' then args[0].select(&block)
    else 'other'
    end
  end
end
