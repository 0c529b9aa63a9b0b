# Provides values of the Puppet language that Ruby does not have. A value that came from the evaluation has the number
# under which the evaluation keeps it.

module Puppet
  module Pops
    module Types
      module PuppetObject; end
    end
  end
end

module Bunraku
  # A value that the evaluation keeps. The mixin has the name of Puppet's own.
  Kept = Puppet::Pops::Types::PuppetObject

  module Kept
    attr_reader :handle

    # The instance variables that only serve the communication with the evaluation.
    BRIDGE = %i[@handle @text @parts @number @uri].freeze

    def to_s = @text.to_s
    def own_variables = instance_variables - BRIDGE

    def inspect
      address = Object.instance_method(:to_s).bind_call(self)[/0x\h+/]
      "#<#{self.class}:#{address}#{own_variables.map { |one| " #{one}=#{instance_variable_get(one).inspect}" }.join(',')}>"
    end

    def encode_with(coder) = own_variables.each { |one| coder[one.to_s.delete_prefix('@')] = instance_variable_get(one) }
    def ==(other) = equal?(other) || (other.is_a?(Kept) && other.class == self.class && other.to_s == to_s)
    alias eql? ==
    def hash = to_s.hash
  end

  # The form in which a kept value is sent to the evaluation. `Made` is a value that only the evaluation can create, and
  # `Foreign` one that it does not know.
  class Reference
    def initialize(handle) = @handle = handle
  end

  class Made
    def initialize(kind, value)
      @kind = kind
      @value = value
    end
  end

  class Foreign
    def initialize(value)
      @class = value.class.name || value.class.to_s
      @text = Bunraku.utf8(value.to_s)
    end
  end

  # A value of an Object type. Each attribute is a method.
  class Instance
    include Kept

    def method_missing(name, *arguments, &block)
      Bunraku.ask(:method, self, name.to_s, arguments, &block)
    end

    def respond_to_missing?(name, _all = false) = Bunraku.ask(:method?, self, name.to_s)
    def class = Bunraku.class_of_object(type_name)
    def type_name = @number ||= Bunraku.ask(:infer, self, false).to_s[/\A[\w:]+/]
    def _pcore_type = Bunraku.ask(:infer, self, false)
    def _pcore_init_hash = Bunraku.ask(:given, self)
    def _pcore_contents = nil
    def _pcore_all_contents(_path) = nil
    def to_ary = nil
    def to_str = nil
    def to_hash = nil
    def [](name) = Bunraku.ask(:method, self, name.to_s, [])
  end

  # A URI with the methods of Ruby's class `URI`.
  class Uri
    include Kept

    def method_missing(name, ...) = uri.send(name, ...)
    def respond_to_missing?(name, all = false) = uri.respond_to?(name, all)
    def inspect = uri.inspect
    def class = uri.class

    def uri
      @uri ||= URI(@text)
    end
  end

  class << self
    # Returns the class of the values of an Object type. As in Puppet, each type has its own class.
    def class_of_object(name)
      @classes ||= { 'Error' => Puppet::DataTypes::Error }
      @classes[name] ||= Class.new { include Kept }
    end

    # Converts a text to UTF-8. Bytes, and a text that cannot be converted, stay bytes; catalogs show them as Binary.
    def utf8(text)
      [Encoding::UTF_8, Encoding::US_ASCII, Encoding::BINARY].include?(text.encoding) ? text : text.encode('UTF-8')
    rescue EncodingError
      text.b
    end

    # Converts a value to the form in which it is sent to the evaluation.
    def out(value)
      case value
      when nil, true, false, Integer, Float then value
      when String then plain(value)
      when Symbol then value == :undef ? nil : value
      when Array then value.map { |item| out(item) }
      when Hash then value.each_with_object({}) { |(key, item), all| all[out(key)] = out(item) }
      when Regexp then Regexp.new(plain(value.source), value.options)
      when Kept then value.handle ? Reference.new(value.handle) : value.made
      else foreign(value)
      end
    end

    def foreign(value)
      case value
      when URI then Made.new(:Uri, value.to_s)
      else Foreign.new(value)
      end
    end

    # Returns a text as a plain String without instance variables, in an encoding that the evaluation supports.
    def plain(text)
      text = utf8(text)
      text.instance_of?(String) && text.instance_variables.empty? ? text : String.new(text, encoding: text.encoding)
    end
  end
end

module SemanticPuppet
  class Version
    include Bunraku::Kept
    include Comparable
    attr_reader :major, :minor, :patch, :prerelease, :build

    class ValidationFailure < ArgumentError; end
    PATTERN = /\A(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?\z/

    def self.parse(text)
      raise ValidationFailure, "Unable to parse '#{text}' as a semantic version identifier" unless valid?(text)

      allocate.tap { |version| version.send(:read, text) }
    end

    def self.new(major, minor, patch, prerelease = nil, build = nil)
      numbers = [major, minor, patch].join('.')
      numbers += "-#{Array(prerelease).join('.')}" if prerelease
      numbers += "+#{Array(build).join('.')}" if build
      parse(numbers)
    end

    def self.valid?(text) = PATTERN.match?(text.to_s)

    def <=>(other)
      other = Version.parse(other) if other.is_a?(String)
      Bunraku.call('compare', [self, other])
    end

    %i[major minor patch prerelease build].each do |part|
      define_method(part) { read(@text) unless @major; instance_variable_get(:"@#{part}") }
    end

    def next(part)
      case part
      when :major then Version.parse("#{major + 1}.0.0")
      when :minor then Version.parse("#{major}.#{minor + 1}.0")
      else Version.parse("#{major}.#{minor}.#{patch + 1}")
      end
    end

    def encode_with(coder) = %i[major minor patch prerelease build].each { |part| coder[part.to_s] = public_send(part) }
    def stable? = prerelease.nil?
    def inspect = to_s
    def made = Bunraku::Made.new(:SemVer, to_s)
    def hash = to_s.hash
    def eql?(other) = other.is_a?(Version) && to_s == other.to_s
    def ==(other) = other.is_a?(Version) && (self <=> other).zero?

    private

    def read(text)
      @text = text
      parts = PATTERN.match(text).captures
      @major, @minor, @patch = parts[0, 3].map(&:to_i)
      @prerelease, @build = parts[3, 2]
    end
  end

  class VersionRange
    include Bunraku::Kept

    def self.parse(text, *_)
      Bunraku.call('new', [Bunraku.ask(:type, 'SemVerRange'), text])
    rescue Puppet::Error, ArgumentError
      raise ArgumentError, "Unparsable version range: #{text.inspect}"
    end

    def include?(version) = Bunraku.ask(:matches, self, version.is_a?(String) ? Version.parse(version) : version)
    alias === include?
    alias cover? include?
    alias member? include?

    %w[begin end ranges exclude_begin? exclude_end?].each do |name|
      define_method(name) { Bunraku.ask(:method, self, name, []) }
    end

    def intersection(other)
      raise ArgumentError, 'value must be a SemanticPuppet::VersionRange' unless other.is_a?(VersionRange)

      Bunraku.ask(:method, self, 'intersection', [other])
    end
    alias & intersection
    def inspect = Bunraku.ask(:inspect, self)
    def made = Bunraku::Made.new(:SemVerRange, to_s)
  end
end

module Puppet
  module Pops
    module Lookup
      # The context that the function of a hierarchy level gets.
      class Context
        include Bunraku::Kept

        def not_found = throw(:no_such_key)
        def environment_name = Puppet.lookup(:current_environment).name
        def module_name = @module_name
        def interpolate(value) = plain?(value) ? copy(value) : Bunraku.ask(:method, self, 'interpolate', [value])

        def cache(key, value)
          CACHES[@number][key] = value if @number
          # a key of another class cannot exist in the Puppet language
          Bunraku.ask(:method, self, 'cache', [key, value]) if KEYS.any? { |kind| kind === key }
          value
        end

        def cache_all(hash)
          hash.each { |key, value| cache(key, value) }
          nil
        end

        def cache_has_key(key) = own? ? CACHES[@number].key?(key) : Bunraku.ask(:method, self, 'cache_has_key', [key])
        def cached_value(key) = own? ? CACHES[@number][key] : Bunraku.ask(:method, self, 'cached_value', [key])
        def explain(&block) = Bunraku.ask(:method, self, 'explain', [], &block)
        def cached_entries(&block) = Bunraku.ask(:entries, self).then { |all| block ? all.each(&block) && nil : all }

        FILES = {}
        # The caches of contexts by number. Only a context that no Puppet code has used has a number here.
        CACHES = Hash.new { |all, number| all[number] = {} }
        KEYS = [String, Numeric, Regexp, true, false, nil].freeze
        private_constant :CACHES, :KEYS

        # Returns whether only Ruby code can have changed the cache.
        def own? = @number && !Bunraku.has_called?

        # Returns whether a value contains nothing to interpolate.
        def plain?(value)
          case value
          when String then !value.include?('%{')
          when Array then value.all? { |item| plain?(item) }
          when Hash then value.all? { |name, item| plain?(name) && plain?(item) }
          when nil, true, false, Integer, Float then true
          else false
          end
        end

        def copy(value)
          case value
          when Array then value.map { |item| copy(item) }
          when Hash then value.transform_values { |item| copy(item) }
          else value
          end
        end
        private :own?, :plain?, :copy

        # Returns the block's value for the content of a file, and keeps it until the file changes. Without a block,
        # returns the content.
        def cached_file_data(path)
          unless path.is_a?(String) || path.is_a?(Pathname)
            raise ArgumentError, "FileSystem implementation expected Pathname, got: '#{path.class}'"
          end

          time = File.stat(path).mtime
          kept = FILES[path] ||= [nil, nil]
          return kept[1] if block_given? && kept[0] == time

          content = File.read(path, encoding: 'UTF-8')
          return content unless block_given?

          FILES[path] = [time, yield(content)]
          FILES[path][1]
        end

        def made = nil
      end
    end
  end

  module Pops
    module Evaluator
      # The jumps that end blocks of the Puppet language.
      class Jumper < Exception; end
      class Next < Jumper; end
      class Return < Jumper; end
      class PuppetStopIteration < StopIteration; end

      # A lambda.
      class Closure
        include Bunraku::Kept

        Parameter = Struct.new(:name, :occurs) do
          def captures_rest = occurs == :rest
        end

        def parameters=(list)
          @parameters = list.map { |occurs, name| Parameter.new(name.to_s, occurs) }
        end

        attr_reader :parameters

        def call(*arguments) = Bunraku.ask(:yield, self, arguments)
        def closure_name = 'lambda'
        def parameter_names = parameters.map(&:name)
        def type = Bunraku.ask(:infer, self, true)
        alias params_type type
        def made = nil
      end

      class Closure::Dynamic < Closure; end

      # The block that a function gets for a lambda. It has the lambda's parameters and arity.
      class PuppetProc < Proc
        attr_reader :closure

        def initialize(closure, &)
          super(&)
          @closure = closure
        end

        def parameters = closure.parameters.map { |one| [one.occurs, one.name.to_sym] }

        def arity
          required = parameters.count { |occurs, _| occurs == :req }
          required == parameters.size ? required : -required - 1
        end
      end
    end

    module Time
      class Timed
        include Bunraku::Kept
        include Comparable

        attr_reader :nsecs

        def <=>(other) = other.is_a?(Timed) ? nsecs <=> other.nsecs : (to_f <=> other if other.is_a?(Numeric))
        def to_i = nsecs / 1_000_000_000
        def to_int = to_i
        def to_f = nsecs / 1_000_000_000.0
        def hash = nsecs.hash
        def eql?(other) = other.class == self.class && other.nsecs == nsecs
        def ==(other) = other.class == self.class && other.nsecs == nsecs
        def to_s = @text ||= Bunraku.ask(:text, self)
        def made = Bunraku::Made.new(self.class.name.split('::').last.to_sym, @nsecs)
        def format(*arguments) = Bunraku.ask(:call, 'strftime', [self, *arguments])
        def +(other) = of(nsecs + nanoseconds(other))
        def self.new(nsecs) = of(nsecs)
        def self.of(nsecs) = allocate.tap { |time| time.instance_variable_set(:@nsecs, nsecs) }
        def self.from_hash(hash) = Bunraku.ask(:call, 'new', [Bunraku.ask(:type, name.split('::').last), hash])
        def self.parse(text, *rest) = Bunraku.ask(:call, 'new', [Bunraku.ask(:type, name.split('::').last), text, *rest])

        private

        def of(nsecs) = self.class.of(nsecs)
        def nanoseconds(other) = other.is_a?(Timed) ? other.nsecs : (other * 1_000_000_000).to_i
      end

      class Timestamp < Timed
        def self.now = of((::Time.now.to_r * 1_000_000_000).to_i)
        def self.from_time(time) = of((time.to_r * 1_000_000_000).to_i)
        def -(other) = other.is_a?(Timestamp) ? Timespan.of(nsecs - other.nsecs) : of(nsecs - nanoseconds(other))
        def to_time = ::Time.at(0, nsecs, :nanosecond).utc
      end

      class Timespan < Timed
        def self.from_fields(negative, days, hours, minutes, seconds, milliseconds = 0, microseconds = 0, nanoseconds = 0)
          whole = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
          nsecs = ((whole * 1000 + milliseconds) * 1000 + microseconds) * 1000 + nanoseconds
          of(negative ? -nsecs : nsecs)
        end

        def -(other) = of(nsecs - nanoseconds(other))
        def to_hash = { 'days' => days, 'hours' => hours, 'minutes' => minutes, 'seconds' => seconds }
        def days = nsecs.abs / 86_400_000_000_000
        def hours = nsecs.abs / 3_600_000_000_000 % 24
        def minutes = nsecs.abs / 60_000_000_000 % 60
        def seconds = nsecs.abs / 1_000_000_000 % 60
      end
    end

    module Types
      class PSensitiveType
        # A value that must not be shown.
        class Sensitive
          include Bunraku::Kept

          def initialize(value) = @value = value
          def unwrap = @value
          def to_s = 'Sensitive [value redacted]'
          def inspect = '#<Sensitive [value redacted]>'
          def made = Bunraku::Made.new(:Sensitive, Bunraku.out(@value))
          def ==(other) = other.is_a?(Sensitive) && other.unwrap == unwrap
          alias eql? ==
          def hash = @value.hash
        end
      end

      class PBinaryType
        # Bytes.
        class Binary
          include Bunraku::Kept

          def self.from_base64(text) = new(text.unpack1('m'))
          def self.from_base64_strict(text) = new(text.unpack1('m0'))
          def self.from_string(text) = new(text.encode('UTF-8').b)
          def self.from_binary_string(text) = new(text.b)
          def initialize(bytes) = @binary_buffer = bytes.b
          def binary_buffer = @binary_buffer
          def to_s = [@binary_buffer].pack('m0')
          def relaxed_to_s = [@binary_buffer].pack('m')
          def length = @binary_buffer.bytesize
          def made = Bunraku::Made.new(:Binary, @binary_buffer)
        end
      end
    end
  end
end
