# Provides the node, its facts, the environment and its modules.

module Puppet
  # The node whose catalog is compiled.
  class Node
    # The facts of a node, by name.
    class Facts
      attr_accessor :name, :values, :timestamp

      def initialize(name, values = {})
        @name = name
        @values = values
        @timestamp = Time.now
      end

      def to_data_hash = { 'name' => name, 'values' => values }
    end

    attr_reader :name

    def initialize(name, _options = {}) = @name = name
    def facts = @facts ||= Facts.new(name, Bunraku.ask(:facts) || {})
    def environment = Bunraku.environment
    def environment_name = environment.name
    def has_environment_instance? = true
    def trusted_data = Bunraku.ask(:variable, 0, 'trusted')[1]
    def server_facts = Bunraku.ask(:variable, 0, 'server_facts')[1]
    def classes = @classes ||= []
    def names = [name]
    def ipaddress = nil
    def source = nil
    attr_accessor :expiration
    def time = @time ||= Time.now
    def merge(_parameters) = nil

    # Returns the name of the environment, and the variables of the top scope that were set before `trusted` or `facts`.
    def parameters
      own = Puppet::Parser::Scope.of(0).to_hash
      ends = own.keys.index('trusted') || own.keys.index('facts') || own.size
      { 'environment' => environment.name.to_s }.merge(own.first(ends).to_h)
    end

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
      def module_by_forge_name(name) = modules.find { |one| one.forge_name == name }
      def modules_by_path = modulepath.to_h { |path| [path, modules.select { |one| one.modulepath == path }] }
      def known_resource_types = Bunraku.known_resource_types
      def to_s = name.to_s
      def to_sym = name
      def [](setting) = %i[modulepath manifest name].include?(setting.to_sym) ? public_send(setting) : Puppet[setting]
      def inspect = %(<Puppet::Node::Environment:0 @name="#{name}" @manifest="#{manifest}" @modulepath="#{modulepath.join(':')}" >)
      def configuration = Puppet::Settings::EnvironmentConf.new(self)
      def configured_path = manifest && File.dirname(manifest)
      alias resolved_path configured_path
      def config_version = Puppet[:config_version]
      def static_catalogs? = true
      def rich_data? = Puppet[:rich_data] ? true : false
      def externalize_path(path) = path
      def check_for_reparse = nil
      def validation_errors = []
      def loaders = Bunraku.loaders
      def each_plugin_directory(&block) = modules.map(&:plugin_directory).select { |path| File.directory?(path) }.each(&block)
      def module_requirements = modules.to_h { |one| [one.forge_name || one.name, []] }
      def with_text_domain = yield
      def ==(other) = other.is_a?(Environment) && other.name == name && other.full_modulepath == full_modulepath && other.manifest == manifest
      alias eql? ==
      def hash = [self.class, name, full_modulepath, manifest].hash

      def self.valid_name?(name) = name.to_s.match?(/\A\w+\z/)
      def self.split_path(path) = path.split(File::PATH_SEPARATOR)
      def self.create(name, modulepath, manifest = nil, *) = new(name, modulepath, manifest, [])
    end
  end

  # A module.
  class Module
    class Error < Puppet::Error; end
    class MissingMetadata < Error; end
    class InvalidName < Error; end

    include Puppet::Util::Logging

    attr_reader :name, :path, :environment

    def initialize(name, path, environment)
      @name = name
      @path = path
      @environment = environment
    end

    class << self
      def find(name, environment = nil)
        environment = environment.intern if environment && !environment.is_a?(String)
        environment && environment.to_sym != Bunraku.environment.name ? nil : Bunraku.environment.module(name)
      end

      def is_module_directory_name?(name) = name.match?(/\A[a-z][a-z0-9_]*\z/)
      def is_module_namespaced_name?(name) = name.match?(%r{\A[a-zA-Z0-9]+[-/][a-z][a-z0-9_]*\z})
    end

    def metadata_file = File.join(path, 'metadata.json')
    def has_metadata? = File.file?(metadata_file)
    def metadata = @metadata ||= has_metadata? ? JSON.parse(File.read(metadata_file)) : {}
    alias read_metadata metadata
    def version = metadata['version']
    def forge_name = metadata['name']&.tr('-', '/')
    def author = metadata['author']
    def license = metadata['license']
    def source = metadata['source']
    def dependencies = metadata['dependencies']
    def summary = nil
    def description = nil
    def project_page = nil
    def puppetversion = nil

    { files: 'files', templates: 'templates', manifests: 'manifests', plugins: 'lib', pluginfacts: 'facts.d', scripts: 'scripts' }.each do |name, folder|
      define_method(name) { File.join(path, folder) }
      define_method(:"#{name}?") { File.exist?(File.join(path, folder)) }
      define_method(name.to_s.chomp('s')) do |file = nil|
        found = File.join(*[path, folder, file].compact)
        File.exist?(found) ? found : nil
      end
    end

    def plugin_directory = File.join(path, 'lib')
    def plugin_fact_directory = File.join(path, 'facts.d')
    def file_directory = File.join(path, 'files')
    def locale_directory = File.join(path, 'locales')
    def tasks_directory = File.join(path, 'tasks')
    def plans_directory = File.join(path, 'plans')
    def hiera_conf_file = File.join(path, 'hiera.yaml')
    def has_hiera_conf? = File.exist?(hiera_conf_file)
    def modulepath = File.dirname(path)
    def all_manifests = Dir.glob(File.join(manifests, '**', '*.pp')).sort
    def match_manifests(name) = [File.join(manifests, "#{name.empty? ? 'init' : name.split('::').join('/')}.pp")].select { |file| File.file?(file) }
    def tasks = []
    def plans = []
    def unmet_dependencies = []
    def dependencies_as_modules = (dependencies || []).filter_map { |one| environment.module_by_forge_name(one['name']) }
    def to_s = "Module #{name}(#{path})"
    def ==(other) = other.is_a?(Module) && other.name == name && other.path == path
  end

  # The environments by name. There is only one.
  module Environments
    class EnvironmentNotFound < Puppet::Error
      def initialize(name)
        super("Could not find a directory environment named '#{name}' anywhere in the path: #{Puppet[:environmentpath]}. Does the directory exist?")
      end
    end

    class Directories
      def get(name) = name.to_sym == Bunraku.environment.name ? Bunraku.environment : nil
      def get!(name) = get(name) || raise(EnvironmentNotFound, name)
      def list = [Bunraku.environment]
      def search_paths = ["file://#{Puppet[:environmentpath]}"]
      def get_conf(name) = get(name) && Settings::EnvironmentConf.new(Bunraku.environment)
    end
  end

  module Parser
    module Files
      class << self
        def find_file(file, _environment) = Bunraku.ask(:find_file, 'files', file)
        def find_template(file, _environment) = Bunraku.ask(:find_file, 'templates', file)

        # Splits a path into a module and a path within it, if it has that form.
        def split_file_path(path)
          path == '' || path.nil? || Util.absolute_path?(path) ? nil : path.split('/', 2)
        end

        def find_in_module(reference, environment)
          module_name, file = split_file_path(reference)
          found = module_name && environment.module(module_name)
          found && yield(found, file)
        end

        def find_manifests_in_modules(pattern, environment)
          name, rest = pattern.split('::', 2)
          found = environment.module(name)
          found ? [found.name, found.match_manifests(rest || '')] : [nil, []]
        end
      end
    end
  end
end

module Bunraku
  class << self
    def node = @node ||= Puppet::Node.new(state[:certname])
    def loaders = @loaders ||= Puppet::Pops::Loaders.new
    def environments = @environments ||= Puppet::Environments::Directories.new

    def environment
      @environment ||= Puppet::Node::Environment.new(state[:environment], state[:module_path], state[:manifest], state[:modules])
    end
  end
end
