# Provides the DSL in which resource types are defined, as far as compilation needs it: the names of attributes,
# the attributes that name a resource, and the parsing of titles.

module Puppet
  # The replacement for a part of Puppet that a compilation does not need. While a type is loaded, it accepts any
  # call.
  class Absent
    class << self
      def const_missing(name) = Bunraku.is_lenient ? const_set(name, Class.new(Absent)) : super
    end

    module Taking
      def method_missing(name, *_arguments, **_options)
        Bunraku.is_lenient && !Absent::CONVERSIONS.include?(name) ? Absent.new : super
      end

      def respond_to_missing?(name, _all = false) = Bunraku.is_lenient && !Absent::CONVERSIONS.include?(name)
    end

    CONVERSIONS = %i[to_str to_ary to_hash to_io to_proc to_path to_int to_a to_r to_regexp].freeze
    include Taking
    extend Taking
  end

  # The mixin of classes that have only the methods of Puppet that Bunraku::METHODS lists. A class that derives from a
  # replaced part of Puppet accepts any method.
  module Knowing
    def takes_anything = @takes_anything = true
    def anything? = ancestors.any? { |one| one.instance_variable_get(:@takes_anything) }
    def takes?(name) = Bunraku::METHODS.values_at(puppet_kind, :util).any? { |names| names.include?(name) } || anything?
    def get_env(name, *) = ENV[name]
    def which(name) = Util.which(name)
  end

  # Keeps only the names of file types, because a file that is loaded twice asks for them.
  class Util::FileType < Absent
    def self.newfiletype(name, *) = (@filetypes ||= {})[name] = self
  end

  # Does not include or extend modules that are replacements.
  module Including
    def include(*modules) = (wanted = modules.grep_v(Absent.singleton_class)).empty? ? self : super(*wanted)
    def extend(*modules) = (wanted = modules.grep_v(Absent.singleton_class)).empty? ? self : super(*wanted)
  end
  ::Module.prepend(Including)

  class Parameter
    extend Knowing
    class << self
      attr_accessor :name, :required_features, :metaparam
      attr_writer :doc, :parameter

      def puppet_kind = :attribute
      def parameter? = @parameter

      def desc(text) = (@doc = text)
      def doc = @doc || ''
      def isnamevar = @isnamevar = true
      def isnamevar? = @isnamevar
      def isrequired = @isrequired = true
      def required? = @isrequired
      def metaparam? = false
      def ensure? = name == :ensure
      def value_collection = Absent.new
      def array_matching = :first

      # Ignores defaults, values and checks, which a compilation does not need.
      def method_missing(name, *, **) = Bunraku.is_lenient && takes?(name) ? nil : super
      def respond_to_missing?(_name, _all = false) = false
    end

    attr_accessor :resource, :value, :provider
  end

  class Property < Parameter
    class List < Property; end
    class OrderedList < List; end
    class KeyValue < Property; end
    class Boolean < Property; end
    class Ensure < Property; end
  end

  class Parameter
    class Boolean < Parameter; end
    class Path < Parameter; end
    class PackageOptions < Parameter; end
    class Value; end
    class ValueCollection; end
  end

  class Provider
    extend Knowing
    extend Util::Logging
    class << self
      attr_accessor :name, :resource_type

      def puppet_kind = :provider

      # Defines a method for each command, for the class and for its instances. It returns an empty text.
      def commands(names) = names.each_key { |name| has_command(name) }
      def optional_commands(names) = commands(names)

      def has_command(name, *)
        [self, singleton_class].each { |place| place.define_method(name) { |*| '' } }
      end

      # Defines accessors for all attributes of the type. Code may replace them.
      def mk_resource_methods
        [resource_type.validproperties, resource_type.parameters].flatten.uniq.each do |attribute|
          next if attribute == :name

          define_method(attribute) { nil }
          define_method(:"#{attribute}=") { |value| value }
        end
      end

      def features = []
      def feature?(_name) = false
      def declared_feature?(_name) = nil
      def suitable?(_short = true) = true
      def default? = false
      def supports_parameter?(_name) = true
      def method_missing(name, *, **) = takes?(name) ? Absent.new : super
      def respond_to_missing?(name, _all = false) = takes?(name)
    end

    def name = nil
  end

  class Type
    extend Knowing
    extend Util::Logging
    extend Util::Errors
    TYPES = {}
    # The places where types are defined.
    PLACES = {}
    # Replacements for Puppet's own types.
    OWN = {}

    class << self
      def puppet_kind = :type
      attr_accessor :name, :isomorphic
      attr_writer :doc

      def newtype(name, options = {}, &block)
        name = name.to_s.downcase.to_sym
        place = caller_locations(1, 1).first
        if (known = PLACES[name])
          raise ArgumentError, "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/#{name}'. Originally set at #{known}."
        end
        kind = made(name, options[:parent])
        kind.class_eval(&block) if block
        TYPES[name] = kind
        PLACES[name] = "file://#{place.path}?line=#{place.lineno}"
        kind.load_providers
        kind
      end

      def made(name, parent = nil)
        Class.new(parent.is_a?(Class) ? parent : Type).tap do |kind|
          kind.name = name
          kind.isomorphic = true
          const_set(name.to_s.capitalize, kind) rescue nil
        end
      end

      # Returns a type by its name. While a type is loaded, one of Puppet's own accepts any call.
      def type(name)
        name = name.to_s.downcase.to_sym
        TYPES[name] || Bunraku.load_type(name) || (Bunraku.is_lenient ? own(name) : native(name))
      end

      def own(name) = Bunraku.own_type?(name.to_s) ? OWN[name] ||= made(name).tap(&:takes_anything) : nil

      def load_providers
        Bunraku.provider_files(name).each { |provider, path| Bunraku.autoload_file("puppet/provider/#{name}/#{provider}", path) }
      end
      def attributes = @attributes ||= []
      def parameters = attributes.select(&:parameter?).map(&:name)
      def properties = attributes.reject(&:parameter?)
      def validproperties = properties.map(&:name)
      def paramclass(name) = attributes.reverse_each.find { |one| one.name == name.to_sym } || Absent.new
      alias attrclass paramclass
      alias propertybyname paramclass
      def validattr?(name) = attributes.any? { |one| one.name == name.to_sym }
      def validproperty?(name) = validattr?(name)
      def validparameter?(name) = validattr?(name)
      def desc(text) = (@doc = text)
      def doc = @doc || ''

      def newparam(name, options = {}, &block) = attribute(true, options[:parent] || Parameter, name, options, &block)
      def newmetaparam(...) = newparam(...)
      def newproperty(name, options = {}, &block) = attribute(false, options[:parent] || Property, name, options, &block)
      def ensurable(&block) = attribute(false, Property::Ensure, :ensure, {}, &(block || proc {}))

      def features = []

      def feature(name, *)
        known = (@known_features ||= [])
        raise Puppet::DevError, "Feature #{name} is already defined" if known.include?(name.to_sym)

        known << name.to_sym
      end

      # Defines a provider. A type with providers has an attribute that chooses among them.
      def provide(name, options = {}, &block)
        name = name.to_sym
        parent = options[:parent]
        if parent.is_a?(String) || parent.is_a?(Symbol)
          parent = provider(parent) or raise Puppet::DevError, "Could not find parent provider #{options[:parent]} of #{name}"
        end
        newparam(:provider) unless validattr?(:provider)
        kind = provider_hash[name] = Class.new(parent.is_a?(Class) && parent <= Provider ? parent : Provider)
        kind.name = name
        kind.resource_type = self
        name_provider("Provider#{name.to_s.capitalize}", kind)
        kind.takes_anything if parent && !(parent.is_a?(Class) && parent <= Provider)
        kind.class_eval(&block) if block
        kind
      end

      # Adds to a type the attribute that chooses among its providers.
      def providify = validattr?(:provider) ? nil : newparam(:provider)

      # Makes a provider a constant of its type, so that `to_s` shows that name. Does nothing if the name is not valid.
      def name_provider(constant, kind)
        remove_const(constant) if const_defined?(constant, false)
        const_set(constant, kind)
      rescue NameError
        nil
      end

      def provider_hash = @provider_hash ||= {}

      def provider(name)
        name = name.to_sym
        return provider_hash[name] if provider_hash[name]

        path = Bunraku.provider_files(self.name).to_h[name.to_s]
        Bunraku.autoload_file("puppet/provider/#{self.name}/#{name}", path) if path
        provider_hash[name] || (OWN[self.name] && Absent.new) || nil
      end

      def providers = provider_hash.keys
      def suitable? = true
      def defaultprovider = nil
      def provider_features = {}
      def uses_host? = true
      def instances = []
      def relationship_params = []
      def eachmetaparam = nil
      def allattrs = attributes.map(&:name)
      def key_attributes = attributes.select { |one| one.parameter? && (one.isnamevar? || one.name == :name) }.map(&:name)
      def isomorphic? = @isomorphic

      # Returns the default patterns for titles of a type that defines none.
      def title_patterns
        case key_attributes
        when [] then []
        when ->(all) { all.size == 1 } then [[/(.*)/m, [[key_attributes.first]]]]
        else raise Puppet::DevError, 'you must specify title patterns when there are two or more key attributes'
        end
      end

      # Returns what compilation needs to know about the type.
      def described
        patterns = { 0 => [], 1 => nil }.fetch(key_attributes.size, false)
        patterns = described_patterns if own_patterns?
        [name.to_s, key_attributes.map(&:to_s), attributes.map { |one| one.name.to_s }, isomorphic? ? true : false, patterns]
      end

      # Returns the type's own patterns with the names of their groups, or `true` if code must split each title. If the
      # type returns no patterns, a title is the `name`. If it raises an error, returns `true`, so that the error is
      # raised again for the resource whose title is split.
      def described_patterns
        patterns = title_patterns || [[/(.*)/m, [[:name]]]]
        patterns = patterns.map { |pattern, parts| [pattern, parts.map { |name, process| process ? nil : name.to_s }] }
        patterns.any? { |_, names| names.include?(nil) } || patterns
      rescue StandardError
        true
      end

      # Returns whether the type defines its own patterns for titles.
      def own_patterns? = method(:title_patterns).owner != Type.singleton_class

      # Returns the values that a title gives to attributes, or nil if no pattern matches.
      def parse_title(title)
        title_patterns.each do |pattern, parts|
          match = pattern.match(title.to_s) or next
          pairs = parts.zip(match.captures).map do |(name, process), text|
            [name.to_s, process ? process.call(text) : text]
          end
          return pairs
        end
        title_patterns.empty? ? [] : nil
      end

      private

      # Raises an error if the type already has an attribute of this name and kind.
      def distinct(kind)
        return unless attributes.any? { |one| one.name == kind.name && one.parameter? == kind.parameter? }
        raise Puppet::DevError, "Class #{name} already has a property named #{kind.name}" unless kind.parameter?

        shown = kind.name.to_s.capitalize
        raise Puppet::DevError, "Class Parameter#{shown} is already defined in Puppet::Type::#{name.to_s.capitalize}"
      end

      # Defines an attribute. The parent of a parameter may be a property.
      def attribute(is_parameter, parent, name, options, &block)
        parent = Property unless parent.is_a?(Class) && parent <= Parameter
        kind = Class.new(parent)
        kind.name = name.to_s.downcase.to_sym
        kind.parameter = is_parameter
        distinct(kind)
        kind.isnamevar if options[:namevar]
        kind.class_eval(&block) if block
        attributes << kind
        kind
      end
    end

    attr_accessor :title, :catalog, :provider
    def [](_name) = nil
    # Ignores features, providers and automatic requirements, which a compilation does not need.
    def self.method_missing(name, *, **) = Bunraku.is_lenient && takes?(name) ? nil : super
    def self.respond_to_missing?(_name, _all = false) = false
  end

  # Defines types from their data.
  module ResourceApi
    # Attributes that every type has.
    COMMON = %i[title provider alias audit before consume export loglevel noop notify require schedule stage subscribe tag].freeze

    # Checks the form of a definition.
    def self.check(definition)
      of = 'Puppet::ResourceApi::TypeDefinition'
      raise Puppet::DevError, "#{of} must be a Hash, not `#{definition.class}`" unless definition.is_a?(Hash)
      raise Puppet::DevError, "#{of} must have a name" unless definition.key?(:name)

      name, attributes = definition.values_at(:name, :attributes)
      raise KeyError, 'key{attr_key} not found' unless attributes
      raise Puppet::DevError, "`#{name}` has both `desc` and `docs`, prefer using `desc`" if definition.key?(:desc) && definition.key?(:docs)
      raise Puppet::DevError, "`#{name}.attributes` must be a hash, not `#{attributes.class}`" unless attributes.is_a?(Hash)

      attributes.each { |key, options| check_attribute(name, key, options) }
    end

    def self.check_attribute(type, key, options)
      raise Puppet::DevError, "must not define an attribute called `#{key.inspect}`" if COMMON.include?(key)
      raise Puppet::DevError, "`#{type}.#{key}` must be a Hash, not a #{options.class}" unless options.is_a?(Hash)
      raise Puppet::DevError, "`#{type}.#{key}` has no type" unless options.key?(:type)

      behaviour = options[:behaviour] || options[:behavior]
      return if [nil, :read_only, :namevar, :parameter, :init_only].include?(behaviour)

      raise Puppet::ResourceError, "`#{behaviour}` is not a valid behaviour value"
    end

    FEATURES = %w[canonicalize custom_insync remote_resource simple_get_filter supports_noop].freeze

    # Warns about missing documentation and unknown features.
    def self.advise(definition)
      attributes = definition[:attributes].to_h { |key, options| ["#{definition[:name]}.#{key}", options] }
      bare = { definition[:name] => definition, **attributes }.reject { |_, part| part.key?(:desc) || part.key?(:docs) }
      bare.each_key { |name| Puppet.warning("`#{name}` has no documentation, add it using a `desc` key") }
      unknown = definition.fetch(:features, []) - FEATURES
      Puppet.warning("Unknown feature detected: #{unknown.inspect}") unless unknown.empty?
    end

    def self.register_type(definition)
      check(definition)
      advise(definition)
      name = definition[:name].to_s.split('_').map(&:capitalize).join
      # files of providers, which are loaded with the type, open this module
      Provider.const_set(name, ::Module.new) unless Provider.const_defined?(name, false)
      kind = Puppet::Type.newtype(definition[:name]) {}
      attributes = definition[:attributes]
      attributes.each do |name, options|
        made = %i[parameter namevar read_only init_only].include?(options[:behaviour] || options[:behavior]) ? kind.newparam(name) : kind.newproperty(name)
        made.isnamevar if (options[:behaviour] || options[:behavior]) == :namevar
      end
      keys = kind.key_attributes
      if (patterns = definition[:title_patterns])
        kind.define_singleton_method(:title_patterns) do
          patterns.map { |one| [one[:pattern], one[:pattern].names.map { |name| [name.to_sym] }] }
        end
      elsif keys.size > 1
        # the first attribute has the whole title as its value
        kind.define_singleton_method(:title_patterns) { [[/(.*)/m, [[keys.first]]]] }
      end
      Bunraku.defined = kind
    end

    def self.register_transport(*) = nil
    def self.method_missing(*) = nil
    def self.respond_to_missing?(*) = true
  end

  # Replaces parts of Puppet that files use while a type is loaded, but that a compilation does not need.
  module Lenient
    def const_missing(name)
      return super unless Bunraku.is_lenient && Bunraku.own_constant?(self, name)

      const_set(name, Class.new(lenient_class)).tap { |made| made.takes_anything if made.is_a?(Knowing) }
    end

    def lenient_class = [Provider, Property, Parameter].include?(self) ? self : Absent
  end

  [self, Util, Pops, Provider, Property, Parameter, Type, ResourceApi].each { |one| one.extend(Lenient) }
end

module PuppetX; end

module Bunraku
  class << self
    # True while a type is loaded.
    attr_accessor :is_lenient

    # Returns the files of a type's providers by name.
    def provider_files(type)
      state[:lib].flat_map { |folder| Dir.glob(File.join(folder, "puppet/provider/#{type}/*.rb")) }
                 .map { |path| [File.basename(path, '.rb'), path] }.uniq(&:first)
    end

    def load_type(name)
      path = state[:lib].map { |folder| File.join(folder, 'puppet/type', "#{name}.rb") }.find { |file| File.file?(file) }
      return unless path

      autoload_file("puppet/type/#{name}", path)
      found = Puppet::Type::TYPES[name.to_sym]
      log(:warning, nil, "Loaded puppet/type/#{name} but no class was created") unless found
      found
    end

    # Loads a file that defines a type or a provider. Loads the file of a provider only once. The file of a type is
    # loaded again if it did not define the type.
    def autoload_file(name, path)
      return if autoloaded[name]

      autoloaded[name] = true
      leniently { Kernel.load(path) }
      autoloaded.delete(name) if name.start_with?('puppet/type/')
    rescue SystemExit, NoMemoryError, Jump
      raise
    rescue Exception => error
      autoloaded.delete(name)
      message = "Could not autoload #{name}: #{error}"
      log(:err, nil, message)
      raise Puppet::Error, message, error.backtrace
    end

    def leniently
      was_lenient, self.is_lenient = is_lenient, true
      yield
    ensure
      self.is_lenient = was_lenient
    end

    def autoloaded = @autoloaded ||= {}
  end
end
