# Provides merge strategies, the texts of resources, and evaluation of Puppet code from Ruby.

module Puppet
  module Pops
    # The strategies that merge the values of a key that several sources have.
    module MergeStrategy
      class << self
        def strategy(merge)
          return DefaultMergeStrategy::INSTANCE unless merge
          return merge if merge.is_a?(Strategy)

          kind, given = Bunraku.ask(:merge_strategy, texts(merge))
          found = strategies.fetch(kind.to_sym)
          merge.is_a?(Hash) && merge.size > 1 ? found.new(given) : found::INSTANCE
        end

        def strategies
          { first: FirstFoundStrategy, hash: HashMergeStrategy, unique: UniqueMergeStrategy, deep: DeepMergeStrategy,
            unconstrained_deep: UnconstrainedDeepMergeStrategy, reverse_deep: ReverseDeepMergeStrategy }
        end

        # Converts a name that is a Symbol to a text.
        def texts(merge) = merge.is_a?(Symbol) ? merge.to_s : merge
        private :texts

        def strategy_keys = %i[first hash unique deep]
      end

      # The methods of all strategies.
      module Strategy
        attr_reader :options

        def initialize(options = {}) = @options = options
        def key = self.class.key
        def merge_single(value) = value
        def configuration = options.empty? ? key.to_s : { 'strategy' => key.to_s }.merge(options)
        def merge(one, other) = Bunraku.ask(:merge, { 'strategy' => key.to_s }.merge(options), one, other)

        # Merges the values that the block returns for the variants. It throws `:no_such_key` if a variant has none.
        def lookup(variants, _invocation, &block)
          found = values(variants, &block)
          throw(:no_such_key) if found.empty?
          return merge_single(found[0]) if found.size == 1

          found.drop(1).inject(found[0]) { |merged, value| merge(merged, value) }
        end

        private

        def values(variants)
          variants.each_with_object([]) do |variant, all|
            catch(:no_such_key) { all << yield(variant) }
          end
        end
      end
    end

    class FirstFoundStrategy
      include MergeStrategy::Strategy
      INSTANCE = new
      def self.key = :first
      def merge(*) = raise(NotImplementedError, "Subclass must implement 'checked_merge(e1,e2)'")

      def lookup(variants, _invocation)
        variants.each { |variant| catch(:no_such_key) { return yield(variant) } }
        throw :no_such_key
      end
    end

    class DefaultMergeStrategy < FirstFoundStrategy
      INSTANCE = new
      def self.key = :default
      def configuration = 'default'
    end

    class HashMergeStrategy
      include MergeStrategy::Strategy
      INSTANCE = new
      def self.key = :hash
    end

    class UniqueMergeStrategy
      include MergeStrategy::Strategy
      INSTANCE = new
      def self.key = :unique
      def merge_single(value) = value.is_a?(Array) ? value.flatten.uniq : [value]
    end

    class DeepMergeStrategy
      include MergeStrategy::Strategy
      INSTANCE = new
      def self.key = :deep
    end

    class UnconstrainedDeepMergeStrategy < DeepMergeStrategy
      INSTANCE = new
      def self.key = :unconstrained_deep
    end

    class ReverseDeepMergeStrategy < UnconstrainedDeepMergeStrategy
      INSTANCE = new
      def self.key = :reverse_deep
    end

    # Code of the Puppet language.
    module Model
      # A parsed text that can be evaluated.
      class Program
        def initialize(source, file)
          @source_text = source
          @source_ref = file.to_s
        end

        attr_reader :source_text, :source_ref
      end
    end

    module Parser
      # Evaluates code of the Puppet language.
      class EvaluatingParser
        def self.singleton = @singleton ||= new
        def self.quote(text) = "\"#{text.gsub(/[\\"]/) { |char| "\\#{char}" }}\""
        def quote(text) = self.class.quote(text)

        def parse_string(text, file = nil)
          Bunraku.ask(:parse, text, file&.to_s)
          Model::Program.new(text, file)
        end

        def parse_file(file) = parse_string(::File.read(file, encoding: 'UTF-8'), file)
        def evaluate(scope, model) = model && Bunraku.ask(:evaluate, scope.number, model.source_text, model.source_ref)
        def evaluate_string(scope, text, file = nil) = evaluate(scope, parse_string(text, file))
        def evaluate_file(scope, file) = evaluate(scope, parse_file(file))
      end
    end
  end

  class Resource
    # Returns the resource as a resource expression of the Puppet language.
    def to_manifest
      name = title.to_s.gsub("'") { "\\'" }
      "#{type.downcase} { '#{name}':\n#{attribute_lines { |attribute, value| "  #{attribute} => #{value},\n" }}}"
    end

    # Returns the resource as YAML text in the form of data for `create_resources`.
    def to_hierayaml
      "  #{title}:\n#{attribute_lines { |name, value| "    #{name}: #{value}\n" }}"
    end

    private

    # Joins the results of the block for the attributes in the order of their names, `ensure` first.
    def attribute_lines
      shown = shown_attributes
      width = shown.keys.map { |name| name.to_s.length }.max
      names = shown.keys.sort_by(&:to_s)
      names.unshift(names.delete(:ensure)) if names.include?(:ensure)
      names.map { |name| yield(name.to_s.ljust(width), Puppet::Parameter.format_value_for_display(shown[name])) }.join
    end

    def shown_attributes = own
  end

  module Parser
    class Resource
      private

      # Returns the attributes of a resource in the catalog, with their values as texts.
      def shown_attributes = parameters.transform_values(&:to_s)
    end
  end
end
