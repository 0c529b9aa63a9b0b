# Puppet's module as functions, types and templates see it: logging, settings, versions, errors.

%w[erb etc time uri].each { |name| require name }

# Code that writes, and what it starts, has another stream than the conversation.
$stdout_of_bunraku = $stdout.dup.binmode
$stdout_of_bunraku.sync = true
$stdout.reopen($stderr)

module Bunraku
  # What evaluation raised while Ruby code was asking for something: it goes on where that code
  # came from, unless somebody rescues it.
  module Raised
    attr_accessor :raise_number
  end

  # `break`, `return` and limits, which no code may rescue.
  class Jump < Exception
    include Raised
  end
end

# What Puppet itself has loaded, and code relies on.
Bunraku::AUTOLOADED = { JSON: 'json', YAML: 'yaml', Psych: 'psych', Set: 'set', Pathname: 'pathname', Date: 'date', DateTime: 'date', Digest: 'digest',
  OpenSSL: 'openssl', SecureRandom: 'securerandom', FileUtils: 'fileutils', Tempfile: 'tempfile', StringIO: 'stringio',
  Timeout: 'timeout', IPAddr: 'ipaddr', Shellwords: 'shellwords', Forwardable: 'forwardable', Singleton: 'singleton',
  Open3: 'open3', Benchmark: 'benchmark', OpenStruct: 'ostruct', Monitor: 'monitor', Zlib: 'zlib', Base64: 'base64',
  Socket: 'socket', Resolv: 'resolv', StringScanner: 'strscan', BigDecimal: 'bigdecimal' }.freeze
Bunraku::AUTOLOADED.each { |name, file| Object.autoload(name, file) }

def _(text) = text
# What asks for these libraries by a method.
class Object
  def to_yaml(...) = (require 'yaml') && to_yaml(...)
  def to_json(...) = (require 'json') && to_json(...)
end

def n_(one, many, count) = count == 1 ? one : many

module Puppet
  PUPPETVERSION = '8.11.0'

  class Error < RuntimeError
    attr_accessor :original

    def initialize(message = nil, original = nil)
      super(message)
      @original = original
    end
  end

  # An error that knows where.
  module Located
    attr_accessor :file, :line, :pos, :environment

    def initialize(message = nil, file = nil, line = nil, pos = nil, original = nil)
      super(message, original || (file.is_a?(Exception) ? file : nil))
      @file = file unless file.is_a?(Exception) || (file.respond_to?(:empty?) && file.empty?)
      @line = line unless line.is_a?(Exception)
      @pos = pos unless pos.is_a?(Exception)
    end

    def to_s
      where = [("file: #{@file}" if @file), ("line: #{@line}" if @line), ("column: #{@pos}" if @pos)].compact
      where.empty? ? super : "#{super} (#{where.join(', ')})"
    end
  end

  class ParseError < Error
    include Located
  end

  class ParseErrorWithIssue < ParseError
    attr_accessor :issue_code, :basic_message, :arguments
  end
  class PreformattedError < ParseErrorWithIssue; end
  module DataBinding
    class LookupError < PreformattedError; end
  end
  class ResourceError < Error
    include Located
  end
  class DevError < Error
    include Located
  end
  class MissingCommand < Error; end
  class ExecutionFailure < Error; end

  SETTINGS = {
    environment: 'production', strict: :error, strict_variables: true, noop: false, trace: false, debug: false,
    confdir: '/etc/puppetlabs/puppet', codedir: '/etc/puppetlabs/code', vardir: '/opt/puppetlabs/puppet/cache',
    ssldir: '/etc/puppetlabs/puppet/ssl', environmentpath: '/etc/puppetlabs/code/environments',
    statedir: '/opt/puppetlabs/puppet/cache/state', rundir: '/var/run/puppetlabs', logdir: '/var/log/puppetlabs/puppet',
    digest_algorithm: 'sha256', storeconfigs: false, node_name_value: nil, certname: nil, rich_data: true,
    hiera_config: '/etc/puppetlabs/puppet/hiera.yaml', libdir: '/opt/puppetlabs/puppet/cache/lib', autosign: true,
  }

  # Settings by name, as Symbol or String.
  class Settings
    def [](name)
      Bunraku.setting(name.to_sym)
    end
    alias value []

    def []=(name, value)
      SETTINGS[name.to_sym] = value
    end

    def setting(name) = nil
    def include?(name) = SETTINGS.key?(name.to_sym)
    alias valid? include?
    def set_by_config?(_name, *_) = false
    def use(*_names) = nil
    def to_h = SETTINGS.dup
    def method_missing(name, *arguments) = arguments.empty? && SETTINGS.key?(name) ? self[name] : super
    def respond_to_missing?(name, all = false) = SETTINGS.key?(name) || super
  end

  # Features are those of Puppet on a usual system.
  class Features
    def add(name, *_arguments, &block)
      block ? define_singleton_method(:"#{name}?", &block) : nil
    end

    def root? = Process.uid.zero?
    def posix? = true
    def microsoft_windows? = false

    def method_missing(name, *_arguments)
      return super unless name.end_with?('?')

      require name.to_s.chomp('?')
      true
    rescue LoadError
      false
    end

    def respond_to_missing?(name, all = false) = name.end_with?('?') || super
  end

  LEVELS = %i[debug info notice warning err alert emerg crit].freeze

  # The logging methods of Puppet itself, and of whatever includes them.
  module Util
    module Logging
      LEVELS.each do |level|
        define_method(level) { |*texts| Bunraku.log(level, log_source, texts.join(' ')) }
      end

      def send_log(level, message) = Bunraku.log(level, log_source, message)
      def warn_once(_kind, _key, message, file = nil, line = nil, level = :warning) = Bunraku.log_once(level, message, file, line)
      def deprecation_warning(message, *_) = Bunraku.deprecation(message)
      def puppet_deprecation_warning(message, *_) = Bunraku.deprecation(message)
      def log_exception(error, message = nil, *_) = Bunraku.log(:err, log_source, message.is_a?(String) ? message : error.message)
      def log_and_raise(error, message) = (raise error, "#{message}\n#{error}", error.backtrace)
      def debug? = false
      def log_source = nil
    end

    module Warnings
      def notice_once(message) = Bunraku.log(:notice, nil, message)
      def warnonce(message) = Bunraku.log(:warning, nil, message)
      def debug_once(message) = Bunraku.log(:debug, nil, message)
    end

    module Errors
      def fail(*arguments)
        raise(*arguments) if arguments.first.is_a?(Class)

        raise Puppet::Error, arguments.join(' ')
      end

      def devfail(message) = raise(Puppet::DevError, message)

      def self.error_location(file, line = nil, column = nil)
        where = [("file: #{file}" if file), ("line: #{line}" if line), ("column: #{column}" if column)].compact
        where.empty? ? '' : "(#{where.join(', ')})"
      end
    end

    module MethodHelper
      def set_options(options) = options.each { |name, value| send("#{name}=", value) }
    end

    module Docs
      attr_writer :doc

      def desc(text) = (@doc = text)
      def doc = @doc || ''
    end

    require 'set'
    class TagSet < ::Set; end

    module Platform
      def self.windows? = false
      def self.default_paths = nil
      def self.jruby? = false
      def self.jruby_fips? = false
      def self.fips_enabled? = false
      def self.actually_windows? = false
    end

    class Execution
      class ProcessOutput < String
        attr_reader :exitstatus

        def initialize(text, status)
          super(text)
          @exitstatus = status
        end
      end

      def self.execute(command, options = {})
        command = command.flatten.map(&:to_s) if command.is_a?(Array)
        output = IO.popen(command, err: options[:combine] == false ? File::NULL : %i[child out], &:read)
        status = $?.exitstatus
        if options[:failonfail] && status != 0
          raise Puppet::ExecutionFailure, "Execution of '#{Array(command).join(' ')}' returned #{status}: #{output.strip}"
        end
        ProcessOutput.new(output, status)
      rescue SystemCallError => error
        raise Puppet::ExecutionFailure, error.message, error.backtrace
      end

      def self.execpipe(command, failonfail = true)
        output = execute(command, failonfail: failonfail)
        block_given? ? yield(output) : output
      end
    end

    AbsolutePathPosix = %r{^/}
    AbsolutePathWindows = %r{^(?:(?:[A-Z]:[/\\])|(?:[/\\][/\\][^/\\]+[/\\][^/\\]+)|(?:[/\\][/\\]\?[/\\][^/\\]+))}i

    def self.absolute_path?(path, platform = nil)
      (platform == :windows ? AbsolutePathWindows : AbsolutePathPosix).match?(path.to_s)
    end

    def self.which(name)
      return name if name.include?('/') && File.executable?(name)

      ENV['PATH'].to_s.split(':').map { |folder| File.join(folder, name) }.find { |path| File.file?(path) && File.executable?(path) }
    end

    def self.symbolizehash(hash) = hash.transform_keys { |key| key.to_s.to_sym }
    def symbolizehash(hash) = Util.symbolizehash(hash)
    def self.path_to_uri(path) = URI("file://#{path}")
    def self.uri_encode(path, *_) = URI::DEFAULT_PARSER.escape(path)
    def self.uri_unescape(text) = URI::DEFAULT_PARSER.unescape(text)
    def self.uri_query_encode(text) = URI.encode_www_form_component(text)
    def self.withenv(variables, *_)
      old = ENV.to_h
      variables.each { |name, value| ENV[name.to_s] = value }
      yield
    ensure
      ENV.replace(old) if old
    end

    def self.execute(...) = Execution.execute(...)
    def self.deterministic_rand(seed, max) = Random.new(seed).rand(max)
    def self.deterministic_rand_int(seed, max) = Random.new(seed).rand(max)
    def self.exit_on_fail(*_) = yield
    def self.thinmark(*_) = yield
    def self.benchmark(*_) = yield
    def self.safe_posix_fork(*_) = raise(Puppet::Error, 'not available here')
  end

  module FileSystem
    def self.exist?(path) = File.exist?(path.to_s)
    def self.file?(path) = File.file?(path.to_s)
    def self.directory?(path) = File.directory?(path.to_s)
    def self.symlink?(path) = File.symlink?(path.to_s)
    def self.executable?(path) = File.executable?(path.to_s)
    def self.readlink(path) = File.readlink(path.to_s)
    def self.stat(path) = File.stat(path.to_s)
    def self.children(path) = Dir.children(path.to_s).map { |name| File.join(path.to_s, name) }
    def self.dir(path) = File.dirname(path.to_s)
    def self.basename(path) = File.basename(path.to_s)
    def self.basename_string(path) = File.basename(path.to_s)
    def self.dir_string(path) = File.dirname(path.to_s)
    def self.path_string(path) = path.to_s
    def self.pathname(path) = Pathname.new(path)
    def self.expand_path(path, *rest) = File.expand_path(path, *rest)
    def self.each_line(path, &block) = File.foreach(path.to_s, &block)
    def self.binread(path) = File.binread(path.to_s)

    def self.read(path, options = {})
      File.read(path.to_s, encoding: options[:encoding] || 'utf-8')
    end

    def self.open(path, _mode = nil, options = 'r', &block) = File.open(path.to_s, options, &block)
  end

  module Etc; end

  class << self
    include Util::Logging

    def [](name) = Bunraku.setting(name.to_sym)

    def []=(name, value)
      SETTINGS[name.to_sym] = value
    end

    def settings = @settings ||= Settings.new
    def version = PUPPETVERSION
    def features = @features ||= Features.new
    def run_mode = @run_mode ||= Struct.new(:name) { def server? = true; def master? = true; def agent? = false; def user? = false }.new(:server)
    def debug? = false

    # Bindings of the compilation.
    def lookup(name)
      case name
      when :current_environment then Bunraku.environment
      when :environments then Bunraku.environments
      when :global_scope then Puppet::Parser::Scope.of(0)
      when :root_environment then Bunraku.environment
      when :trusted_information then nil
      when :loaders then Bunraku.loaders
      else
        return yield if block_given?

        raise Puppet::Error, "Unable to lookup '#{name}'"
      end
    end

    def override(bindings, *_) = yield
    def push_context(*_) = nil
    def pop_context = nil
    def initialize_settings(*_) = nil
  end
end

module Bunraku
  # Files of Puppet itself: what they define is here, or is not to be had.
  module Require
    def require(name)
      name = name.to_path if name.respond_to?(:to_path)
      return false if name.is_a?(String) && (Bunraku.own_file?(name) || name.match?(/\Afacter\b|\Asemantic_puppet/)) && !Bunraku.module_file?(name)

      super
    end
  end

  class << self
    attr_accessor :state

    def setting(name)
      case name
      when :environment then environment.name.to_s
      when :modulepath then state[:module_path].join(':')
      when :manifest then state[:manifest]
      when :certname, :node_name_value then state[:certname]
      else
        state[:settings].fetch(name) { Puppet::SETTINGS[name] }
      end
    end

    # Whether a file that is required is one of a module.
    def module_file?(name) = !module_file(name).nil?

    def module_file(name)
      file = name.end_with?('.rb') ? name : "#{name}.rb"
      state && state[:lib].map { |folder| File.join(folder, file) }.find { |path| File.file?(path) }
    end

    # Nobody shows what is below a notice.
    def log(level, source, text)
      ask(:log, level, source, text.to_s) unless %i[debug info].include?(level)
      text
    end

    # As the deprecation of something that is told once, and with its place.
    def log_once(level, text, file, line)
      place = [("file: #{file}" if file), ("line: #{line}" if line)].compact
      place = ['file & line not available'] if place.empty?
      ask(:log_once, level, text.to_s, place.join(', '))
    end

    def deprecation(text)
      place = caller.find { |one| !one.start_with?('bunraku/') }
      ask(:log_once, :warning, text.to_s, "location: #{place}")
    end
  end
end

Object.prepend(Bunraku::Require) unless Object.ancestors.include?(Bunraku::Require)
Kernel.singleton_class.prepend(Bunraku::Require)

# What modules ask of Facter, without facts of this machine.
module Facter
  # Types that ask for facts while they are read get what takes anything.
  def self.value(name)
    value = Bunraku.ask(:fact, name.to_s)
    value.nil? && Bunraku.is_lenient ? Puppet::Absent.new : value
  end

  def self.[](name) = (value = value(name)) && Struct.new(:name, :value).new(name, value)
  def self.fact(name) = self[name]
  def self.add(*_) = nil
  def self.version = '4.3.0'
  def self.to_hash = Bunraku.ask(:facts)
  def self.debug(*_) = nil
  def self.warn(*_) = nil

  module Core
    class Execution
      def self.execute(command, *_) = IO.popen(command, err: File::NULL, &:read).strip
      def self.exec(command) = execute(command)
      def self.which(name) = Puppet::Util.which(name)
    end
  end
  module Util
    Resolution = Core::Execution
  end
end
