# Provides types of the Puppet language. The evaluation owns them and answers questions about them.

module Puppet
  module Pops
    module Types
      # Any type.
      class PAnyType
        include Bunraku::Kept

        def self.named(text) = Bunraku.ask(:type, text)

        # The constants of classes that are types with parameters. `DEFAULT` is the type without parameters.
        NAMED = { NON_EMPTY: 'String[1]', TRUE: 'Boolean[true]', FALSE: 'Boolean[false]' }.freeze
        private_constant :NAMED

        def self.const_missing(name)
          return PAnyType.named(simple_name) if name == :DEFAULT

          NAMED[name].to_s.start_with?("#{simple_name}[") ? PAnyType.named(NAMED[name]) : super
        end

        def self.simple_name = name.split('::').last[1..-5]
        def self.new(*arguments) = equal?(PAnyType) ? super : PAnyType.named("#{simple_name}#{"[#{arguments.map { |one| Written.parameter(one) }.join(', ')}]" unless arguments.empty?}")
        def instance?(value, _guard = nil) = Bunraku.ask(:instance, self, value)
        def assignable?(type, _guard = nil) = Bunraku.ask(:assignable, self, type)
        def name = simple_name
        def simple_name = self.class.simple_name
        def kind_of_callable?(_optional = true, _guard = nil) = is_a?(PCallableType)
        def iterable?(_guard = nil) = Iterable::TYPES.any? { |name| is_a?(Types.const_get("P#{name}Type")) }
        def resolve(_loader = nil) = self
        def normalize(_guard = nil) = self
        def to_alias_expanded_s = to_s
        def to_s = @text ||= Bunraku.ask(:text, self)
        def generalize = Bunraku.ask(:generalize, self)
        def create(*arguments) = Bunraku.ask(:call, 'new', [self, *arguments])
        def new_function = self
        def made = nil

        # Returns the parameters of a type: `element_type` of an Array, `from` of an Integer, and so on.
        def parts = @parts ||= Bunraku.ask(:parts, self)

        def elements
          parts.fetch('elements').map { |name, optional, type| StructElement.new(name, optional, type) }
        end

        def method_missing(name, *arguments)
          arguments.empty? && !name.end_with?('?', '=', '!') && parts.key?(name.to_s) ? parts[name.to_s] : super
        end

        def respond_to_missing?(name, _all = false) = !name.start_with?('to_') && !name.end_with?('?', '=', '!') && parts.key?(name.to_s)
      end

      # A key of a Struct and the type of its value.
      StructElement = Struct.new(:name, :optional, :value_type) do
        def optional? = optional
      end

      # The types by parent. `PSensitiveType` and `PBinaryType` already exist; they contain the classes of their values.
      { Any: %w[Binary Callable CatalogEntry Collection Data Default Error Meta RichData RichDataKey
                Runtime Scalar SemVerRange Struct Tuple TypeAlias TypeReference TypeWithContained URI Undef Unit Variant],
        Collection: %w[Array Hash], CatalogEntry: %w[Class Resource HostClass], Meta: %w[Object TypeSet],
        Scalar: %w[ScalarData Regexp SemVer AbstractTimeData], AbstractTimeData: %w[Timespan Timestamp],
        ScalarData: %w[Boolean Enum Numeric Pattern String], Numeric: %w[Float Integer],
        TypeWithContained: %w[Init Iterable Iterator NotUndef Optional Sensitive Type] }.each do |above, names|
        names.each do |name|
          class_name = "P#{name}Type"
          known = const_defined?(class_name, false) && const_get(class_name, false)
          next if known && known < PAnyType

          made = Class.new(const_get("P#{above}Type"))
          inner = known ? known.constants(false).to_h { |constant| [constant, known.const_get(constant)] } : {}
          remove_const(class_name) if known
          const_set(class_name, made)
          inner.each { |constant, value| made.const_set(constant, value) }
        end
      end

      # An Object type with values for its type parameters.
      class PObjectTypeExtension < PAnyType; end

      # Each type of these classes has its own name.
      [PTypeAliasType, PObjectTypeExtension, PTypeSetType, PTypeReferenceType].each do |type|
        type.define_method(:name) { Bunraku.ask(:text, self) }
      end

      class PObjectType
        # The attributes and functions of a type.
        PAttribute = Struct.new(:container, :name, :type, :kind, :is_valued, :given, :final, :override) do
          def value = is_valued ? given : raise(Puppet::Error, "#{label} has no value")
          def value? = is_valued
          def constant? = kind == 'constant'
          def final? = final
          def override? = override
          def label = "attribute #{container.label}[#{name}]"
          def to_s = label
        end
        PFunction = Struct.new(:container, :name, :type) do
          def label = "function #{container.label}[#{name}]"
          def to_s = label
        end

        def name = parts['name']
        def label = name || 'Object'
        def simple_name = label.split('::').last
        def parent = parts['parent']

        def attributes(with_inherited = false)
          own = parts['own_attributes'].to_h { |name, *rest| [name, PAttribute.new(self, name, *rest)] }
          with_inherited && parent.is_a?(PObjectType) ? parent.attributes(true).merge(own) : own
        end

        def functions(with_inherited = true)
          own = parts['own_functions'].to_h { |name, type| [name, PFunction.new(self, name, type)] }
          with_inherited && parent.is_a?(PObjectType) ? parent.functions(true).merge(own) : own
        end

        def members(with_inherited = false) = attributes(with_inherited).merge(functions(with_inherited))
        def [](name) = members(true)[name]
      end

      # Types that consist of other types can be iterated over: over these types.
      { Struct: :elements, Variant: :types, Tuple: :types }.each do |name, parts|
        const_get("P#{name}Type").class_eval do
          include Enumerable
          define_method(:each) { |&block| public_send(parts).each(&block) }
        end
      end

      # So can an Enum, and an Integer type with both bounds: over their values.
      class PEnumType
        def case_insensitive? = parts['case_insensitive'] == true
        def each(&block) = Iterator.new(values).then { |all| block ? all.each(&block) : all }
      end

      class PIntegerType
        def range = [from, to]
        def size = to - from + 1
        def each(&block) = Iterator.new(from..to).then { |all| block ? all.each(&block) : all }
      end

      # An alias has the methods of the type that it stands for.
      class PTypeAliasType
        def method_missing(name, *arguments, &block)
          type = parts['resolved_type']
          type && !parts.key?(name.to_s) && type.respond_to?(name) ? type.public_send(name, *arguments, &block) : super
        end

        def respond_to_missing?(name, all = false) = super || (parts['resolved_type'] || nil).respond_to?(name)
      end

      class PResourceType
        attr_reader :type_name, :title

        def self.new(name = nil, title = nil) = PAnyType.named(name ? Written.resource(name, title) : 'Resource')

        def downcased_name = type_name && type_name.downcase
        def [](name) = Puppet::Resource.new(type_name, title)[name]
      end

      class PClassType
        attr_reader :class_name
      end

      # Writes parameters of types in the notation of the Puppet language.
      module Written
        class << self
          def parameter(value)
            case value
            when nil, :default then 'default'
            when String then text(value)
            when Regexp then regexp(value)
            when Array then "[#{value.map { |one| parameter(one) }.join(', ')}]"
            else value.to_s
            end
          end

          def text(value) = "'#{value.gsub(/[\\']/) { |char| "\\#{char}" }}'"
          def regexp(value) = "/#{(value.options.zero? ? value.source : value.to_s).gsub(%r{(?<!\\)/}, '\/')}/"
          def resource(name, title) = "Resource[#{[name, *title].map { |one| text(one) }.join(', ')}]"
        end
      end

      # Makes types from their contents.
      module TypeFactory
        # The types for instances of Ruby's classes.
        OF_CLASSES = { 'Integer' => 'Integer', 'Float' => 'Float', 'Numeric' => 'Numeric', 'String' => 'String', 'NilClass' => 'Undef',
                       'TrueClass' => 'Boolean', 'FalseClass' => 'Boolean', 'Regexp' => 'Regexp', 'Array' => 'Array[Any]',
                       'Hash' => 'Hash[Any, Any]', 'Symbol' => "Runtime[ruby, 'Symbol']" }.freeze

        class << self
          { any: 'Any', integer: 'Integer', float: 'Float', numeric: 'Numeric', scalar: 'Scalar', data: 'Data', undef: 'Undef',
            regexp: 'Regexp', default: 'Default', array_of_data: 'Array[Data]', hash_of_data: 'Hash[String, Data]',
            catalog_entry: 'CatalogEntry', rich_data: 'RichData', timestamp: 'Timestamp', timespan: 'Timespan', binary: 'Binary',
            scalar_data: 'ScalarData', all_callables: 'Callable', struct: 'Struct' }.each do |name, text|
            define_method(name) { |*| PAnyType.named(text) }
          end

          def range(from, to) = made('Integer', from, to)
          def optional(type = nil) = made('Optional', *type)
          def not_undef(type = nil) = made('NotUndef', *type)
          def iterable(type = nil) = made('Iterable', *type)
          def iterator(type = nil) = made('Iterator', *type)
          def init(type = nil, *arguments) = made('Init', *type, *arguments)
          def array_of(type, size = nil) = sized('Array', [type_of(type)], size)
          def hash_of(value, key = PAnyType.named('Scalar'), size = nil) = hash_kv(key, value, size)
          def hash_kv(key, value, size = nil) = sized('Hash', [type_of(key), type_of(value)], size)
          def variant(*types) = made('Variant', *types)
          def tuple(types = [], size = nil) = sized('Tuple', types, size)
          def collection(size = nil) = sized('Collection', [], size)
          def string(size = nil, *_) = size.is_a?(String) ? made('String', size) : sized('String', [], size)
          def boolean(value = nil) = made('Boolean', *value)
          def enum(*values) = made('Enum', *values.flatten)
          def pattern(*patterns) = made('Pattern', *patterns)
          def type_type(type = nil) = made('Type', *type)
          def resource(name = nil, title = nil) = name ? PAnyType.named(Written.resource(name.to_s, title)) : made('Resource')
          def host_class(name = nil) = made('Class', *name)
          def runtime(runtime = nil, name = nil) = made('Runtime', *runtime && runtime.to_s, *name)
          def ruby_type(name = nil) = runtime('ruby', name)
          def ruby(value = nil) = value ? type_of(value) : runtime('ruby')
          def uri(value = nil) = made('URI', *value)
          def sem_ver(*ranges) = made('SemVer', *ranges)

          # Returns the type that a class, the name of a class, or another value stands for.
          def type_of(value)
            case value
            when PAnyType then value
            when ::Module then OF_CLASSES.key?(value.name) ? PAnyType.named(OF_CLASSES[value.name]) : runtime('ruby', value.name)
            when String then runtime('ruby', value)
            else TypeCalculator.infer(value).generalize
            end
          end

          def is_range_parameter?(value) = value.is_a?(Integer) || value == 'default' || value == :default

          private

          def made(name, *parameters)
            parameters = [] if parameters.all?(NilClass)
            PAnyType.named(parameters.empty? ? name : "#{name}[#{parameters.map { |one| Written.parameter(one) }.join(', ')}]")
          end

          def sized(name, parameters, size) = made(name, *parameters, *(size && [size.from, *size.to]))

          public

          def sensitive(type = nil) = made('Sensitive', *type)
        end
      end

      # Parses types.
      class TypeParser
        def self.singleton = @singleton ||= new
        def parse(text, _context = nil) = Bunraku.ask(:type, text)
        alias interpret parse
        def parse_literal(text, _context = nil) = Bunraku.ask(:type, text)
      end

      # Answers questions about types.
      class TypeCalculator
        class << self
          def singleton = self
          def infer(value) = Bunraku.ask(:infer, value, false)
          def infer_set(value) = Bunraku.ask(:infer, value, true)
          def generalize(type) = type.generalize
          def instance?(type, value) = type.instance?(value)
          def assignable?(type, other) = type.assignable?(TypeFactory.type_of(other))
          def callable?(type, arguments) = arguments.is_a?(PAnyType) && type.assignable?(arguments)
          def is_kind_of_callable?(type, optional = true) = type.kind_of_callable?(optional)
          def equals(left, right) = left == right
          def string(type) = type.to_s
          def iterable(value) = value.is_a?(PAnyType) || value.respond_to?(:each) ? value : Iterable.on(value)
        end
      end

      # Formats types as text.
      class TypeFormatter
        def self.singleton = @singleton ||= new
        def self.string(value) = singleton.string(value)
        # Returns the text of a type, or a value in the notation of the Puppet language.
        def string(value) = value.is_a?(PAnyType) ? value.to_s : StringConverter.convert(value, '%p')
        alias alias_expanded_string string
      end

      # Checks values.
      module TypeAsserter
        def self.assert_instance_of(subject, type, value, nil_ok = false)
          return value if (nil_ok && value.nil?) || type.instance?(value)

          refuse(subject, 'has wrong type', type, TypeCalculator.infer(value))
        end

        def self.assert_assignable(subject, expected, type)
          expected.assignable?(type) ? type : refuse(subject, 'is incorrect', expected, type)
        end

        def self.refuse(subject, problem, expected, actual)
          subject = format(*subject) if subject.is_a?(Array)
          raise TypeAssertionError, TypeMismatchDescriber.singleton.describe_mismatch("#{subject} #{problem},", expected, actual)
        end
        private_class_method :refuse
      end

      class TypeAssertionError < Puppet::Error
        attr_reader :expected_type, :actual_type

        def initialize(message = nil, expected_type = nil, actual_type = nil)
          super(message)
          @expected_type = expected_type
          @actual_type = actual_type
        end
      end
      class TypeConversionError < Puppet::Error; end
      class TypeMismatchDescriber
        def self.singleton = @singleton ||= new
        def describe_mismatch(name, expected, actual, *_) = "#{name} expects #{expected.to_s.match?(/\A[AEIOUY]/) ? 'an' : 'a'} #{expected} value, got #{actual.generalize}"
      end
    end

    module Functions; end
    module Loader
      # A function that code has found by its name.
      class LoadedFunction
        attr_reader :name

        def initialize(name) = @name = name
        def call(_scope, *arguments, &block) = Bunraku.call(name, arguments, &block)
      end

      # Finds functions and types by name. There is one for all modules.
      class Loader
        def self.instance = @instance ||= new
        def loader_name = 'environment'

        def load(kind, name)
          name = name.to_s.downcase
          case kind
          when :function then LoadedFunction.new(name) if Bunraku.ask(:function?, name)
          when :type
            found = Bunraku.ask(:type, name.split('::').map(&:capitalize).join('::'))
            found unless found.to_s.start_with?('TypeReference')
          end
        end
      end
    end

    class Loaders
      class << self
        def loaders = Bunraku.loaders
        def static_loader = Loader::Loader.instance
        def find_loader(_name) = Loader::Loader.instance
      end

      %i[static_loader puppet_system_loader public_environment_loader private_environment_loader].each do |name|
        define_method(name) { Loader::Loader.instance }
      end
      %i[find_loader public_loader_for_module private_loader_for_module].each do |name|
        define_method(name) { |_module| Loader::Loader.instance }
      end
    end

    module Utils
      # Converts a text to a number. Returns nil if the text is not one.
      def self.to_n(text)
        text = text.to_s.strip
        return text.to_f if text.match?(/\A[-+]?\d+(\.\d+)?([eE][-+]?\d+)?\z/) && text.match?(/[.eE]/)

        Integer(text)
      rescue ArgumentError
        nil
      end

      def self.name_to_segments(name) = name.split('::')
    end

    module Adapters
      # Stores data of a function: a hash for each object.
      class ObjectIdCacheAdapter
        def initialize = @cache = {}
        def retrieve(object) = @cache[object.__id__] ||= {}
      end
    end

    module Evaluator; end
    module Issues; end
    module Serialization; end
    module PuppetStack
      def self.stacktrace = Bunraku.ask(:stack)
      def self.top_of_stack = stacktrace.first || []
    end
  end
end
