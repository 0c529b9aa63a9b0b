# Provides tags and log messages.

module Puppet
  module Util
    # The tags of a resource or of a catalog.
    class TagSet < ::Set
      def join(*arguments) = to_a.join(*arguments)
      def to_data_hash = to_a
      def self.from_data_hash(list) = new(list)
    end

    # The mixin of objects that can be tagged.
    module Tagging
      ValidTagRegex = /\A[[:alnum:]_][[:alnum:]_:.-]*\Z/

      def self.valid?(name) = name.is_a?(String) && ValidTagRegex.match?(name)

      # Adds tags, each with the parts of its name.
      def tag(*names)
        names.flatten.each { |name| Bunraku.split_tag(name).each { |part| tags << part } }
      end

      def tag_if_valid(name)
        tag(name) if valid_tag?(name)
      end

      def tags = @tags ||= TagSet.new

      def tags=(names)
        @tags = TagSet.new
        tag(*(names.is_a?(String) ? names.strip.split(/\s*,\s*/) : names)) unless [nil, ''].include?(names)
      end

      def set_tags(other) = @tags = other.tags.dup
      def merge_tags_from(other) = tags.merge(other.tags)
      def merge_into(all) = all.merge(tags)
      def tagged?(*names) = raw_tagged?(names.map { |name| name.to_s.downcase })
      def raw_tagged?(names) = names.any? { |name| tags.include?(name) }
      def valid_tag?(name) = name.is_a?(String) ? name =~ ValidTagRegex : nil
    end

    # A message of the log.
    class Log
      attr_accessor :level, :message, :source, :time, :file, :line, :tags

      class << self
        def create(options) = new(options)
        def level = :notice
        def levels = LEVELS.dup
        def eachlevel(&block) = LEVELS.each(&block)
        def validlevel?(level) = LEVELS.include?(level)
        def sendlevel?(level) = (LEVELS.index(level) || -1) >= LEVELS.index(self.level)
        def destinations = {}
        def newmessage(_message) = nil
        def newdestination(_destination) = nil
      end

      # Creates a message, and logs it unless it has been logged already.
      def initialize(options)
        level = options[:level] or raise ArgumentError, 'Puppet::Util::Log requires a log level'
        @level = level.to_sym
        raise ArgumentError, "Invalid log level #{level}" unless LEVELS.include?(@level)

        @tags = TagSet.new([@level.to_s])
        @message = options[:message].to_s
        @source = options[:source]&.to_s || 'Puppet'
        @time = ::Time.now
        @file = options[:file] if options[:file]
        @line = options[:line] if options[:line]
        Bunraku.ask(:log, @level, options[:source]&.to_s, @message) unless options[:is_logged]
      end

      def to_s = message
      def to_report = "#{time} #{source} (#{level}): #{self}"
      def to_data_hash = { 'level' => level.to_s, 'message' => message, 'source' => source, 'tags' => tags.to_a, 'file' => file, 'line' => line }
    end
  end
end
