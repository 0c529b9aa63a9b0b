# Provides the two APIs for functions.

module Bunraku
  # One dispatch of a function, in the form in which it is sent to the evaluation.
  Dispatch = Struct.new(:method, :mismatch, :parameters, :block, :returns, :injections, :knows_local)

  # Builds a dispatch of a function.
  class DispatchBuilder
    attr_reader :dispatch

    def initialize(method, mismatch, knows_local = true)
      @dispatch = Dispatch.new(method, mismatch, [], nil, nil, [], knows_local)
    end

    { param: 'required', required_param: 'required', optional_param: 'optional',
      repeated_param: 'repeated', optional_repeated_param: 'repeated', required_repeated_param: 'required_repeated' }.each do |name, occurs|
      define_method(name) { |type, parameter| add(occurs, type, parameter) }
    end

    def block_param(*arguments) = add_block(true, arguments)
    alias required_block_param block_param
    def optional_block_param(*arguments) = add_block(false, arguments)

    def return_type(type)
      raise ArgumentError, "Argument to 'return_type' must be a String reference to a Puppet Data Type. Got #{type.class}" unless type.is_a?(String) || type.is_a?(Puppet::Pops::Types::PAnyType)

      @dispatch.returns = type.to_s
    end

    private

    def add(occurs, type, name)
      previous = @dispatch.parameters.last
      if occurs.start_with?('required') && previous && previous[0] == 'optional'
        what = occurs == 'required' ? 'A required' : 'A required repeated'
        raise ArgumentError, "#{what} parameter cannot be added after an optional parameter"
      end
      raise ArgumentError, 'Parameters cannot be added after a repeated parameter' if previous && previous[0].end_with?('repeated')
      raise ArgumentError, 'Parameters cannot be added after a block parameter' if @dispatch.block
      raise ArgumentError, "Parameter name argument must be a Symbol. Got #{name.class}" unless name.is_a?(Symbol)

      unless type.is_a?(String) || type.is_a?(Puppet::Pops::Types::PAnyType)
        raise ArgumentError, "Parameter 'type' must be a String reference to a Puppet Data Type. Got #{type.class}"
      end
      @dispatch.parameters << [occurs, type.to_s, name.to_s]
    end

    def add_block(required, arguments)
      type, name =
        case arguments.size
        when 0 then ['Callable', :block]
        when 1 then ['Callable', arguments[0]]
        when 2 then arguments
        else raise ArgumentError, "block_param accepts max 2 arguments (type, name), got #{arguments.size}."
        end
      raise ArgumentError, "Expected block_param name to be a Symbol, got #{name.class}" unless name.is_a?(Symbol)
      raise ArgumentError, 'Attempt to redefine block' if @dispatch.block

      @dispatch.block = [required, type.to_s, name.to_s]
    end
  end

  # Builds a dispatch of an internal function, which gets injected arguments besides those of the call.
  class InternalDispatchBuilder < DispatchBuilder
    def scope_param(*_) = inject(:scope)
    def compiler_param(*_) = inject(:compiler)
    def script_compiler_param(*_) = inject(:compiler)
    def pal_script_compiler(*_) = inject(:compiler)
    def pal_catalog_compiler(*_) = inject(:compiler)
    def cache_param(*_) = inject(:cache)

    private

    # Records an injected argument at its position between the parameters.
    def inject(what) = @dispatch.injections << [@dispatch.parameters.size, what]
  end

  # The local type aliases of a function.
  class LocalTypes
    attr_reader :list

    def initialize = @list = []
    def type(text) = @list << [text, caller_locations(1, 1).first.then { |place| "#{place.path}:#{place.lineno}" }]
  end

  # A function of the 4.x API that a file has defined.
  Function = Struct.new(:name, :kind, :dispatches, :types, :may_change) do
    def instance = @instance ||= kind.new(nil, nil)
    def cache = @cache ||= Puppet::Pops::Adapters::ObjectIdCacheAdapter.new
  end
  # A function of the 3.x API.
  LegacyFunction = Struct.new(:name, :rvalue, :arity, :may_change)

  class << self
    # The last function that the file being loaded has defined.
    attr_accessor :defined

    # Calls a function of any origin through evaluation.
    def call(name, arguments, caller_name: nil, at_top: false, &block)
      ask(:call, name, arguments, at_top, caller_name: caller_name, &block)
    end
  end
end

module Puppet
  # The class of all functions, including those that are not written in Ruby.
  class Pops::Functions::Function; end

  module Functions
    # The base class of functions.
    class Function < Pops::Functions::Function
      def self.loader = nil
      attr_reader :closure_scope, :loader

      def initialize(closure_scope = nil, loader = nil)
        @closure_scope = closure_scope
        @loader = loader
      end

      def closure_scope = @closure_scope || Puppet::Parser::Scope.of(0)
      def call_function(name, *arguments, &block) = Bunraku.call(name.to_s, arguments, caller_name: self.class.name, &block)

      class << self
        def builder = @builder ||= []
        def local_list = @local_list ||= Bunraku::LocalTypes.new

        def dispatch(method, &block) = declare(method, false, &block)
        def argument_mismatch(method, &block) = declare(method, true, &block)
        def local_types(&block) = local_list.instance_eval(&block)

        def name = @function_name || super
        def function_name=(name)
          @function_name = name
        end

        private

        def declare(method, mismatch, &block)
          built = dispatch_builder.new(method, mismatch, !local_list.list.empty?)
          built.instance_eval(&block) if block
          builder << built.dispatch
        end

        def dispatch_builder = Bunraku::DispatchBuilder
      end
    end

    class InternalFunction < Function
      class << self
        private

        def dispatch_builder = Bunraku::InternalDispatchBuilder
      end
    end

    class PuppetFunction < Function; end

    def self.create_loaded_function(name, _loader, base = Function, &block) = create_function(name, base, &block)

    def self.create_function(name, base = Function, &block)
      name = name.to_s
      kind = Class.new(base)
      kind.function_name = name
      kind.class_eval(&block)
      kind.function_name = name
      dispatches = kind.builder
      dispatches = [default_dispatch(kind, name.split('::').last)] if dispatches.empty?
      Bunraku.defined = Bunraku::Function.new(name, kind, dispatches, kind.local_list.list)
      kind
    rescue StandardError => error
      raise ArgumentError, "Function Load Error for function '#{name}': #{error.message}"
    end

    # Makes a dispatch with the parameters of the method that has the function's name.
    def self.default_dispatch(kind, name)
      unless kind.method_defined?(name) || kind.private_method_defined?(name)
        raise ArgumentError, "Function Creation Error, cannot create a default dispatcher for function '#{name}', no method with this name found"
      end
      built = Bunraku::DispatchBuilder.new(name.to_sym, false)
      parameters = kind.instance_method(name).parameters
      { req: :param, opt: :optional_param, rest: :repeated_param }.each do |occurs, add|
        parameters.each { |one, parameter| built.send(add, 'Any', parameter || :x) if one == occurs }
      end
      built.dispatch
    end
    private_class_method :default_dispatch
  end

  module Parser
    # The registry of functions of the 3.x API. It distinguishes upper and lower case in names.
    module Functions
      LIST = {}

      def self.newfunction(name, options = {}, &block)
        name = name.to_s.to_sym
        type = options[:type] || :statement
        raise Puppet::DevError, "Invalid statement type #{type.inspect}" unless %i[rvalue statement].include?(type)

        rvalue = type == :rvalue
        arity = options[:arity] || -1
        Puppet.warning("Overwriting previous definition for function #{name}") if LIST[name]
        method = "real_function_#{name}"
        Puppet::Parser::Scope.send(:define_method, method, &block)
        Puppet::Parser::Scope.send(:define_method, "function_#{name}") do |*arguments|
          Puppet::Parser::Functions.check(name, arity, arguments)
          send(method, arguments[0])
        end
        LIST[name] = Bunraku::LegacyFunction.new(name, rvalue, arity, true)
        Bunraku.defined = LIST[name]
        options
      end

      # Checks that a call passes the arguments in a single array, as this API requires, and checks their number.
      def self.check(name, arity, arguments)
        if arguments.size != 1 || !arguments[0].is_a?(Array)
          raise ArgumentError, 'custom functions must be called with a single array that contains the arguments. For example, function_example([1]) instead of function_example(1)'
        end
        count = arguments[0].size
        if arity >= 0 && count != arity
          raise ArgumentError, "#{name}(): Wrong number of arguments given (#{count} for #{arity})"
        elsif arity < 0 && count < arity.abs - 1
          raise ArgumentError, "#{name}(): Wrong number of arguments given (#{count} for minimum #{arity.abs - 1})"
        end
      end

      def self.function(name, _environment = nil)
        name = name.to_s.to_sym
        return "function_#{name}" if LIST[name]

        !Scope::CURRENT.include?(name) && Bunraku.ask(:function?, name.to_s) ? "function_#{name}" : false
      end

      # Puppet's own functions that are statements.
      STATEMENTS = %i[alert crit debug emerg err info notice warning fail include contain require realize tag create_resources hiera_include break next return].freeze

      def self.rvalue?(name)
        name = name.to_s.to_sym
        LIST[name] ? LIST[name].rvalue : function(name) && !STATEMENTS.include?(name)
      end

      def self.arity(name)
        name = name.to_s.to_sym
        LIST[name]&.arity || (Scope::TAKES[name] if function(name)) || -1
      end

      # Replaces the autoloader. Loads nothing, because functions are loaded when they are called.
      class AutoloaderDelegate
        def loadall(*) = told('loadall') && nil
        def loaded?(name) = told("loaded?(#{name.to_s.inspect})") && !LIST[name.to_s.to_sym].nil?

        def load(name, _environment = nil)
          told("load(#{name.to_s.inspect})")
          !Functions.function(name) ? false : true
        end

        private

        def told(call)
          Bunraku.first?([:autoloader, call]) && Bunraku.tell(:warning, "The method 'Puppet::Parser::Functions.autoloader##{call}' is deprecated in favor of using 'Scope#call_function'.", nil, nil)
          true
        end
      end

      def self.autoloader = @autoloader ||= AutoloaderDelegate.new

      def self.environment_module(_environment = nil) = self
      def self.reset = nil
    end
  end
end
