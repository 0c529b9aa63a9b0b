# Provides the module `Puppet` as functions, types and templates see it: logging, settings, versions, errors.

%w[erb etc time uri].each { |name| require name }

# Redirects the output of code, and of programs that it starts, away from the stream of messages.
$stdout_of_bunraku = $stdout.dup.binmode
$stdout_of_bunraku.sync = true
$stdout.reopen($stderr)

module Bunraku
  # Marks an exception that the evaluation raised while it answered a question of Ruby code. Unless code rescues it,
  # it is passed back to the evaluation.
  module Raised
    attr_accessor :raise_number
  end

  # `break`, `return` and exceeded limits, which code must not rescue.
  class Jump < Exception
    include Raised
  end
end

# Libraries that Puppet itself has loaded and that code relies on.
Bunraku::AUTOLOADED = { JSON: 'json', YAML: 'yaml', Psych: 'psych', Set: 'set', Pathname: 'pathname', Date: 'date', DateTime: 'date', Digest: 'digest',
  OpenSSL: 'openssl', SecureRandom: 'securerandom', FileUtils: 'fileutils', StringIO: 'stringio', Timeout: 'timeout',
  IPAddr: 'ipaddr', Forwardable: 'forwardable', SingleForwardable: 'forwardable', Singleton: 'singleton', Open3: 'open3',
  Benchmark: 'benchmark', OpenStruct: 'ostruct', Monitor: 'monitor', Zlib: 'zlib', Base64: 'base64', Resolv: 'resolv',
  StringScanner: 'strscan', CGI: 'cgi', Etc: 'etc', Find: 'find', Logger: 'logger', TSort: 'tsort', Delegator: 'delegate',
  SimpleDelegator: 'delegate', OptionParser: 'optparse', OptParse: 'optparse', GetoptLong: 'getoptlong', Ripper: 'ripper',
  Racc: 'racc/parser', Syslog: 'syslog', RDoc: 'rdoc', ERB: 'erb', Net: 'net/http', Socket: 'socket', Addrinfo: 'socket',
  BasicSocket: 'socket', IPSocket: 'socket', SocketError: 'socket', TCPServer: 'socket', TCPSocket: 'socket', UDPSocket: 'socket',
  UNIXServer: 'socket', UNIXSocket: 'socket', DeepMerge: 'deep_merge/core', Hocon: 'hocon', Gem: 'rubygems',
  RbConfig: 'rbconfig', MonitorMixin: 'monitor' }.freeze
Bunraku::AUTOLOADED.each { |name, file| Object.autoload(name, file) }
# The same files, grouped by the first folder of their names.
Bunraku::WHOLE = Bunraku::AUTOLOADED.values.uniq.group_by { |file| file[/\A\w+/] }.freeze

def _(text) = text
# Methods of libraries that Puppet has loaded. Here, each library is loaded at the first call of its method.
class Dir
  def self.tmpdir = require('tmpdir') ? tmpdir : raise(NotImplementedError)
  def self.mktmpdir(...) = require('tmpdir') ? mktmpdir(...) : raise(NotImplementedError)
end

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

  # The mixin of errors that have a place.
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

    def initialize(message = nil, file = nil, line = nil, pos = nil, original = nil, issue_code = nil, arguments = nil)
      super(message, file, line, pos, original)
      @basic_message = message
      @issue_code = issue_code
      @arguments = arguments
    end

    def to_h
      { issue_code: issue_code, message: basic_message, full_message: to_s, file: file, line: line, pos: pos, environment: environment.to_s, node: '' }
    end
  end
  class PreformattedError < ParseErrorWithIssue; end
  module DataBinding
    class LookupError < PreformattedError; end
  end
  class ResourceError < Error
    include Located
  end
  class ErrorWithData < Error
    attr_reader :error_data

    def initialize(message, original = nil, error_data = nil)
      super(message, original)
      @error_data = error_data
    end
  end
  class ExternalFileError < Error
    include Located
  end
  class DevError < ExternalFileError; end
  class MissingCommand < Error; end
  class ExecutionFailure < Error; end

  LEVELS = %i[debug info notice warning err alert emerg crit].freeze

  # The logging methods of Puppet itself, and of modules that include them.
  module Util
    module Logging
      LEVELS.each do |level|
        next if level == :debug

        define_method(level) { |text| Bunraku.log(level, log_source, text.is_a?(Array) ? text.join(' ') : text) }
      end

      # Logs a text, given as an argument or as the value of the block.
      def debug(text = nil)
        text = yield if block_given?
        text.nil? ? nil : Bunraku.log(:debug, log_source, text.is_a?(Array) ? text.join(' ') : text)
      end


      def send_log(level, message) = Bunraku.log(level, log_source, message)
      def warn_once(kind, key, message, file = nil, line = nil, level = :warning)
        return unless Bunraku.first?([kind, key])

        Bunraku.tell(level, message, file, line)
      end

      def deprecation_warning(message, key = nil)
        Bunraku.deprecation(message) if key.nil? || Bunraku.first?([:deprecation, key])
      end

      def puppet_deprecation_warning(message, options = {})
        key, file, line = options.values_at(:key, :file, :line)
        raise Puppet::DevError, 'Need either :file and :line, or :key' unless key || (file && line)

        Bunraku.tell(:warning, message, file, line) if Bunraku.first?([:deprecation, key || "#{file}:#{line}"])
      end

      def log_exception(error, message = nil, options = {})
        Bunraku.log(options[:level] || :err, log_source, message.is_a?(String) ? message : error.message)
      end

      def format_exception(error, *_) = error.message

      def log_and_raise(error, message)
        log_exception(error, message)
        raise error, "#{message}\n#{error}", error.backtrace
      end

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

      # Converts an error of any other class to one of Puppet's.
      def exceptwrap(options = {})
        yield
      rescue Puppet::Error
        raise
      rescue => error
        message = options[:message] || "#{self.class} failed with error #{error.class}: #{error}"
        raise (options[:type] || Puppet::DevError).new(message, error)
      end

      def error_context = respond_to?(:file) && respond_to?(:line) ? Errors.error_location(file, line) : ''
      def adderrorcontext(error, _other = nil) = error

      def self.error_location_with_space(file, line = nil, column = nil)
        where = error_location(file, line, column)
        where.empty? ? '' : " #{where}"
      end

      def self.error_location_with_unknowns(file, line) = "(file: #{file || 'unknown'}, line: #{line || 'unknown'})"

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

    module Platform
      FIPS_STATUS_FILE = '/proc/sys/crypto/fips_enabled'

      class << self
        %i[windows? jruby? jruby_fips? fips_enabled? actually_windows? solaris?].each { |name| define_method(name) { false } }
        def default_paths = %w[/usr/sbin /sbin]
      end
    end
  end

  class << self
    include Util::Logging
  end
end

module Bunraku
  class << self
    attr_accessor :state

    # Returns whether a required file is Puppet's own. Its definitions exist here already, or are not available. For
    # any other file, loads the library that the file is a part of.
    def required?(name)
      return true if name.is_a?(String) && (own_file?(name) || name.match?(/\Afacter\b|\Asemantic_puppet/)) && !module_file?(name)

      load_whole(name)
      false
    end

    # Before a part of a library (`net/ftp`, `digest/sha1`) opens a module, loads the library, which Puppet always
    # has loaded. Otherwise Ruby would load it in the middle of the part, before all constants of the part exist.
    def load_whole(name)
      folder = name.is_a?(String) && name[%r{\A\w+(?=/)}] or return
      WHOLE[folder]&.each { |file| require file unless file == name.delete_suffix('.rb') }
    rescue LoadError
      nil # this machine lacks the library; loading the part reports the error
    end

    # Returns whether a required file belongs to a module.
    def module_file?(name) = !module_file(name).nil?

    def module_file(name)
      file = name.end_with?('.rb') ? name : "#{name}.rb"
      state && state[:lib].map { |folder| File.join(folder, file) }.find { |path| File.file?(path) }
    end

    # Sends a message to the evaluation if Puppet shows it. Levels below notice are never shown.
    def log(level, source, text)
      ask(:log, level, source, text.to_s) unless %i[debug info].include?(level)
      Puppet::Util::Log.sendlevel?(level) ? Puppet::Util::Log.new(level: level, source: source, message: text, is_logged: true) : nil
    end

    # Logs a message with its place, but only once.
    def log_once(level, text, file, line) = first?([:text, text]) && tell(level, text, file, line)

    # Logs a message with its place on a separate line.
    def tell(level, text, file, line)
      place = [("file: #{file}" if file), ("line: #{line}" if line)].compact
      place = ['file & line not available'] if place.empty?
      text = "#{text}\n   (#{place.join(', ')})" unless file == :default && line == :default
      log(level, nil, text)
    end

    # Returns whether a key is seen for the first time in this compilation.
    def first?(key) = (@told ||= {}).key?(key) ? false : @told[key] = true

    def deprecation(text)
      return unless first?([:text, text])

      place = caller.find { |one| !one.start_with?('bunraku/') }
      log(:warning, nil, "#{text}\n   (location: #{place})")
    end
  end
end

module Kernel
  whole = instance_method(:require)
  required = proc do |name|
    name = name.to_path if name.respond_to?(:to_path)
    Bunraku.required?(name) ? false : whole.bind_call(self, name)
  rescue LoadError
    # a file that is not in the load path may be in a gem
    raise unless Object.autoload?(:Gem)

    Object.const_get(:Gem)
    require name
  end
  define_method(:require, &required)
  define_singleton_method(:require, &required)

  def gem(...) = Object.autoload?(:Gem) && Object.const_get(:Gem) ? gem(...) : super
  private :require, :gem
end

# Answers questions of modules to Facter. Has no facts of this machine.
module Facter
  # While types are loaded, a missing fact is an object that accepts any call.
  def self.value(name)
    value = Bunraku.ask(:fact, name.to_s)
    value.nil? && Bunraku.is_lenient ? Puppet::Absent.new : value
  end

  ResolvedFact = Struct.new(:name, :value)
  def self.[](name) = (value = value(name)) && ResolvedFact.new(name.to_s, value)
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
