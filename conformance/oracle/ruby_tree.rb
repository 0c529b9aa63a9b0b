#!/usr/bin/env ruby
# frozen_string_literal: true
# Writes the syntax trees that Ruby itself makes of files in Ruby and of templates in ERB, in the form of
# `bunraku dump --stage ruby`.
#
#   ruby_tree.rb FILE ...     writes "== FILE" and the tree, or "error", for each file
#
# Leaves out differences without a meaning, which ruby/src/syntax/dump.rs lists.
require 'erb'

# Writes the nodes of RubyVM::AbstractSyntaxTree.
class Tree
  Node = RubyVM::AbstractSyntaxTree::Node

  def quoted(text)
    bytes = text.b.each_char.map do |c|
      case c
      when '"', '\\' then "\\#{c}"
      when ' '..'~' then c
      else format('\\x%02X', c.ord)
      end
    end
    "\"#{bytes.join}\""
  end

  def literal(value)
    case value
    when Integer then "(int #{value})"
    when String then "(str #{quoted(value)})"
    when Float then "(float #{[value].pack('G').unpack1('H*')})"
    when Symbol then "(sym #{quoted(value.to_s)})"
    when Regexp then "(regex #{quoted(value.source)})"
    when Range
      "(#{value.exclude_end? ? 'xrange' : 'range'} #{[value.begin, value.end].map { |one| one.nil? ? '_' : literal(one) }.join(' ')})"
    else "(number #{value.is_a?(Complex) ? "#{value.imaginary}i" : "#{value}r"})"
    end
  end

  def list(name, *parts) = "(#{[name, *parts].join(' ')})"

  # Writes a node; writes nil for a missing node.
  def node(one) = one.nil? ? 'nil' : send(:"on_#{one.type}", *one.children)
  def maybe(one) = one.nil? ? '_' : node(one)

  # Returns the items of a list of arguments.
  def items(one)
    return [] if one.nil?

    case one.type
    when :LIST then one.children.compact.map { |item| node(item) }
    when :ZLIST then []
    when :ARGSCAT
      last = one.children[1]
      [*items_of_first(one.children[0]), *(last.type == :LIST ? items(last) : [list('splat', node(last))])]
    when :ARGSPUSH then [*items_of_first(one.children[0]), node(one.children[1])]
    when :SPLAT then [list('splat', node(one.children[0]))]
    when :BLOCK_PASS then [*items(one.children[0]), list('blockpass', maybe(one.children[1]))]
    else [node(one)]
    end
  end

  def items_of_first(one) = %i[LIST ZLIST ARGSCAT ARGSPUSH SPLAT].include?(one.type) ? items(one) : [list('splat', node(one))]

  def on_SCOPE(_table, _args, body) = node(body)

  def flat(one)
    return [] if one.nil?

    case one.type
    when :BLOCK then one.children.flat_map { |inner| flat(inner) }
    when :BEGIN then one.children[0].nil? ? [] : flat(one.children[0])
    else [one]
    end
  end

  IDLE = %i[NIL TRUE FALSE SELF LIT STR].freeze
  def on_BLOCK(*list) = sequence(list)

  def sequence(list)
    all = list.flat_map { |one| flat(one) }
    all = all.each_with_index.reject { |one, at| at < all.size - 1 && IDLE.include?(one.type) }.map(&:first)
    case all.size
    when 0 then 'nil'
    when 1 then node(all[0])
    else "(seq #{all.map { |one| node(one) }.join(' ')})"
    end
  end

  def on_BEGIN(inner) = node(inner)
  def on_NIL = 'nil'
  def on_TRUE = 'true'
  def on_FALSE = 'false'
  def on_SELF = 'self'
  def on_LIT(value) = literal(value)
  def on_STR(text) = list('str', quoted(text))
  def on_XSTR(text) = list('xstr', quoted(text))
  def on_DSTR(*parts) = pieces('str', parts)
  def on_DXSTR(*parts) = pieces('xstr', parts)
  def on_DSYM(*parts) = pieces('sym', parts)
  def on_DREGX(*parts) = pieces('regex', parts)
  def on_ONCE(inner) = node(inner)
  def on_EVSTR(inner) = node(inner)

  # Writes the pieces of a text. The first part is a text, the second code, the third a list of the rest.
  def pieces(name, parts)
    flat = parts.compact.flat_map { |part| part.is_a?(Node) && part.type == :LIST ? part.children.compact : [part] }
    done = []
    add = lambda do |text|
      done.last.is_a?(Array) ? done.last[0] += text : done << [text]
    end
    flat.each do |part|
      if part.is_a?(String) then add.(part)
      elsif part.type == :STR then add.(part.children[0])
      elsif part.type == :DSTR then done << node(part)
      elsif part.children[0].is_a?(Node) && part.children[0].type == :STR then add.(part.children[0].children[0])
      else done << node(part)
      end
    end
    done = done.reject { |one| one.is_a?(Array) && one[0].empty? }.map { |one| one.is_a?(Array) ? quoted(one[0]) : one }
    return list(name, done.empty? ? '""' : done[0]) if done.empty? || (done.size == 1 && done[0].start_with?('"'))

    list("d#{name}", *done)
  end

  def on_LIST(*parts) = list('list', *parts.compact.map { |one| node(one) })
  def on_ZLIST = '(list)'
  def on_ARGSCAT(*all) = list('list', *scat(all))
  def scat(all) = [*items_of_first(all[0]), *(all[1].type == :LIST ? items(all[1]) : [list('splat', node(all[1]))])]
  def on_ARGSPUSH(first, last) = list('list', *items_of_first(first), node(last))
  def on_SPLAT(inner) = list('list', list('splat', node(inner)))

  def on_HASH(list)
    parts = list.nil? ? [] : list.children[0..-2].each_slice(2).map { |key, value| key.nil? ? "(dsplat #{node(value)})" : "#{node(key)} #{node(value)}" }
    self.list('hash', *parts)
  end

  def on_DOT2(from, to) = list('range', bound(from), bound(to))
  def on_DOT3(from, to) = list('xrange', bound(from), bound(to))
  def bound(one) = one.nil? || one.type == :NIL ? '_' : node(one)
  alias on_FLIP2 on_DOT2
  alias on_FLIP3 on_DOT3
  def on_LVAR(name) = list('lvar', name)
  alias on_DVAR on_LVAR
  def on_IVAR(name) = list('ivar', name)
  def on_CVAR(name) = list('cvar', name)
  def on_GVAR(name) = list('gvar', name)
  def on_CONST(name) = list('const', name)
  def on_COLON2(of, name) = of.nil? ? list('const', name) : list('colon2', node(of), name)
  def on_COLON3(name) = list('colon3', name)
  def on_NTH_REF(name) = list('nth', name.to_s.delete('$'))
  def on_BACK_REF(name) = list('back', name.to_s.delete('$'))
  def on_CALL(of, name, arguments) = list('call', node(of), name, *items(arguments))
  alias on_OPCALL on_CALL
  def on_QCALL(of, name, arguments) = list('qcall', node(of), name, *items(arguments))
  def on_FCALL(name, arguments) = list('call', name == :[] ? 'self' : '_', name, *items(arguments))
  def on_VCALL(name) = list('call', '_', name)
  def on_MATCH2(of, other, *) = list('call', node(of), '=~', node(other))
  def on_MATCH3(pattern, other) = list('call', node(other), '=~', node(pattern))
  def on_MATCH(pattern) = literal(pattern)
  def on_ATTRASGN(of, name, arguments) = list('attrasgn', of.nil? ? 'self' : node(of), "#{name.to_s.delete_suffix('=')}=", *items(arguments))
  def on_SUPER(arguments) = list('super', *items(arguments))
  def on_ZSUPER = '(zsuper)'
  def on_YIELD(arguments) = list('yield', *items(arguments))
  def on_ITER(call, scope) = list('iter', node(call), parameters(scope), node(scope))
  def on_LAMBDA(scope) = list('lambda', parameters(scope), node(scope))
  def on_AND(*all) = list('and', *logic(:AND, all))
  def on_OR(*all) = list('or', *logic(:OR, all))
  def logic(type, all) = all.flat_map { |one| one&.type == type ? logic(type, one.children) : [node(one)] }
  def on_DEFINED(inner) = list('defined', node(inner))

  def on_LASGN(name, value) = assigned(list('lvar', name), value)
  alias on_DASGN on_LASGN
  alias on_DASGN_CURR on_LASGN
  def on_IASGN(name, value) = assigned(list('ivar', name), value)
  def on_GASGN(name, value) = assigned(list('gvar', name), value)
  def on_CVASGN(name, value) = assigned(list('cvar', name), value)

  def on_CDECL(*parts)
    return assigned(list('const', parts[0]), parts[1]) if parts.size == 2

    assigned(node(parts[0]), parts[2])
  end

  def assigned(target, value)
    return target if value == :NODE_SPECIAL_REQUIRED_KEYWORD || @bare

    list('asgn', target, node(value))
  end

  def on_OP_ASGN1(of, operator, index, value) = list('opasgn1', node(of), operator, *items(index), node(value))
  def on_OP_ASGN2(of, _safe, name, operator, value) = list('opasgn2', node(of), name, operator, node(value))
  def on_OP_ASGN_AND(target, *value) = list('opand', node(target), node(value.last.children.last))
  def on_OP_ASGN_OR(target, *value) = list('opor', node(target), node(value.last.children.last))
  def on_OP_CDECL(target, operator, value) = list({ '||': 'opor', '&&': 'opand' }[operator] || operator, node(target), node(value))

  def target(one)
    return '_' if one == :NODE_SPECIAL_NO_NAME_REST

    case one.type
    when :MASGN then list('targets', *targets(one))
    when :ATTRASGN
      of, name, arguments = one.children
      list('attrasgn', of.nil? ? 'self' : node(of), name, *items(arguments))
    else
      before = @bare
      @bare = true
      shown = node(one)
      @bare = before
      shown
    end
  end

  def targets(one)
    _, first, rest = one.children
    found = (first&.children || []).compact.map { |item| target(item) }
    return found if rest.nil?

    if rest.is_a?(Node) && rest.type == :POSTARG
      splat, after = rest.children
      [*found, list('splat', target(splat)), *after.children.compact.map { |item| target(item) }]
    else [*found, list('splat', target(rest))]
    end
  end

  def on_MASGN(value, *rest)
    whole = Struct.new(:children).new([value, *rest])
    list('masgn', node(value), *targets(whole))
  end

  def on_TO_ARY(inner) = node(inner)
  def on_IF(condition, yes, no) = list('if', node(condition), node(yes), node(no))
  def on_UNLESS(condition, yes, no) = list('unless', node(condition), node(yes), node(no))
  def on_WHILE(condition, body, first) = list(first ? 'while' : 'dowhile', node(condition), node(body))
  def on_UNTIL(condition, body, first) = list(first ? 'until' : 'dountil', node(condition), node(body))

  def on_FOR(iterated, scope) = list('for', '?', node(iterated), node(scope))

  def on_CASE(subject, branch) = list('case', maybe(subject), *branches(branch))
  def on_CASE2(*parts) = list('case', '_', *branches(parts.last))

  def branches(branch)
    return [node(branch)] if branch.nil? || branch.type != :WHEN

    conditions, body, following = branch.children
    [list('when', list('list', *items(conditions)), node(body)), *branches(following)]
  end

  def on_RESCUE(body, handler, otherwise)
    handlers = []
    while handler
      classes, inner, following = handler.children
      handlers << [classes, inner]
      handler = following
    end
    list('rescue', node(body), *handlers.map { |classes, inner| handled(classes, inner) }, *(otherwise && [node(otherwise)]))
  end

  def handled(classes, inner)
    parts = inner&.type == :BLOCK ? inner.children : [inner]
    shown = '_'
    first = parts[0]
    if first && first.children.last.is_a?(Node) && first.children.last.type == :ERRINFO
      shown = target(first)
      parts = parts[1..]
    elsif first&.type == :ATTRASGN && first.children[2]&.children&.compact&.last&.type == :ERRINFO
      of, name, arguments = first.children
      shown = list('attrasgn', node(of), name, *items(arguments)[0..-2])
      parts = parts[1..]
    end
    list('resbody', list('list', *items(classes)), shown, sequence(parts.compact))
  end

  def on_ERRINFO = '(errinfo)'
  def on_ENSURE(body, ensured) = list('ensure', node(body), node(ensured))
  def on_DEFN(name, scope) = list('def', name, parameters(scope), node(scope))
  def on_DEFS(of, name, scope) = list('defs', node(of), name, parameters(scope), node(scope))
  def on_CLASS(path, above, scope) = list('class', node(path), maybe(above), node(scope))
  def on_MODULE(path, scope) = list('module', node(path), node(scope))
  def on_SCLASS(of, scope) = list('sclass', node(of), node(scope))
  def on_ALIAS(new, old) = list('alias', node(new), node(old))
  def on_VALIAS(new, old) = list('alias', list('gvar', new), list('gvar', old))
  def on_UNDEF(*names) = list('undef', *names.map { |one| node(one) })
  def on_RETURN(value) = list('return', *(value && [node(value)]))
  def on_BREAK(value) = list('break', *(value && [node(value)]))
  def on_NEXT(value) = list('next', *(value && [node(value)]))
  def on_REDO = '(redo)'
  def on_RETRY = '(retry)'
  def on_VALUES(*all) = list('list', *all.compact.map { |one| node(one) })
  def on_BLOCK_PASS(*all) = items_of_pass(all)
  def on_POSTEXE(scope) = list('postexe', node(scope))

  # Writes the parameters of a method or block. Their names come from the table of variables.
  def parameters(scope)
    table, all, = scope.children
    return '(params)' if all.nil?

    count, _, optional, post_first, post_count, _, rest, keywords, keyword_rest, block = all.children
    names = table.dup
    inits = destructured(all)
    take = ->(name) { name.nil? ? inits.shift : list('lvar', name) }
    parts = names.shift(count).map(&take)
    while optional
      assignment, optional = optional.children
      names.shift
      parts << list('opt', assignment.children[0], node(assignment.children[1]))
    end
    if rest
      names.shift unless rest == :NODE_SPECIAL_EXCESSIVE_COMMA
      parts << list('rest', rest) unless %i[NODE_SPECIAL_EXCESSIVE_COMMA *].include?(rest)
    end
    parts.concat(names.shift(post_count).map(&take)) if post_first || post_count.positive?
    while keywords
      assignment, keywords = keywords.children
      name, value = assignment.children
      parts << list('key', name, value == :NODE_SPECIAL_REQUIRED_KEYWORD ? '_' : node(value))
    end
    if keyword_rest
      named = keyword_rest.is_a?(Node) ? keyword_rest.children[0] : keyword_rest
      parts << list('keyrest', named) unless named.nil? || named == :** || keyword_rest == false
    end
    parts << list('block', block) if block && block != :&
    list('params', *parts)
  end

  # Writes the targets of a destructured parameter.
  def destructured(all)
    [all.children[1], all.children[5]].compact.flat_map { |one| one.type == :BLOCK ? one.children : [one] }
                                      .map { |one| list('targets', *targets(one)) }
  end
end

ARGV.each do |file|
  puts "== #{file}"
  code = File.read(file, encoding: 'UTF-8')
  code = ERB.new(code, trim_mode: '-').src.sub(/\A#coding:.*\n/, '') unless file.end_with?('.rb')
  begin
    $stderr.reopen(File::NULL)
    root = RubyVM::AbstractSyntaxTree.parse(code)
    puts Tree.new.node(root)
  rescue SyntaxError
    puts 'error'
  rescue StandardError => e
    puts "unknown #{e.class} #{e.message.lines.first} #{e.backtrace.first(2)}"
  end
end
