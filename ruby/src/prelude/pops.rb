# Provides the parts of `Puppet::Pops` that functions call, and the constant `Hiera`.

module Puppet
  module Pops
    EMPTY_HASH = {}.freeze
    EMPTY_ARRAY = [].freeze
    EMPTY_STRING = ''

    module Utils
      def self.is_numeric?(value) = !to_n(value).nil?
    end

    module Types
      # Makes types from their names or from their contents.
      module TypeFactory
        class << self
          def array_of_any = PAnyType.named('Array')
          def hash_of_any = PAnyType.named('Hash')
          def float_range(from, to) = PAnyType.named("Float[#{from || 'default'}, #{to || 'default'}]")
          def regexp(pattern = nil) = PAnyType.named(pattern ? "Regexp[#{Written.regexp(pattern.is_a?(Regexp) ? pattern : Regexp.new(pattern))}]" : 'Regexp')
          def struct(members = {}) = PAnyType.named("Struct[{#{members.map { |name, type| "#{name.is_a?(PAnyType) ? name : "'#{name}'"} => #{type}" }.join(', ')}}]")
          def callable(*types) = PAnyType.named(types.empty? ? 'Callable[0, 0]' : "Callable[#{types.join(', ')}]")
          def type_reference(name = nil) = PAnyType.named(name ? "TypeReference['#{name}']" : 'TypeReference')
          def sem_ver_range = PAnyType.named('SemVerRange')
          def error = PAnyType.named('Error')
          def label(type) = type.to_s
        end
      end

      # An iterator over the items of a value.
      class Iterator
        include Enumerable

        def initialize(items) = @items = items
        def each(&block) = block ? @items.each(&block) : @items.each
        def step(step) = Iterator.new(@items.each_slice(step).map(&:first))
        def reverse_each(&block) = @items.reverse_each(&block)
        def size = @items.size
        def hash_style? = false
        def next = (@steps ||= @items.each).next
      end

      class HashIterator < Iterator
        def initialize(hash) = super(hash.to_a)
        def hash_style? = true
      end

      module Iterable
        # The types whose values can be iterated over.
        TYPES = %w[Array Hash String Integer Enum Iterable Iterator Tuple Struct].freeze

        class << self
          def on(value, _type = nil)
            case value
            when Hash then HashIterator.new(value)
            when Array then Iterator.new(value)
            when String then Iterator.new(value.chars)
            when Integer then value.negative? ? nil : Iterator.new((0...value).to_a)
            else value.respond_to?(:each) ? value : nil
            end
          end

          def asserted_iterable(caller, value, _infer_elements = false)
            found = on(value)
            return found if found

            raise ArgumentError, "#{caller.class}(): wrong argument type (#{value.class}; is not Iterable."
          end
        end
      end

      # Converts values to texts.
      class StringConverter
        class FormatError < ArgumentError; end

        def self.singleton = @singleton ||= new
        def self.convert(...) = singleton.convert(...)

        def convert(value, formats = :default)
          Bunraku.call('new', [Bunraku.ask(:type, 'String'), value, *(formats == :default ? [] : [formats])])
        end
      end
    end

    module Serialization
      # Converts values to data.
      class ToDataConverter
        def self.convert(value, options = {}) = new(options).convert(value)

        def initialize(options = {})
          @rich = options[:rich_data]
          @symbols_are_texts = options[:symbol_as_string]
        end

        def convert(value)
          case value
          when nil, true, false, Integer, Float, String then value
          when :default then @rich ? { '__ptype' => 'Default' } : 'default'
          when Symbol then @rich && !@symbols_are_texts ? { '__ptype' => 'Symbol', '__pvalue' => value.to_s } : value.to_s
          when Array then value.map { |one| convert(one) }
          when Hash then hash(value)
          when Types::PSensitiveType::Sensitive then @rich ? { '__ptype' => 'Sensitive', '__pvalue' => convert(value.unwrap) } : value.to_s
          when Regexp then @rich ? { '__ptype' => 'Regexp', '__pvalue' => value.source } : value.to_s
          else @rich ? { '__ptype' => Bunraku.ask(:infer, value, false).to_s, '__pvalue' => value.to_s } : value.to_s
          end
        end

        private

        def hash(value)
          return value.transform_values { |one| convert(one) } if value.keys.all?(String)
          return { '__ptype' => 'Hash', '__pvalue' => value.flat_map { |name, one| [convert(name), convert(one)] } } if @rich

          value.to_h { |name, one| [name.to_s, convert(one)] }
        end
      end
    end

    module Evaluator
      # Converts values for functions of the 3.x API.
      class Runtime3Converter
        def self.instance = @instance ||= new
        def self.convert(...) = instance.convert(...)
        def self.map_args(values, scope, undef_value) = values.map { |one| convert(one, scope, undef_value) }

        def convert(value, scope, undef_value)
          case value
          when nil then undef_value
          when :undef then undef_value.nil? ? nil : :undef
          when Array then value.map { |one| convert(one, scope, nil) }
          when Hash then value.to_h { |name, one| [convert(name, scope, nil), convert(one, scope, nil)] }
          else value
          end
        end
      end

      # Finds resource types, classes and defines by name.
      module Runtime3ResourceSupport
        class << self
          def find_resource_type(_scope, name)
            case Bunraku.ask(:type_kind, name.to_s)
            when 'native' then Puppet::Type.type(name)
            when 'define' then Bunraku.known_resource_types.find_definition(name)
            end
          end

          def find_hostclass(_scope, name) = Bunraku.known_resource_types.find_hostclass(name)
          def find_resource_type_or_class(scope, name) = find_resource_type(scope, name) || find_hostclass(scope, name)
          def find_main_class(_scope) = Bunraku.known_resource_types.hostclass('')
        end
      end
    end
  end

  class Type
    # Puppet's own types that code has asked for.
    NATIVE = {}
    METAPARAMS = %i[noop schedule audit loglevel alias tag require subscribe before notify stage].freeze

    class << self
      def metaparams = METAPARAMS
      def metaparam?(name) = METAPARAMS.include?(name.to_sym)

      # Returns a type that Puppet itself has.
      def native(name)
        return NATIVE[name] if NATIVE.key?(name) || Bunraku.ask(:type_kind, name.to_s) != 'native'

        kind = Class.new(CoreType)
        kind.name = name
        constant = name.to_s.capitalize
        const_set(constant, kind) unless const_defined?(constant, false)
        NATIVE[name] = kind
      end
    end

    # A type that Puppet itself has. Of its attributes only the names are known.
    class CoreType < Type
      class << self
        def valid_parameter?(name) = Bunraku.ask(:known_attribute?, self.name.to_s, '', name.to_s)
        alias validattr? valid_parameter?
        alias validparameter? valid_parameter?
        def key_attributes = Bunraku.ask(:name_attributes, name.to_s).map(&:to_sym)
        def paramclass(name) = Bunraku.is_lenient || valid_parameter?(name) ? super : nil
        alias attrclass paramclass
        alias propertybyname paramclass
        def provider_names = Bunraku::FILES["puppet/provider/#{name}"].map(&:to_sym)
        def providers = provider_names | super

        # Returns a provider of Puppet or of a module. A provider of Puppet has only a name here.
        def provider(name)
          name = name.to_sym
          super || (provide(name) if provider_names.include?(name))
        end
      end
    end
  end
end

# Hiera as a library. It only has a version and looks nothing up.
class Hiera
  VERSION = '3.10.0'
  def self.version = VERSION
end

module Facter
  VERSION = '4.3.0'
end
