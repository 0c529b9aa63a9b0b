# The language in which resource types are defined, as far as compilation wants to know: names of
# attributes, what names a resource, how titles are taken apart.

module Puppet
  # What stands for a part of Puppet that compilation has no use for: while a type is being read it
  # takes anything.
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

  # Nothing comes of including it.
  module Including
    def include(*modules) = (wanted = modules.grep_v(Absent.singleton_class)).empty? ? self : super(*wanted)
    def extend(*modules) = (wanted = modules.grep_v(Absent.singleton_class)).empty? ? self : super(*wanted)
  end
  ::Module.prepend(Including)

  class Parameter
    class << self
      attr_accessor :name, :required_features, :metaparam
      attr_writer :doc

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

      # Defaults, values, checks: nothing that compilation looks at.
      def method_missing(name, *, **) = Bunraku.is_lenient ? nil : super
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
    def self.method_missing(_name, *, **) = Absent.new
    def self.respond_to_missing?(*) = true
  end

  class Type
    TYPES = {}

    class << self
      attr_accessor :name, :isomorphic
      attr_writer :doc

      def newtype(name, options = {}, &block)
        kind = Class.new(options[:parent] || self)
        kind.name = name.to_s.downcase.to_sym
        kind.isomorphic = true
        TYPES[kind.name] = kind
        const_set(name.to_s.split('_').map(&:capitalize).join, kind) rescue nil
        kind.class_eval(&block) if block
        kind.provide if Bunraku.providers?(kind.name)
        Bunraku.defined = kind
        kind
      end

      def type(name) = TYPES[name.to_s.downcase.to_sym] || Bunraku.load_type(name.to_s.downcase) || Absent.new
      def attributes = @attributes ||= []
      def parameters = attributes.reject { |one| one < Property }.map(&:name)
      def properties = attributes.select { |one| one < Property }
      def validproperties = properties.map(&:name)
      def paramclass(name) = attributes.find { |one| one.name == name.to_sym } || Absent.new
      alias attrclass paramclass
      alias propertybyname paramclass
      def validattr?(name) = attributes.any? { |one| one.name == name.to_sym }
      def validproperty?(name) = validattr?(name)
      def validparameter?(name) = validattr?(name)
      def desc(text) = (@doc = text)
      def doc = @doc || ''

      def newparam(name, options = {}, &block) = attribute(options[:parent] || (options[:boolean] && Parameter) || Parameter, name, options, &block)
      def newmetaparam(...) = newparam(...)

      def newproperty(name, options = {}, &block)
        parent = options[:parent] || Property
        attribute(parent, name, options, &block)
      end

      def ensurable(&block)
        attribute(Property::Ensure, :ensure, {}, &(block || proc {}))
      end

      def features = []
      # One with providers has an attribute that chooses among them.
      def provide(*, &)
        newparam(:provider) unless validattr?(:provider)
        Absent.new
      end

      def providers = []
      def suitable? = true
      def defaultprovider = nil
      def provider_features = {}
      def uses_host? = true
      def instances = []
      def relationship_params = []
      def metaparam?(_name) = false
      def eachmetaparam = nil
      def allattrs = attributes.map(&:name)
      def key_attributes = attributes.select { |one| !(one < Property) && (one.isnamevar? || one.name == :name) }.map(&:name)
      def isomorphic? = @isomorphic

      # As titles are taken apart where a type does not say it itself.
      def title_patterns
        case key_attributes
        when [] then []
        when ->(all) { all.size == 1 } then [[/(.*)/m, [[key_attributes.first]]]]
        else raise Puppet::DevError, 'you must specify title patterns when there are two or more key attributes'
        end
      end

      # What compilation knows of the type.
      def described
        patterns = nil
        if own_patterns?
          patterns = title_patterns.map { |pattern, parts| [pattern, parts.map { |name, process| process ? nil : name.to_s }] }
          patterns = true if patterns.any? { |_, names| names.include?(nil) }
        end
        [name.to_s, key_attributes.map(&:to_s), attributes.map { |one| one.name.to_s }, isomorphic ? true : false, patterns]
      end

      # Whether the type takes titles apart in a way of its own.
      def own_patterns? = method(:title_patterns).owner != Type.singleton_class

      # What a title says of the attributes.
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

      def attribute(parent, name, options, &block)
        parent = Property unless parent.is_a?(Class) && parent <= Parameter
        kind = Class.new(parent)
        kind.name = name.to_s.downcase.to_sym
        kind.isnamevar if options[:namevar]
        attributes.reject! { |one| one.name == kind.name }
        attributes << kind
        kind.class_eval(&block) if block
        kind
      end
    end

    attr_accessor :title, :catalog, :provider
    def [](_name) = nil
    # Features, providers, what is required by itself: nothing that compilation looks at.
    def self.method_missing(name, *, **) = Bunraku.is_lenient ? nil : super
    def self.respond_to_missing?(_name, _all = false) = false
  end

  # Types defined by their data.
  module ResourceApi
    def self.register_type(definition)
      kind = Puppet::Type.newtype(definition[:name]) {}
      attributes = definition[:attributes]
      attributes.each do |name, options|
        made = %i[parameter namevar read_only init_only].include?(options[:behaviour] || options[:behavior]) ? kind.newparam(name) : kind.newproperty(name)
        made.isnamevar if (options[:behaviour] || options[:behavior]) == :namevar
      end
      (definition[:title_patterns] || []).then do |patterns|
        next if patterns.empty?

        kind.define_singleton_method(:title_patterns) do
          patterns.map { |one| [one[:pattern], one[:pattern].names.map { |name| [name.to_sym] }] }
        end
      end
      Bunraku.defined = kind
    end

    def self.register_transport(*) = nil
    def self.method_missing(*) = nil
    def self.respond_to_missing?(*) = true
  end

  # Parts of Puppet that files name while a type is read, and compilation has no use for.
  module Lenient
    def const_missing(name) = Bunraku.is_lenient ? const_set(name, Class.new(lenient_class)) : super
    def lenient_class = [Provider, Property].include?(self) ? self : Absent
  end

  [self, Util, Pops, Provider, Property, Type].each { |one| one.extend(Lenient) }
end

module PuppetX; end

module Bunraku
  class << self
    # Whether a type is being read.
    attr_accessor :is_lenient

    # Whether a module has providers of a type.
    def providers?(name) = state[:lib].any? { |folder| Dir.glob(File.join(folder, "puppet/provider/#{name}/*.rb")).any? }

    def load_type(name)
      file = state[:lib].map { |folder| File.join(folder, 'puppet/type', "#{name}.rb") }.find { |path| File.file?(path) }
      return unless file

      Kernel.load(file)
      Puppet::Type::TYPES[name.to_sym]
    end
  end
end
