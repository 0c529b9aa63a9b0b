# Tracks values of the evaluation that Ruby code changes in place. The evaluation itself never changes a value.
# Therefore this code sends it the new contents of each changed text, array or hash, and the evaluation assigns the new
# value to all variables that had the old one.

module Bunraku
  # A value of the evaluation, with the number under which the evaluation keeps it. Its parts are the value itself and
  # all texts, arrays and hashes inside it, in that order. A shallow copy of each part shows whether the part changed.
  class Watched
    attr_reader :value, :parts

    def initialize(number, value, parts)
      @number = number
      @value = value
      look(parts)
    end

    def look(parts = Changes.parts(@value, []))
      @parts = parts
      @copies = @parts.map(&:dup)
      @hash = (@value.is_a?(Kept) ? @value.unwrap : @value).hash
    end

    # Returns the indices of the parts that have changed.
    def changed
      value = @value.is_a?(Kept) ? @value.unwrap : @value
      return [] if @hash == value.hash

      @parts.each_index.select { |at| !same?(@parts[at], @copies[at]) }
    end

    def add_places(places) = @parts.each_with_index { |part, at| places[part] ||= [@number, at] }

    private

    def same?(one, copy)
      case one
      when String then one == copy
      when Array then one.size == copy.size && one.each_index.all? { |at| one[at].equal?(copy[at]) }
      else one.size == copy.size && one.all? { |name, item| copy.key?(name) && copy[name].equal?(item) }
      end
    end
  end

  # The reference that stands for a watched part when it is sent to the evaluation.
  class WatchedPart
    include Kept

    def initialize(place) = @place = place
    def made = Made.new(:Watched, @place)
  end

  module Changes
    # Methods that may change their receiver.
    METHODS = %w[append clear concat delete delete_at delete_if fill force_encoding insert keep_if
                 pop prepend push rehash replace send public_send setbyte shift store unshift update].freeze
    CODE = /<<|\w!(?!=)|\]\s*(?:\*\*|\|\||&&|<<|[-+*\/|&^%])?=(?![=~>])|\.(?:#{METHODS.join('|')})\b|\beval\b|\binstance_eval\b|\bfrozen\?|function_|\brequire_relative\b|puppet_?x/i

    class << self
      # Returns whether code, given as text, may change the values that it gets.
      def in?(code) = CODE.match?(code)

      def parts(value, all)
        case value
        when String then all << value if value.instance_of?(String)
        when Array
          if value.instance_of?(Array)
            all << value
            value.each { |item| parts(item, all) }
          end
        when Hash
          if value.instance_of?(Hash)
            all << value
            value.each_value { |item| parts(item, all) }
          end
        when Puppet::Pops::Types::PSensitiveType::Sensitive then parts(value.unwrap, all)
        end
        all
      end

      def collection?(value) = value.instance_of?(Array) || value.instance_of?(Hash)

      def content(value, places)
        case value
        when String then value
        when Array then value.map { |item| part(item, places) }
        else value.map { |name, item| [name, *part(item, places)] }
        end
      end

      private

      def part(item, places) = places.key?(item) ? [true, *places[item]] : [false, item]
    end
  end

  class << self
    # Returns whether the running code may change values.
    def watching? = @is_watching

    # Runs code. `may_change` tells whether it may change values.
    def watching(may_change)
      outer = @is_watching
      count = watched.size
      @is_watching = outer || may_change
      yield
    ensure
      tell_changes unless watched.empty?
      watched.slice!(count..)
      @is_watching = outer
    end

    # Watches a value that the evaluation keeps under `number`. Freezes its parts at the indices `frozen`.
    def watch(number, value, frozen)
      return value if watched.any? { |one| one.value.equal?(value) }

      parts = Changes.parts(value, [])
      frozen.each { |at| parts[at]&.freeze }
      watched << Watched.new(number, value, parts) unless parts.all?(&:frozen?)
      value
    end

    # Converts a value that code returns. A watched part remains the same value for the evaluation.
    def known_part(value)
      return value if watched.empty? || !Changes.collection?(value)

      places = {}.compare_by_identity
      watched.each { |one| one.add_places(places) }
      places.key?(value) ? WatchedPart.new(places[value]) : value
    end

    # Sends the new contents of all changed values to the evaluation.
    def tell_changes
      changed = watched.map { |one| [one, one.changed] }.reject { |_, at| at.empty? }
      return if changed.empty?

      places = {}.compare_by_identity
      watched.each { |one| one.add_places(places) }
      contents = {}.compare_by_identity
      changed.each { |one, all| all.each { |at| contents[one.parts[at]] ||= Changes.content(one.parts[at], places) } }
      list = contents.map { |part, content| [*places[part], content] }
      watched.each(&:look)
      ask(:changed, list)
    end

    def watched = @watched ||= []
  end
end
