# Provides scopes. The evaluation owns them; these objects ask it.

module Puppet
  module Parser
    # A scope, identified by its number. The calling scope has the number -1.
    class Scope
      include Puppet::Util::Errors
      include Puppet::Util::Logging

      CALLING = -1
      # The values of variables that code may change in place, by scope and name.
      GIVEN = {}

      class << self
        def of(number) = number && new(number)
        def true?(value) = ![nil, false, '', :undef].include?(value)

        # Returns the object for the value of a variable while code may change it. If an earlier object for the variable
        # still has this value, returns that object.
        def given(variable, value, (number, *frozen))
          known = GIVEN[variable]
          GIVEN[variable] = value unless known.class == value.class && known == value
          Bunraku.watch(number, GIVEN[variable], frozen)
        end

        def number?(value)
          value.is_a?(Numeric) ? value : (Puppet::Pops::Utils.to_n(value) if value.is_a?(String))
        end
      end

      def initialize(number = CALLING)
        @number = number
      end

      attr_reader :number

      def lookupvar(name, _options = {})
        raise Puppet::ParseError, "Scope variable name #{name.inspect} is a #{name.class}, not a string" unless name.is_a?(String)

        found, value, reason, scope, shown, kept = Bunraku.ask(:variable, number, name, Bunraku.watching?)
        # returns the same object that Ruby code has set, because it may have been changed since
        return SET[[scope, name]] if SET.key?([scope, name])
        return (variable_not_found(shown, reason) unless name.match?(GROUP)) unless found

        kept ? Scope.given([scope, name], value, kept) : value
      end
      alias [] lookupvar

      # Returns the values of variables by name; of all variables if `names` is empty. Omits those that are `undef`.
      def variables(names)
        all, kept, scope = Bunraku.ask(:variables, number, names, true, false, Bunraku.watching?)
        return all unless kept

        all.each_with_index.to_h { |(name, value), at| [name, Scope.given([scope, name], value, kept[at])] }
      end

      # Handles an unknown variable according to the setting `strict`.
      def variable_not_found(name, reason = nil)
        text = "Undefined variable '#{name}'; #{reason}"
        case Puppet[:strict]
        when :off then return nil
        when :warning then return (Puppet.warn_once('undefined_variables', text, text) && nil)
        end
        begin
          throw :undefined_variable
        rescue UncaughtThrowError
          raise ArgumentError, text
        end
      end

      # The values that Ruby code has assigned to variables, by the number of the scope and the name.
      SET = {}
      # The form of the names of match variables (`$0`, `$1`), which are `nil` without a match.
      GROUP = /\A\d+\z/

      def setvar(name, value, _options = {})
        raise Puppet::ParseError, "Scope variable name #{name.inspect} is a #{name.class}, not a string" unless name.is_a?(String)
        if %w[facts trusted server_facts].include?(name)
          raise Puppet::ParseError, "Attempt to assign to a reserved variable name: '#{name}'"
        end
        raise Puppet::ParseError, "Cannot assign to a numeric match result variable '$#{name}'" if name.match?(GROUP)

        SET[[Bunraku.ask(:set_variable, number, name, value), name]] = value
      end
      alias []= setvar

      def include?(name)
        found, value, = Bunraku.ask(:variable, number, name)
        found && !value.nil?
      end

      def exist?(name) = Bunraku.ask(:variable, number, name)[0]
      # Returns whether the innermost scope has a variable that is not `undef`.
      def bound?(name) = Bunraku.ask(:local_variable, number, name, local?).then { |found, value| found && !value.nil? }
      def get_local_variable(name) = Bunraku.ask(:local_variable, number, name, false)[1]
      def has_local_variable?(name) = Bunraku.ask(:local_variable, number, name, false)[0] || nil
      alias handle_not_found variable_not_found

      def to_hash(recursive = true, include_undef = false) = Bunraku.ask(:variables, number, nil, recursive, include_undef)[0]
      def to_s = Bunraku.ask(:scope_text, number)
      def inspect = to_s
      def log_source = to_s
      def facts_of = number == CALLING ? Bunraku.ask(:scope, number) : (@facts_of ||= Bunraku.ask(:scope, number))
      def ==(other) = other.is_a?(Scope) && other.facts_of[0] == facts_of[0]
      alias eql? ==
      def hash = facts_of[0].hash
      def kind = facts_of[1]
      def local? = facts_of[5]
      def is_topscope? = kind == 'top'
      def is_nodescope? = kind == 'node'
      def is_classscope? = kind == 'hostclass'
      def enclosing_scope = Scope.of(facts_of[3])
      def inherited_scope = Scope.of(facts_of[4])
      def parent = inherited_scope || Scope.of(facts_of[7])
      def parent_module_name = parent&.source&.module_name
      def with_guarded_scope = yield
      def with_global_scope = yield(find_global_scope)
      def with_local_scope(variables) = yield(InnerScope.new(self, variables))
      def newscope(_options = {}) = InnerScope.new(self, {})
      def find_global_scope = is_topscope? || is_nodescope? ? self : enclosing_scope
      def environment = Bunraku.environment
      def compiler = Bunraku.compiler
      def catalog = Bunraku.compiler.catalog
      def resource = Bunraku.resource(*Bunraku.ask(:scope_resource, number), true)

      def source
        kind, name = facts_of[1, 2]
        Bunraku.known_resource_types.find(kind == 'top' ? 'hostclass' : kind, kind == 'top' ? '' : name.downcase)
      end

      def class_set(_name, scope) = scope
      def set_match_data(_data) = nil
      def class_scope(kind) = Scope.of(Bunraku.ask(:class_scope, kind.respond_to?(:name) ? kind.name : kind.to_s))
      def findresource(type, title = nil) = Bunraku.compiler.catalog.resource(type, title)
      def find_definition(name) = Bunraku.known_resource_types.find_definition(name)
      def find_hostclass(name, *_) = Bunraku.known_resource_types.find_hostclass(name)
      def lookuptype(name) = find_definition(name) || find_hostclass(name)

      # Returns the attributes of the resource defaults for a type, by name. The type is written as in references: `File`.
      def lookupdefaults(type)
        (Bunraku.ask(:defaults, number, type.to_s) || []).to_h do |name, value, file, line, scope|
          [name.to_sym, Resource::Param.new(name: name, value: value, file: file, line: line, add: false, source: Scope.of(scope)&.source)]
        end
      end

      { find_resource_type: 'find_resource_type', find_builtin_resource_type: 'find_builtin_resource_type',
        find_defined_resource_type: 'find_defined_resource_type', resolve_type_and_titles: 'resolve_type_and_title' }.each do |name, shown|
        define_method(name) do |*|
          raise Puppet::DevError, "Scope##{shown}() is no longer supported, use Puppet::Pops::Evaluator::Runtime3ResourceSupport instead"
        end
      end

      def lookup_qualified_variable(name, _options = nil) = lookupvar(name)

      # Converts names and references of classes to absolute names: `::a::b`.
      def transform_and_assert_classnames(names)
        names.map do |name|
          raise ArgumentError, "Cannot use #{name.nil? ? 'undef' : 'empty string'} as a class name" if name.nil? || name == ''

          case name
          when Puppet::Resource, Puppet::Pops::Types::PClassType, Puppet::Pops::Types::PResourceType
            "::#{(name.respond_to?(:class_name) && name.class_name) || name.title.to_s.downcase}"
          else "::#{name.to_s.delete_prefix('::')}"
          end
        end
      end

      def undef_as(default, value)
        value.nil? || value == :undef ? default : value
      end

      # Calls a function of any API.
      def call_function(name, arguments = [], &block)
        Bunraku.call(name.to_s, [*arguments], at_top: number.zero?, &block)
      rescue ArgumentError => error
        raise unless error.message == "Unknown function: '#{name}'."

        raise ArgumentError, "Unknown function '#{name}'"
      end

      # The arity of Puppet's own functions as methods of scopes, in the form of `Method#arity`.
      TAKES = {
        assert_type: -3, binary_file: 1, break: 0, contain: -2, create_resources: -3, defined: -2, dig: -1, digest: 1, each: -3, epp: -2,
        file: -2, filter: -3, find_file: -2, fqdn_rand: -2, generate: -2, hiera: -2, hiera_array: -2, hiera_hash: -2, hiera_include: -2,
        include: -2, inline_epp: -2, inline_template: -2, lest: -2, lookup: -2, map: -3, match: 2, md5: 1, new: -1, next: -2, realize: -2,
        reduce: -3, regsubst: -4, require: -2, return: -2, reverse_each: -1, sha1: 1, sha256: 1, slice: -3, split: 2, sprintf: -2, step: -1,
        strftime: -3, tag: -2, tagged: -2, template: -2, then: -2, type: -1, versioncmp: 2, with: -1
      }.freeze
      # The functions that were methods of scopes, but now raise an error that names the 4.x API.
      MOVED = %i[assert_type binary_file break defined dig each epp filter find_file hiera hiera_array hiera_hash hiera_include inline_epp
                 lest lookup map match new next reduce regsubst return reverse_each slice split step strftime then type with].freeze
      # The functions whose call as a method logs a warning.
      DEPRECATED = %i[contain include require].freeze
      # The functions of the 4.x API that never were methods of scopes.
      CURRENT = %i[abs all annotate any call camelcase capitalize ceiling chomp chop compare convert_to downcase empty eyaml_lookup_key
                   find_template flatten floor get getvar group_by hocon_data import index join json_data keys length lstrip max min
                   module_directory partition round rstrip size sort strip tree_each unique unwrap upcase values yaml_data].freeze

      # Functions that call a method on each of their arguments without checking the types first, and these methods.
      CALLED = { versioncmp: :scan, shellquote: :length }.freeze

      def method_missing(name, *arguments, &block)
        return super unless name.start_with?('function_')

        function = name.to_s.delete_prefix('function_').to_sym
        if (path = Bunraku.module_file("puppet/parser/functions/#{function}"))
          Bunraku.send(:do_load_legacy, path, function.to_s)
          return send(name, *arguments, &block)
        end
        unless callable?(function)
          raise NoMethodError, "undefined method `#{name}' for #{self}:Puppet::Parser::Scope"
        end
        Puppet::Parser::Functions.check(function, TAKES[function] || -1, arguments)
        raise Puppet::ParseError, "#{function}() can only be called using the 4.x function API. See Scope#call_function" if MOVED.include?(function)

        if (called = CALLED[function])
          arguments[0].each { |one| one.public_send(called) unless one.respond_to?(called) }
        end
        result = Bunraku.call(function.to_s, arguments[0], at_top: number.zero?, &block)
        return result unless DEPRECATED.include?(function)

        Bunraku.log_once(:warning, "Calling #{name} via the Scope class is deprecated. Use Scope#call_function instead", nil, nil)
        nil
      end

      # Returns whether a function is a method of scopes. Functions of the 4.x API are not.
      def callable?(function)
        return true if Bunraku.module_file?("puppet/parser/functions/#{function}")

        !CURRENT.include?(function) && !Bunraku.module_file?("puppet/functions/#{function}") && Bunraku.ask(:function?, function.to_s)
      end

      def respond_to_missing?(name, all = false)
        (name.start_with?('function_') && callable?(name.to_s.delete_prefix('function_').to_sym)) || super
      end
    end

    # A scope that Ruby code has made inside another one. Functions that are called through it see only the outer scope.
    class InnerScope < Scope
      def class = Scope

      def initialize(outer, variables)
        super(outer.number)
        @variables = variables.transform_keys(&:to_s)
      end

      def lookupvar(name, options = {}) = @variables.key?(name) ? @variables[name] : super
      alias [] lookupvar

      def setvar(name, value, _options = {})
        raise Puppet::ParseError, "Cannot reassign variable '$#{name}'" if @variables.key?(name)

        @variables[name] = value
      end
      alias []= setvar

      def include?(name) = @variables.key?(name) ? !@variables[name].nil? : super
      def exist?(name) = @variables.key?(name) || super
      def to_hash(recursive = true, include_undef = false)
        (recursive ? super : {}).merge(include_undef ? @variables : @variables.compact)
      end
    end
  end
end
