# Scopes, resources, the environment: evaluation has them, these ask it.

module Puppet
  module Parser
    # A scope by its number; the calling one has none of its own.
    class Scope
      include Puppet::Util::Logging

      CALLING = -1

      def self.of(number) = new(number)

      def initialize(number = CALLING)
        @number = number
      end

      attr_reader :number

      def lookupvar(name, _options = {})
        raise Puppet::ParseError, "Scope variable name #{name.inspect} is a #{name.class}, not a string" unless name.is_a?(String)

        found, value, reason, scope = Bunraku.ask(:variable, number, name)
        # what was set here is the very object, which may have been changed since
        return SET[[scope, name]] if SET.key?([scope, name])

        found ? value : raise(UncaughtThrowError.of(:undefined_variable, "Undefined variable '#{name}'; #{reason}"))
      end
      alias [] lookupvar

      # Objects that Ruby code has set variables to, by the number of the scope and the name.
      SET = {}

      def setvar(name, value, _options = {})
        SET[[Bunraku.ask(:set_variable, number, name, value), name]] = value
      end
      alias []= setvar

      def include?(name) = Bunraku.ask(:variable, number, name)[0]
      alias exist? include?
      alias bound? include?
      alias has_variable? include?
      def to_hash(_recursive = true, _undefined = false) = Bunraku.ask(:variables, number, nil)
      def each(&block) = to_hash.each(&block)
      def keys = to_hash.keys
      def to_s = Bunraku.ask(:scope_text, number)
      def inspect = to_s
      def log_source = to_s
      def is_topscope? = number.zero?
      def environment = Bunraku.environment
      def compiler = Bunraku.compiler
      def catalog = Bunraku.compiler.catalog
      def known_resource_types = Bunraku.known_resource_types
      def resource = Puppet::Parser::Resource.of(Bunraku.ask(:scope_resource, number))
      def source = resource
      def parent = nil
      def inherited_scope = nil
      def class_scope(_class) = nil
      def tags = raise(NoMethodError, "undefined method `tags' for #{self}:Puppet::Parser::Scope")
      def findresource(type, title = nil) = Bunraku.compiler.catalog.resource(type, title)
      def find_definition(name) = known_resource_types.definition(name)
      def find_hostclass(name, *_) = known_resource_types.hostclass(name)
      def resolve_type_and_titles(type, titles) = [type, titles]
      def lookup_qualified_variable(class_name, name, _position = nil) = lookupvar("#{class_name}::#{name}")
      def transform_and_assert_classnames(names) = names.map { |name| "::#{name.to_s.delete_prefix('::')}" }
      def get_local_variable(name) = include?(name) ? lookupvar(name) : nil
      def facts = lookupvar('facts')

      def undef_as(default, value)
        value.nil? || value == :undef ? default : value
      end

      # Functions of every API.
      def call_function(name, arguments = [], &block) = Bunraku.call(name.to_s, [*arguments], &block)

      # Puppet's own functions as methods of scopes: what they take (negative: at least one less),
      # those that only say who has taken their place, and those that never were methods.
      TAKES = {
        assert_type: -3, binary_file: 1, break: 0, contain: -2, create_resources: -3, defined: -2, dig: -1, digest: 1, each: -3, epp: -2,
        file: -2, filter: -3, find_file: -2, fqdn_rand: -2, generate: -2, hiera: -2, hiera_array: -2, hiera_hash: -2, hiera_include: -2,
        include: -2, inline_epp: -2, inline_template: -2, lest: -2, lookup: -2, map: -3, match: 2, md5: 1, new: -1, next: -2, realize: -2,
        reduce: -3, regsubst: -4, require: -2, return: -2, reverse_each: -1, sha1: 1, sha256: 1, slice: -3, split: 2, sprintf: -2, step: -1,
        strftime: -3, tag: -2, tagged: -2, template: -2, then: -2, type: -1, versioncmp: 2, with: -1
      }.freeze
      MOVED = %i[assert_type binary_file break defined dig each epp filter find_file hiera hiera_array hiera_hash hiera_include inline_epp
                 lest lookup map match new next reduce regsubst return reverse_each slice split step strftime then type with].freeze
      DEPRECATED = %i[contain include require].freeze
      CURRENT = %i[abs all annotate any call camelcase capitalize ceiling chomp chop compare convert_to downcase empty eyaml_lookup_key
                   find_template flatten floor get getvar group_by hocon_data import index join json_data keys length lstrip max min
                   module_directory partition round rstrip size sort strip tree_each unique unwrap upcase values yaml_data].freeze

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

        if DEPRECATED.include?(function)
          Bunraku.log_once(:warning, "Calling #{name} via the Scope class is deprecated. Use Scope#call_function instead", nil, nil)
        end
        result = Bunraku.call(function.to_s, arguments[0], &block)
        DEPRECATED.include?(function) ? nil : result
      end

      # Whether a function is a method of scopes: those of the 4.x API are not.
      def callable?(function)
        return true if Bunraku.module_file?("puppet/parser/functions/#{function}")

        !CURRENT.include?(function) && !Bunraku.module_file?("puppet/functions/#{function}") && Bunraku.ask(:function?, function.to_s)
      end

      def respond_to_missing?(name, all = false)
        (name.start_with?('function_') && callable?(name.to_s.delete_prefix('function_').to_sym)) || super
      end
    end

    # A resource that is in the catalog.
    class Resource
      def self.of(reference) = reference && Puppet::Resource.new(*reference)
    end

    module Files
      def self.find_file(file, _environment = nil) = Bunraku.ask(:find_file, 'files', file)
      def self.find_template(file, _environment = nil) = Bunraku.ask(:find_file, 'templates', file)
    end
  end

  # A resource, or a reference to one.
  class Resource
    include Bunraku::Kept

    attr_reader :type, :title

    def initialize(type, title = nil, _options = {})
      match = title.nil? && type.is_a?(String) && /\A([^\[\]]+)\[(.*)\]\z/m.match(type)
      type, title = match.captures if match
      @type = type.to_s.split('::').map(&:capitalize).join('::')
      @title = title.is_a?(String) && @type == 'Class' ? title.split('::').map(&:capitalize).join('::') : title
    end

    def ref = "#{type}[#{title}]"
    def to_s = ref
    def name = self[:name] || title
    def [](name) = Bunraku.ask(:parameter, type, title, name.to_s)
    def []=(name, value)
      Bunraku.ask(:set_parameter, type, title, name.to_s, value)
    end

    def to_hash = (Bunraku.ask(:parameters, type, title) || {}).transform_keys(&:to_sym)
    alias to_h to_hash
    def parameters = to_hash
    def set_parameter(name, value) = self[name] = value
    def include?(name) = to_hash.key?(name.to_sym)
    def key?(name) = include?(name)
    def each(&block) = to_hash.each(&block)
    def tags = Bunraku.ask(:tags, type, title)
    def tagged?(*names) = (names.flatten.map(&:to_s) & tags).any?
    def class? = type == 'Class'
    def virtual? = false
    alias virtual virtual?
    def exported? = false
    alias exported exported?
    def valid_parameter?(name) = include?(name)
    def resource_type = Bunraku.known_resource_types.definition(type)
    def inspect = "#{ref}{:#{class? ? 'name' : (ask_name || 'name')}=>#{title.inspect}}"
    def made = Bunraku::Made.new(:Resource, [type, title])
    def ==(other) = other.is_a?(Resource) && other.ref == ref
    alias eql? ==
    def hash = ref.hash

    private

    def ask_name = Bunraku.ask(:name_attribute, type)
  end

  module Node
    # The environment of the compilation.
    class Environment
      attr_reader :name, :modulepath, :manifest

      def initialize(name, modulepath, manifest, modules)
        @name = name.to_sym
        @modulepath = modulepath
        @manifest = manifest
        @modules = modules
      end

      def full_modulepath = modulepath
      def modules = @all ||= @modules.map { |name, path| Puppet::Module.new(name, path, self) }
      def module(name) = modules.find { |one| one.name == name.to_s }
      def modules_by_path = modules.group_by { |one| File.dirname(one.path) }
      def known_resource_types = Bunraku.known_resource_types
      def to_s = name.to_s
      def inspect = %(<Puppet::Node::Environment:0 @name="#{name}" @manifest="#{manifest}" @modulepath="#{modulepath.join(':')}" >)
      def configuration = nil
      def loaders = nil
    end
  end

  # A module.
  class Module
    attr_reader :name, :path, :environment

    def initialize(name, path, environment)
      @name = name
      @path = path
      @environment = environment
    end

    def self.find(name, environment = nil) = (Bunraku.environment).module(name)
    def metadata_file = File.join(path, 'metadata.json')
    def metadata = File.file?(metadata_file) ? JSON.parse(File.read(metadata_file)) : {}
    def version = metadata['version']
    def forge_name = metadata['name']
    def author = metadata['author']
    def dependencies = metadata['dependencies']

    { files: 'files', file: 'files', templates: 'templates', template: 'templates', manifests: 'manifests', plugins: 'lib' }.each do |name, folder|
      define_method(name) do |file = nil|
        found = File.join(*[path, folder, file].compact)
        File.exist?(found) ? found : nil
      end
    end
    def file_directory = File.join(path, 'files')
    def to_s = "Module #{name}(#{path})"
  end
end

module Bunraku
  # The catalog as it is at the time.
  class Catalog
    def resource(type, title = nil)
      made = type.is_a?(Puppet::Resource) ? type : Puppet::Resource.new(type, title)
      Bunraku.ask(:resource?, made.type, made.title.to_s) ? made : nil
    end

    def resources = Bunraku.ask(:resources).map { |type, title| Puppet::Resource.new(type, title) }
    def classes = Bunraku.ask(:classes)
    def tags = Bunraku.ask(:catalog_tags)
    def environment = Bunraku.environment.name.to_s
    def name = Bunraku.state[:certname]
    def resource_refs = resources.map(&:ref)
    def resource_keys = resources.map { |one| [one.type, one.title] }
    def vertices = resources
  end

  class Compiler
    def catalog = @catalog ||= Catalog.new
    def environment = Bunraku.environment
    def topscope = Puppet::Parser::Scope.of(0)
    def node = Node.new
    def resources = catalog.resources
    def findresource(type, title = nil) = catalog.resource(type, title)
    def collections = []
    def add_resource(_scope, resource) = Bunraku.call('create_resources', [resource.type.downcase, { resource.title => resource.to_hash.transform_keys(&:to_s) }])
    def evaluate_classes(classes, *_) = Bunraku.call('include', Array(classes))
    def loaders = Bunraku.loaders
  end

  class Node
    def name = Bunraku.state[:certname]
    def facts = Struct.new(:values, :name).new(Bunraku.ask(:facts), name)
    def parameters = Puppet::Parser::Scope.of(0).to_hash
    def environment = Bunraku.environment
    def environment_name = environment.name
    def trusted_data = Bunraku.ask(:variable, 0, 'trusted')[1]
    def classes = []
    def merge(_parameters) = nil
  end

  # Classes and defines by name, as far as there are any.
  class KnownResourceTypes
    Known = Struct.new(:name, :type, :arguments, :module_name)
    def definition(name) = Bunraku.ask(:define?, name.to_s.downcase) ? Known.new(name.to_s.downcase, :definition, {}) : nil
    alias find_definition definition
    def hostclass(name) = Bunraku.ask(:class?, name.to_s.downcase) ? Known.new(name.to_s.downcase, :hostclass, {}) : nil
    alias find_hostclass hostclass
    def node(_name) = nil
  end

  class << self
    def compiler = @compiler ||= Compiler.new
    def known_resource_types = @known_resource_types ||= KnownResourceTypes.new
    def loaders = nil

    def environment
      @environment ||= Puppet::Node::Environment.new(state[:environment], state[:module_path], state[:manifest], state[:modules])
    end

    def environments
      Struct.new(:environment) do
        def get(_name) = environment
        def get!(_name) = environment
        def list = [environment]
        def get_conf(_name) = nil
      end.new(environment)
    end
  end
end

# What a throw that nobody catches raises, with the words that came with it.
class UncaughtThrowError
  def self.of(tag, words)
    Class.new(ArgumentError) { define_method(:tag) { tag } }.new(words)
  end
end
