# Provides small classes of Puppet that code builds upon, and the errors that it rescues.

module Bunraku
  # A namespace with only some of its names. While types are loaded, the other names accept any call.
  module Namespace
    def const_missing(name) = Bunraku.is_lenient ? const_set(name, Class.new(Puppet::Absent)) : super
  end
end

module Puppet
  class SubclassAlreadyDefined < Error; end
  class ConstantAlreadyDefined < Error; end
  class LockError < Error; end
  class LexError < RuntimeError; end

  # Refuses to use the network, with an error that says so.
  module HTTP
    extend Bunraku::Namespace

    class HTTPError < Error; end
    class ConnectionError < HTTPError; end
    class RouteError < HTTPError; end
    class ProtocolError < HTTPError; end
    class SerializationError < HTTPError; end

    class ResponseError < HTTPError
      attr_reader :response

      def initialize(response)
        super(response.reason)
        @response = response
      end
    end

    class Client
      %i[get head put post delete connect create_session default_ssl_context close].each do |name|
        define_method(name) { |*| raise ConnectionError, "Puppet::HTTP::Client##{name}: a compilation uses no network" }
      end
    end
  end

  module Concurrent
    extend Bunraku::Namespace

    # A lock that its holder may acquire again.
    class Lock < ::Monitor; end

    module Synchronized; end

    # Keeps one object for each thread.
    module ThreadLocalSingleton
      def singleton
        key = :"#{name}.singleton"
        Thread.current.thread_variable_get(key) || new.tap { |one| Thread.current.thread_variable_set(key, one) }
      end
    end
  end

  module DataTypes
    extend Bunraku::Namespace

    # The class of values of the language's type `Error`.
    class Error
      attr_reader :msg, :kind, :details, :issue_code
      alias message msg

      def initialize(msg, kind = nil, details = nil, issue_code = nil)
        @msg = msg
        @kind = kind
        @details = details
        @issue_code = issue_code
      end

      def ==(other) = other.is_a?(Error) && [msg, kind, details, issue_code] == [other.msg, other.kind, other.details, other.issue_code]
      alias eql? ==
      def hash = [msg, kind, details, issue_code].hash
    end
  end

  class Parameter
    # Returns the text of a value for messages.
    def self.format_value_for_display(value) = value.nil? || value == :undef ? '' : shown_part(value)

    def self.shown_part(value)
      case value
      when Array then "[#{value.map { |one| shown_part(one) }.join(', ')}]"
      when Hash then "{\n#{value.map { |name, one| "  #{shown_part(name)} => #{shown_part(one)}" }.join(",\n")}\n}"
      when String, Symbol then value.match?(/[[:cntrl:]]/) ? value.to_s.inspect : "'#{value.to_s.gsub("'") { "\\'" }}'"
      when Float then Kernel.format('%f', value)
      when nil then 'undef'
      else value.to_s
      end
    end
    private_class_method :shown_part
  end

  module SSL
    extend Bunraku::Namespace
  end

  # Answers that no translations are loaded, because bunraku has none.
  module GettextConfig
    def self.gettext_loaded? = false
  end

  module Util
    module Windows
      extend Bunraku::Namespace
    end

    # Measures nothing.
    module Profiler
      def self.current = []
      def self.profile(_message, _metric) = yield
    end

    module POSIX
      LOCALE_ENV_VARS = %w[LANG LC_ALL LC_MESSAGES LANGUAGE LC_COLLATE LC_CTYPE LC_MONETARY LC_NUMERIC LC_TIME].freeze
      USER_ENV_VARS = %w[HOME USER LOGNAME].freeze
    end
  end

  module Pops
    # An error about an issue that has no text yet.
    class SemanticError < RuntimeError
      attr_accessor :issue, :semantic, :options

      def initialize(issue, semantic = nil, options = {})
        super()
        @issue = issue
        @semantic = semantic
        @options = options
      end
    end

    # Owns objects that belong to other objects: one of each class for each object.
    module Adaptable
      class Adapter
        class << self
          def get(object) = object.instance_variable_get(variable)
          def create_adapter(_object) = new
          def clear(object) = object.instance_variable_defined?(variable) ? object.remove_instance_variable(variable) : nil

          def adapt(object, &block)
            adapter = get(object) || associate_adapter(create_adapter(object), object)
            block.call(*[adapter, object].first(block.arity == 2 ? 2 : 1)) if block
            adapter
          end

          def adapt_new(object, &)
            clear(object)
            adapt(object, &)
          end

          def associate_adapter(adapter, object) = object.instance_variable_set(variable, adapter)

          private

          def variable = :"@#{name.gsub('::', '_')}"
        end
      end
    end

    # Calls the method for the class of an object, such as `show_Integer`, or for the nearest of its ancestors.
    class Visitor
      attr_reader :receiver, :message, :min_args, :max_args

      def initialize(receiver, message, min_args = 0, max_args = nil)
        raise ArgumentError, 'min_args must be >= 0' if min_args.negative?
        raise ArgumentError, 'max_args must be >= min_args' if max_args && max_args < min_args

        @receiver = receiver
        @message = message
        @min_args = min_args
        @max_args = max_args
        @methods = {}
      end

      def visit(thing, *arguments) = visit_this(receiver, thing, *arguments)

      def visit_this(receiver, thing, *arguments)
        if arguments.size < min_args || (max_args && arguments.size > max_args)
          raise ArgumentError, "Visitor Error: Too #{arguments.size < min_args ? 'few' : 'many'} arguments passed. min = #{min_args}, max = #{max_args}"
        end
        receiver.send(method_for(receiver, thing), thing, *arguments)
      end

      def visit_this_class(receiver, kind, arguments)
        receiver.send(method_of(receiver, kind) || missing(receiver, kind), kind, *arguments)
      end

      4.times { |count| define_method(:"visit_this_#{count}") { |receiver, thing, *arguments| receiver.send(method_for(receiver, thing), thing, *arguments) } }

      private

      def method_for(receiver, thing) = @methods[thing.class] ||= method_of(receiver, thing.class) || missing(receiver, thing.class)

      def method_of(receiver, kind)
        names = kind.ancestors.map { |one| :"#{message}_#{one.name.to_s.split('::').last}" }
        names.find { |name| receiver.respond_to?(name, true) }
      end

      def missing(receiver, kind) = raise("Visitor Error: the configured receiver (#{receiver.class}) can't handle instance of: #{kind}")
    end

    module Evaluator
      # A value that is computed when it is needed.
      class DeferredValue
        def initialize(proc) = @proc = proc
        def resolve = @resolved ? @value : (@resolved = true) && @value = @proc.call
      end
    end

    module Time
      class Timestamp
        def self.format_time(format, time, zone)
          offset = %w[UTC Z GMT].include?(zone) ? 0 : zone
          return time.strftime(format) if zone.nil? || zone == ''

          (zone == 'current' ? time.localtime : time.localtime(offset)).strftime(format)
        end
      end
    end
  end
end
