# Provides settings, features, run modes, and the results of `Puppet.lookup`.

module Puppet
  # The values that code has set, by name.
  SETTINGS = {}

  # The settings. A name may be a Symbol or a String.
  class Settings
    include Enumerable

    class SettingsError < Puppet::Error; end
    class ValidationError < SettingsError; end
    class InterpolationError < SettingsError; end
    class ParseError < SettingsError
      include Puppet::Located
    end

    # Settings by kind. The kind of any other setting follows from its value: text, boolean, number or list.
    KINDS = {
      directory: %i[confdir codedir vardir logdir statedir rundir libdir preview_outputdir certdir ssldir publickeydir requestdir
                    privatekeydir privatedir cadir csrdir signeddir bucketdir yamldir server_datadir reportdir devicedir clientyamldir
                    client_datadir deviceconfdir clientbucketdir publicdir graphdir plugindest pluginfactdest localedest],
      file: %i[hiera_config binder_config csr_attributes passfile hostcsr hostcert hostprivkey hostpubkey localcacert ssl_trust_store
               hostcrl cacert cakey capub cacrl serial cert_inventory config pidfile trusted_oid_mapping_file fileserverconfig
               statefile transactionstorefile classfile resourcefile puppetdlog lastrunfile lastrunreport autosign],
      duration: %i[http_keepalive_timeout http_connect_timeout http_read_timeout filetimeout ca_ttl ca_refresh_interval
                   crl_refresh_interval hostcert_renewal_interval runinterval runtimeout splaylimit waitforcert waitforlock],
      ttl: %i[environment_timeout statettl maxwaitforcert maxwaitforlock],
      port: %i[http_proxy_port masterport ca_port report_port ldapport],
      enum: %i[log_level key_type digest_algorithm], symbolic_enum: %i[strict], priority: %i[priority], alias: %i[serverport],
      certificate_revocation: %i[certificate_revocation], server_list: %i[server_list], http_extra_headers: %i[http_extra_headers],
      array: %i[disable_warnings supported_checksum_types]
    }.freeze

    # The settings whose values are Symbols, and the values that are allowed for settings with a choice.
    SYMBOLS = %i[strict node_terminus node_cache_terminus data_binding_terminus catalog_terminus catalog_cache_terminus
                 default_file_terminus storeconfigs_backend certificate_revocation].freeze
    CHOICES = { strict: %w[off warning error], log_level: %w[debug info notice warning err alert emerg crit],
                key_type: %w[rsa ec], digest_algorithm: %w[sha256 md5 sha384 sha512 sha224] }.freeze
    UNITS = { 's' => 1, 'm' => 60, 'h' => 3600, 'd' => 86_400, 'y' => 31_536_000 }.freeze

    # One setting.
    Setting = Struct.new(:name) do
      def value = Puppet[name]
      def default(*) = Bunraku.settings[name]
      def type = Settings.kind(name)
      def section = :main
      def desc = name.to_s
      def to_s = name.to_s
      def has_hook? = name == :strict
    end

    # The settings of an environment.
    class EnvironmentConf
      def initialize(environment) = @environment = environment
      def manifest = @environment.manifest
      def modulepath = @environment.modulepath.join(File::PATH_SEPARATOR)
      def config_version = Puppet[:config_version]
      def environment_timeout = Puppet[:environment_timeout]
      def environment_data_provider = nil
      def static_catalogs = true
      def rich_data = Puppet[:rich_data]
      def path_to_env = @environment.configured_path
    end

    # The values of settings in an environment.
    class ChainedValues
      def initialize(environment) = @environment = environment
      def lookup(name) = Puppet.settings.value(name, @environment)
      alias interpolate lookup
    end

    class << self
      def kind(name)
        KINDS.each { |kind, names| return kind if names.include?(name) }
        case Bunraku.settings[name]
        when true, false then :boolean
        when Integer then :integer
        when Array then :array
        else :string
        end
      end

      # Converts a value that code assigns to a setting to the form in which the setting is read.
      def munged(name, value)
        case kind(name)
        when :boolean then boolean(name, value)
        when :integer, :port then number(name, value)
        when :duration, :ttl then duration(name, value)
        when :symbolic_enum then value.nil? ? nil : choice(name, value).to_sym
        when :enum then choice(name, value)
        when :array then value.is_a?(String) ? value.split(/\s*,\s*/) : Array(value)
        else SYMBOLS.include?(name) && value.is_a?(String) ? value.to_sym : value
        end
      end

      def choice(name, value)
        return value.to_s if CHOICES[name].include?(value.to_s)

        raise ValidationError, "Invalid value '#{value}' for parameter #{name}. Allowed values are '#{CHOICES[name].join("', '")}'"
      end

      private

      def boolean(name, value)
        return value.to_s == 'true' if %w[true false].include?(value.to_s)

        raise ValidationError, "Cannot convert '#{value.inspect}' to a boolean for parameter: #{name}"
      end

      def number(name, value)
        Integer(value)
      rescue ArgumentError, TypeError
        raise ValidationError, "Cannot convert '#{value.inspect}' to an integer for parameter: #{name}"
      end

      def duration(name, value)
        return value if value.is_a?(Numeric) || value.nil?
        return Float::INFINITY if value == 'unlimited' && kind(name) == :ttl

        match = /\A(\d+)(s|m|h|d|y)?\z/.match(value.to_s)
        raise ValidationError, "Invalid #{kind(name)} format '#{value.inspect}' for parameter: #{name}" unless match

        match[1].to_i * UNITS[match[2] || 's']
      end
    end

    def [](name) = Bunraku.setting(name.to_sym)

    def []=(name, value)
      raise ArgumentError, "Attempt to assign a value to unknown setting #{name.inspect}" unless name.is_a?(Symbol) && Bunraku.settings.key?(name)

      Settings.choice(name, value) if name == :strict
      SETTINGS[name] = value
    end

    # Returns the value of a setting; its value in the environment if one is given.
    def value(name, environment = nil, _bypass = false)
      name = name.to_sym
      return self[name] unless environment && environment.to_s == Bunraku.environment.name.to_s

      case name
      when :modulepath then Bunraku.environment.modulepath.join(File::PATH_SEPARATOR)
      when :manifest then Bunraku.environment.manifest
      else self[name]
      end
    end

    def values(environment, _section = nil) = ChainedValues.new(environment)
    def setting(name) = include?(name) ? Setting.new(name.to_sym) : nil
    def include?(name) = Bunraku.settings.key?(name.to_sym)
    alias valid? include?
    def boolean?(name) = include?(name) && Settings.kind(name.to_sym) == :boolean
    def set_by_config?(name, *_) = SETTINGS.key?(name.to_sym) || Bunraku.state[:settings].key?(name.to_sym)
    def set_by_cli?(_name) = false
    def set_by_cli(_name) = nil
    def set_in_section?(_name, _section) = false
    def use(*_names) = nil
    def each(&block) = names.to_h { |name| [name, Setting.new(name)] }.each(&block)
    alias each_pair each
    def each_key(&block) = names.each(&block)
    def names = Bunraku.settings.keys
    def which_configuration_file = self[:config]
    def app_defaults_initialized? = true
    alias global_defaults_initialized? app_defaults_initialized?
    def preferred_run_mode = :user
    def service_user_available? = true
    alias service_group_available? service_user_available?
    def description(name) = setting(name)&.desc
    def clear_environment_settings(_name) = nil
    def flush_cache = nil
    def reuse = nil
    def reparse_config_files(*) = nil
  end

  module Util
    # The features of Puppet on a usual system.
    class Feature
      attr_reader :path

      def initialize(path) = @path = path

      # Adds a feature. The system has it if its libraries exist, or if the block returns true.
      def add(name, options = {}, &block)
        libs = Array(options[:libs])
        found = nil
        define_singleton_method(:"#{name}?") do
          found = (block ? block.call : libs.all? { |one| library?(one) }) ? true : false if found.nil?
          found
        end
      end

      def root? = Process.uid.zero?
      def posix? = true
      def microsoft_windows? = false
      alias windows? microsoft_windows?
      def manages_symlinks? = true
      def syslog? = true
      def telnet? = library?('net/telnet')
      def zlib? = library?('zlib')
      def openssl? = library?('openssl')
      def ssh? = library?('net/ssh')
      def hiera_eyaml? = library?('hiera/backend/eyaml/parser/parser')
      def cfacter? = false
      def load(*) = nil

      # Answers about an unknown feature: loads the file that defines it, or returns false if there is none.
      def method_missing(name, *_arguments) = name.end_with?('?') ? library?("puppet/feature/#{name.to_s.chomp('?')}") && send(name) : super
      def respond_to_missing?(name, all = false) = name.end_with?('?') || super

      private

      def library?(name)
        require name
        true
      rescue LoadError
        false
      end
    end

    # The mode in which Puppet runs.
    class RunMode
      attr_reader :name

      def initialize(name) = @name = name.to_sym
      def self.[](name) = (@modes ||= {})[name.to_sym] ||= UnixRunMode.new(name)
      def server? = %i[master server].include?(name)
      alias master? server?
      def agent? = name == :agent
      def user? = name == :user
      def conf_dir = '/etc/puppetlabs/puppet'
      def code_dir = '/etc/puppetlabs/code'
      def var_dir = '/opt/puppetlabs/puppet/cache'
      def public_dir = '/opt/puppetlabs/puppet/public'
      def log_dir = '/var/log/puppetlabs/puppet'
      def run_dir = '/var/run/puppetlabs'
      def pkg_config_path = '/opt/puppetlabs/puppet/lib/pkgconfig'
    end

    class UnixRunMode < RunMode; end
  end

  # The errors of bindings between names and values.
  class Context
    class UndefinedBindingError < Puppet::Error; end
    class StackUnderflow < Puppet::Error; end
    class UnknownRollbackMarkError < Puppet::Error; end
    class DuplicateRollbackMarkError < Puppet::Error; end
  end

  class << self
    def [](name) = settings[name]

    def []=(name, value)
      settings[name] = value
    end

    def settings = @settings ||= Settings.new
    def version = PUPPETVERSION
    def minor_version = PUPPETVERSION.split('.').first(2).join('.')
    def features = @features ||= Util::Feature.new('puppet/feature')
    def run_mode = Util::RunMode[:user]
    def default_digest_algorithm = 'sha256'
    def valid_digest_algorithms = %w[sha256 sha384 sha512 sha224 md5]
    alias default_file_checksum_types valid_digest_algorithms
    def valid_file_checksum_types = %w[sha256 sha256lite sha384 sha512 sha224 sha1 sha1lite md5 md5lite mtime ctime]
    def default_basemodulepath = '$codedir/modules:/opt/puppetlabs/puppet/modules'
    def default_vendormoduledir = '/opt/puppetlabs/puppet/vendor_modules'
    def default_cadir = '/etc/puppetlabs/puppetserver/ca'
    def default_diffargs = '-u'
    def initialize_settings(*_) = nil
    def runtime = @runtime ||= Bunraku::Runtime.new

    # Returns the value that is bound to a name, first by code, then by the compilation; otherwise the block's value.
    def lookup(name)
      level = bindings.reverse.find { |one| one.key?(name) }
      return (level[name].is_a?(Proc) ? level[name].call : level[name]) if level

      case name
      when :current_environment then Bunraku.environment
      when :environments then Bunraku.environments
      when :global_scope then Puppet::Parser::Scope.of(0)
      when :root_environment then Puppet::Node::Environment.new('*root*', [], nil, [])
      when :loaders then Bunraku.loaders
      else
        return yield if block_given?

        raise Puppet::Context::UndefinedBindingError, "Unable to lookup '#{name}'"
      end
    end

    def override(given, _description = '')
      depth = bindings.size
      bindings << given
      yield
    ensure
      bindings.slice!(depth..)
    end

    def push_context(given, _description = '') = bindings << given
    def pop_context = bindings.pop || raise(Puppet::Context::StackUnderflow, 'Attempted to pop, but already at root of the context stack.')
    def mark_context(name) = marks[name] = bindings.size
    def rollback_context(name) = bindings.slice!(marks.delete(name)..)

    private

    def bindings = @bindings ||= []
    def marks = @marks ||= {}
  end
end

module Bunraku
  # The services of the process that Puppet runs in.
  class Runtime
    def [](name)
      case name
      when :facter then Facter
      when :http then @http ||= Puppet::HTTP::Client.new
      else raise ArgumentError, "Unknown service #{name}"
      end
    end
  end

  class << self
    # Returns the values of the settings by name, without those that code has assigned.
    def settings
      @settings ||= ask(:settings).to_h do |name, value|
        name = name.to_sym
        [name, Puppet::Settings::SYMBOLS.include?(name) && value ? value.to_sym : value]
      end.merge({ manifest: nil, modulepath: '' }) { |name, found, none| state[:settings].key?(name) ? found : none }
    end

    def setting(name)
      return Puppet::Settings.munged(name, Puppet::SETTINGS[name]) if Puppet::SETTINGS.key?(name)

      settings[name]
    end
  end
end
