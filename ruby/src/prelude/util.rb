# Provides the parts of `Puppet::Util` and `Puppet::FileSystem` that functions and types use.

module Puppet
  module Util
    DEFAULT_POSIX_MODE = 0o644
    AbsolutePathPosix = %r{^/}
    AbsolutePathWindows = %r{^(?:(?:[A-Z]:[/\\])|(?:[/\\][/\\][^/\\]+[/\\][^/\\]+)|(?:[/\\][/\\]\?[/\\][^/\\]+))}i

    # Converts octal and symbolic file modes.
    module SymbolicFileMode
      BITS = { 'r' => 4, 'w' => 2, 'x' => 1 }.freeze
      WHO = { 'u' => 6, 'g' => 3, 'o' => 0 }.freeze
      CLAUSE = /\A([ugoa]*)((?:[-+=][rwxXstugo]*)+)\z/

      def valid_symbolic_mode?(value)
        value = normalize_symbolic_mode(value)
        return false if value.nil? || value.empty?

        value.match?(/\A0?[0-7]{1,4}\z/) || value.split(',').all? { |clause| CLAUSE.match?(clause) }
      end

      def display_mode(value) = value.is_a?(String) && value.match?(/\A0?[0-7]{1,4}\z/) ? value.rjust(4, '0') : value

      def normalize_symbolic_mode(value)
        case value
        when nil then nil
        when Numeric then value.to_i.to_s(8)
        else value.match?(/\A0?[0-7]+\z/) ? value.to_i(8).to_s(8) : value
        end
      end

      # Returns the permission bits that a mode gives to a file with the bits `before`.
      def symbolic_mode_to_int(mode, before = 0, is_directory = false)
        return mode.to_i(8) if mode.match?(/\A[0-7]+\z/)

        mode.split(/\s*,\s*/).inject(before) do |bits, clause|
          who, actions = clause.match(/\A([ugoa]*)(.*)\z/).captures
          raise Puppet::Error, "Missing action in symbolic mode #{mode.inspect}" unless actions.match?(/\A[-+=]/)

          who = 'ugo' if who.empty? || who.include?('a')
          actions.scan(/([-+=])([^-+=]*)|(.)/) do |sign, letters, other|
            raise Puppet::Error, "Unknown operation in symbolic mode #{mode.inspect}" if other

            bits = applied(bits, who.chars.uniq, sign, letters, is_directory, before) { raise Puppet::Error, "Unknown operation in symbolic mode #{mode.inspect}" }
          end
          bits
        end
      end

      private

      # Applies one action of a symbolic mode to each class of users.
      def applied(bits, who, sign, letters, is_directory, before)
        who.each do |one|
          shift = WHO[one]
          value = letters.chars.inject(0) { |sum, letter| sum | wanted(letter, one, shift, bits, is_directory, before).then { |part| part || yield } }
          special = { 'u' => 0o4000, 'g' => 0o2000, 'o' => 0o1000 }[one]
          bits = case sign
                 when '+' then bits | value
                 when '-' then bits & ~value
                 else (bits & ~((7 << shift) | special)) | value
                 end
        end
        bits
      end

      def wanted(letter, one, shift, bits, is_directory, before)
        case letter
        when 'r', 'w', 'x' then BITS[letter] << shift
        when 'X' then is_directory || (before & 0o111).positive? ? 1 << shift : 0
        when 's' then { 'u' => 0o4000, 'g' => 0o2000 }[one] || 0
        when 't' then 0o1000
        when 'u', 'g', 'o' then ((bits >> WHO[letter]) & 7) << shift
        end
      end
    end

    # Compares versions of packages.
    module Package
      def versioncmp(first, second, ignore_trailing_zeroes = false)
        return 0 if [first, second].any?(Puppet::Absent)
        first, second = [first, second].map { |one| one.sub(/[.0]+\z/, '') } if ignore_trailing_zeroes && [first, second].all? { |one| one.match?(/\A[.\d]+\z/) }
        Bunraku.call('versioncmp', [first, second])
      end
      module_function :versioncmp
    end

    # Computes checksums of contents.
    module Checksums
      KINDS = { sha256: 'SHA256', sha256lite: 'SHA256', md5: 'MD5', md5lite: 'MD5', sha1: 'SHA1', sha1lite: 'SHA1',
                sha512: 'SHA512', sha384: 'SHA384', sha224: 'SHA224' }.freeze
      HEX = { sha256: 64, md5: 32, sha1: 40, sha512: 128, sha384: 96, sha224: 56 }.freeze
      LITE = 512

      def known_checksum_types = KINDS.keys + %i[mtime ctime none]
      def checksum?(text) = text =~ /^\{(\w{3,8})\}\S+/
      def sumtype(text) = text[/^\{(\w+)\}/, 1]
      def sumdata(text) = text[/^\{\w+\}(.+)/, 1]
      def valid_checksum?(kind, value) = send(:"#{kind}?", value) ? true : false
      def checksum_file(kind, file) = send(:"#{kind}_file", file)

      KINDS.each do |kind, algorithm|
        lite = kind.end_with?('lite')
        define_method(kind) { |content| Bunraku.digest(algorithm).hexdigest(lite ? content[0, LITE] : content) }
        define_method(:"#{kind}_hex_length") { HEX[kind.to_s.delete_suffix('lite').to_sym] }
        define_method(:"#{kind}?") { |text| text =~ /\A[0-9a-fA-F]{#{send(:"#{kind}_hex_length")}}\z/ }
        define_method(:"#{kind}_file") { |file| send(kind, ::File.binread(file.to_s, *(lite ? [LITE] : []))) }
      end

      def mtime_file(file) = ::File.stat(file.to_s).mtime
      def ctime_file(file) = ::File.stat(file.to_s).ctime
      def mtime(_content) = ''
      def ctime(_content) = ''
      def none(_content) = ''
      def none_file(_file) = ''
      def mtime?(text) = text.is_a?(::Time) || !::DateTime.parse(text).nil?
      def ctime?(text) = mtime?(text)
      def none?(text) = text.empty?
      instance_methods(false).each { |name| module_function name }
    end

    # Reads JSON. Its error class does not depend on the library.
    module Json
      class ParseError < StandardError
        attr_reader :data, :cause

        def self.build(error, data) = new(error.message).tap { |made| made.instance_eval { @data, @cause = data, error } }
      end

      class << self
        def load(text, options = {})
          ::JSON.parse(text.to_s, options)
        rescue ::JSON::ParserError => error
          raise ParseError.build(error, text)
        end

        def load_file(path, options = {}) = load(Puppet::FileSystem.read(path, encoding: 'utf-8'), options)

        def load_file_if_valid(path, options = {})
          load_file(path, options)
        rescue ParseError, SystemCallError
          nil
        end

        def dump(object, options = {})
          options[:pretty] ? ::JSON.pretty_generate(object) : ::JSON.generate(object)
        end
      end
    end

    # Reads YAML. Refuses objects of arbitrary classes.
    module Yaml
      class YamlLoadError < Puppet::Error; end

      class << self
        def safe_load(text, allowed_classes = [], filename = nil)
          data = ::YAML.safe_load(text, permitted_classes: allowed_classes, aliases: true, filename: filename)
          data.nil? ? false : data
        rescue ::Psych::DisallowedClass => error
          raise YamlLoadError, "(#{filename || '<unknown>'}): #{error.message}"
        rescue ::Psych::SyntaxError => error
          where = "(#{filename || '<unknown>'}): #{error.problem}"
          where += " #{error.context}" if error.context
          raise YamlLoadError, "#{where} at line #{error.line} column #{error.column}"
        end

        def safe_load_file(path, allowed_classes = []) = safe_load(Puppet::FileSystem.read(path, encoding: 'bom|utf-8'), allowed_classes, path)

        def safe_load_file_if_valid(path, allowed_classes = [])
          safe_load_file(path, allowed_classes)
        rescue YamlLoadError, ArgumentError, SystemCallError
          nil
        end

        def dump(structure, path) = Puppet::FileSystem.replace_file(path, 0o660) { |file| file.write(structure.to_yaml) }
      end
    end

    # The output and the status of a program.
    module Execution
      NoOptionsSpecified = {}.freeze

      class ProcessOutput < String
        attr_reader :exitstatus

        def initialize(text, status)
          super(text)
          @exitstatus = status
        end
      end

      class << self
        def execute(command, options = NoOptionsSpecified)
          fails = options.key?(:failonfail) ? options[:failonfail] : options.equal?(NoOptionsSpecified)
          shown = Array(command).flatten.join(' ')
          command = command.flatten.map(&:to_s) if command.is_a?(Array)
          combines = options.key?(:combine) ? options[:combine] : options.equal?(NoOptionsSpecified)
          how = { err: combines ? %i[child out] : File::NULL, in: options[:stdinfile] || File::NULL }
          how[:chdir] = options[:cwd] if options[:cwd]
          output, status = run(environment(options), command, how)
          if fails && status != 0
            raise Puppet::ExecutionFailure, "Execution of '#{shown}' returned #{status}: #{output.strip}"
          end
          ProcessOutput.new(output, status)
        end
        alias util_execute execute

        def execpipe(command, failonfail = true)
          shown = Array(command).join(' ')
          output = IO.popen({ 'LANG' => 'C', 'LC_ALL' => 'C' }, "#{shown} 2>&1", &block_or_read { |pipe| yield pipe })
          raise Puppet::ExecutionFailure, output.to_s if failonfail && $?.exitstatus != 0

          output
        end

        def ruby_path = RbConfig.ruby

        private

        def block_or_read(&block) = block

        def environment(options)
          plain = options[:override_locale] == false ? {} : { 'LANG' => 'C', 'LC_ALL' => 'C' }
          plain.merge((options[:custom_environment] || {}).to_h { |name, value| [name.to_s, value&.to_s] })
        end

        def run(environment, command, how)
          output = IO.popen(environment, command.is_a?(Array) && command.size == 1 ? [[command[0], command[0]]] : command, **how, &:read)
          [output, $?.exitstatus]
        rescue Errno::ENOENT, Errno::EACCES
          ['', 1]
        end
      end
    end

    module CharacterEncoding
      class << self
        def convert_to_utf_8(text) = text.encoding == Encoding::UTF_8 ? text : text.encode('UTF-8')
        def override_encoding_to_utf_8(text) = text.dup.force_encoding('UTF-8').then { |made| made.valid_encoding? ? made : text }
      end
    end

    extend SymbolicFileMode

    class << self
      def absolute_path?(path, platform = nil)
        unless path.is_a?(String)
          Puppet.warning("Cannot check if #{path} is an absolute path because it is a '#{path.class}' and not a String'")
          return false
        end
        (platform == :windows ? AbsolutePathWindows : AbsolutePathPosix).match?(path)
      end

      def which(name)
        return (name if File.executable?(name)) if name.include?('/')

        ENV['PATH'].to_s.split(':').map { |folder| File.join(folder, name) }.find { |path| File.file?(path) && File.executable?(path) }
      end

      def symbolizehash(hash) = hash.transform_keys { |key| key.respond_to?(:to_sym) ? key.to_sym : key }
      def path_to_uri(path) = URI("file://#{uri_encode(path)}")
      def uri_to_path(uri) = uri.is_a?(URI) && uri.path && uri_unescape(uri.path)
      def uri_encode(path, options = {})
        pieces = URI::DEFAULT_PARSER.escape(path)
        options[:allow_fragment] ? pieces : pieces.gsub('#', '%23')
      end

      def uri_unescape(text) = URI::DEFAULT_PARSER.unescape(text)
      def rfc2396_escape(text) = URI::DEFAULT_PARSER.escape(text).gsub(/%5B/i, '[').gsub(/%5D/i, ']')
      def uri_query_encode(text) = URI.encode_www_form_component(text).gsub('+', '%20')
      def get_env(name, *_) = ENV.fetch(name, nil)
      def get_environment(*_) = ENV.to_h
      def set_env(name, value = nil, *_) = ENV[name] = value
      def merge_environment(variables, *_) = variables.each { |name, value| set_env(name.to_s, value) }
      def withumask(_mask) = yield
      def deterministic_rand(seed, max) = deterministic_rand_int(seed, max).to_s
      def deterministic_rand_int(seed, max) = Random.new(seed).rand(max)
      def exit_on_fail(*_) = yield
      def thinmark(*_) = yield
      def benchmark(*_) = yield
      def resolve_stackframe(frame) = frame.to_s
      def safe_posix_fork(*_) = raise(Puppet::Error, 'not available here')

      # Returns the ID of a user or group.
      def uid(name) = id(name) { ::Etc.getpwnam(name).uid }
      def gid(name) = id(name) { ::Etc.getgrnam(name).gid }

      def withenv(variables, *_)
        old = ENV.to_h
        variables.each { |name, value| ENV[name.to_s] = value }
        yield
      ensure
        ENV.replace(old) if old
      end

      private

      def id(name) = name.is_a?(Integer) || name.to_s.match?(/\A\d+\z/) ? name.to_i : (yield rescue nil)
    end

    # Classes that include the module have these functions as private methods.
    %i[absolute_path? benchmark deterministic_rand deterministic_rand_int exit_on_fail get_env get_environment merge_environment path_to_uri
       rfc2396_escape safe_posix_fork set_env symbolizehash thinmark uri_encode uri_query_encode uri_to_path uri_unescape which
       withenv].each do |name|
      private(define_method(name) { |*given, &block| Util.public_send(name, *given, &block) })
    end
  end

  # Reads, writes and examines files.
  module FileSystem
    class << self
      %i[exist? file? directory? symlink? executable? writable? readlink stat lstat size].each do |name|
        define_method(name) { |path| File.public_send(name, path.to_s) }
      end

      def children(path) = Pathname.new(path.to_s).children
      def dir(path) = Pathname.new(path.to_s).dirname
      def dir_string(path) = File.dirname(path.to_s)
      def dir_exist?(path) = File.exist?(dir_string(path))
      def dir_mkpath(path) = mkpath(dir_string(path))
      def mkpath(path) = FileUtils.mkdir_p(path.to_s) && nil
      def basename(path) = File.basename(path.to_s)
      alias basename_string basename
      def path_string(path) = path.to_s
      def pathname(path) = Pathname.new(path)
      def assert_path(path) = Pathname.new(path)
      def expand_path(path, *rest) = File.expand_path(path.to_s, *rest)
      def each_line(path, &block) = File.open(path.to_s) { |file| file.each_line(&block) }
      def binread(path) = File.binread(path.to_s)
      def read(path, options = {}) = File.read(path.to_s, **options)
      def read_preserve_line_endings(path) = File.binread(path.to_s).force_encoding('UTF-8').delete_prefix("\uFEFF")
      def compare_stream(path, stream) = File.binread(path.to_s) == stream.read
      def touch(path, mtime: nil) = FileUtils.touch(path.to_s, mtime: mtime)
      def chmod(mode, path) = FileUtils.chmod(mode, path.to_s)
      def unlink(*paths) = File.unlink(*paths.map(&:to_s))
      def symlink(path, link, force: false, **_) = FileUtils.ln_s(path.to_s, link.to_s, force: force)
      def exclusive_create(path, mode, &block) = File.open(path.to_s, File::CREAT | File::EXCL | File::WRONLY, mode, &block)
      def overlay(*_) = yield

      def open(path, mode = nil, options = 'r', &block)
        mode ? File.open(path.to_s, options, mode, &block) : File.open(path.to_s, options, &block)
      end

      # Replaces a file in one step: writes a new file beside it, and renames that.
      def replace_file(path, mode = nil)
        made = "#{path}#{Process.pid}"
        File.open(made, File::CREAT | File::TRUNC | File::WRONLY, mode || 0o644) { |file| yield file }
        File.rename(made, path.to_s).then { 0 }
      end
    end
  end

  module FileSystem
    # A temporary file with a unique name.
    class Uniquefile
      def self.open_tmp(name)
        file = new(name)
        yield file
      ensure
        file&.close!
      end

      def initialize(name, folder = Dir.tmpdir, **_)
        require 'tempfile'
        @file = Tempfile.new(name, folder)
      end

      def method_missing(name, ...) = @file.respond_to?(name) ? @file.public_send(name, ...) : super
      def respond_to_missing?(name, all = false) = @file.respond_to?(name, all)
      def close!(...) = @file.close!(...)
      def path = @file.path
    end
  end

  # Finds users and groups.
  module Etc
    def self.method_missing(name, ...) = ::Etc.respond_to?(name) ? ::Etc.public_send(name, ...) : super
    def self.respond_to_missing?(name, all = false) = ::Etc.respond_to?(name, all)
  end
end

module Bunraku
  def self.digest(name) = OpenSSL::Digest.const_get(name)
end
