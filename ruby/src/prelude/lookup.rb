# Provides lookups: adapters, invocations and keys. The compilation finds the values.

module Puppet
  module Pops
    # Looks up data.
    module Lookup
      LOOKUP_OPTIONS = 'lookup_options'
      GLOBAL = '__global__'

      # A parsed key: a name, and the segments of the path into its value.
      class LookupKey
        PART = /'[^']*'|"[^"]*"|[^.'"]+/
        attr_reader :root_key, :segments, :module_name

        def initialize(key)
          root, *segments = parts(key.to_s)
          @key = key
          @root_key = root.freeze
          @segments = segments.empty? ? nil : segments.map { |one| one.match?(/\A\d+\z/) ? one.to_i : one }.freeze
          @module_name = root.include?('::') ? root.delete_prefix('::').split('::').first.freeze : nil
        end

        def to_s = @key.to_s
        def to_a = [root_key, *segments].freeze
        def ==(other) = other.is_a?(LookupKey) && other.to_a == to_a
        alias eql? ==
        def hash = to_a.hash

        # Returns the part of the name's value to which the segments lead.
        def dig(_invocation, value)
          (segments || []).inject(value) do |found, segment|
            at = found.is_a?(Array) || (found.is_a?(Hash) && found.key?(segment)) ? segment : segment.to_s
            found = found[at]
            throw(:no_such_key) if found.nil?
            found
          end
        end

        # Returns nested hashes in which the segments lead to the given value.
        def undig(value) = (segments || []).reverse.inject(value) { |inner, segment| { segment => inner } }

        private

        def parts(key)
          return [key] unless key.match?(/[.'"]/)

          all = key.scan(PART)
          unless all.join('.') == key
            raise Puppet::DataBinding::LookupError, "Syntax error in string: #{key}"
          end
          all.map { |one| one.delete_prefix(one[/\A['"]/].to_s).delete_suffix(one[/['"]\z/].to_s) }
        end
      end

      # The data of a compilation, by name.
      class DataAdapter < Adaptable::Adapter
        def self.create_adapter(_compiler) = new

        def initialize = @data = {}
        def [](name) = @data[name]
        def include?(name) = @data.include?(name)
        def []=(name, value)
          @data[name] = value
        end
      end

      # Looks up values. May have its own global configuration.
      class LookupAdapter < DataAdapter
        MERGE = 'merge'
        CONVERT_TO = 'convert_to'
        NEW = 'new'

        def self.create_adapter(compiler) = new(compiler)

        def initialize(compiler)
          super()
          @compiler = compiler
        end

        def lookup(key, invocation, merge) = step('all', key, invocation, merge)
        def lookup_global(key, invocation, strategy) = step('global', key, invocation, strategy)
        def lookup_in_environment(key, invocation, strategy) = step('environment', key, invocation, strategy)
        # Searches the module that the invocation names.
        def lookup_in_module(key, invocation, strategy)
          invocation.module_name ? step('module', key, invocation, strategy) : throw(:no_such_key)
        end

        def lookup_default_in_module(key, invocation)
          invocation.module_name ? step('defaults', key, invocation, nil) : throw(:no_such_key)
        end

        def has_environment_data_provider?(invocation) = ask('environment_data', '', invocation, nil).any?
        def lookup_lookup_options(key, invocation) = ask('options', key, invocation, nil).first
        def lookup_merge_options(key, invocation) = lookup_lookup_options(key, invocation)&.[](MERGE)

        # Converts the value of the block to the type that the option `convert_to` of the key names.
        def convert_result(key, options, _invocation, value)
          found = value.call
          kind, *arguments = options && options[CONVERT_TO]
          return found if kind.nil?

          begin
            kind = Bunraku.ask(:type, kind) if kind.is_a?(String)
            Bunraku.call('new', [kind, found, *arguments])
          rescue StandardError => error
            raise Puppet::DataBinding::LookupError, "The convert_to lookup_option for key '#{key}' raised error: #{error.message}"
          end
        end

        def global_only? = @global_only ? true : false
        def set_global_only = @global_only = true
        def set_global_hiera_config_path(path) = @path = path
        def global_hiera_config_path = @path ? Pathname.new(@path) : Pathname.new(Puppet[:hiera_config])

        # Returns the fields of a question that select the configuration and the layers to search.
        def source(invocation) = [@path&.to_s, invocation.global_only?]

        private

        def step(what, key, invocation, merge)
          found = ask(what, key, invocation, merge)
          found.empty? ? throw(:no_such_key) : found.first
        end

        def ask(what, key, invocation, merge)
          merge = merge.configuration if merge.is_a?(MergeStrategy::Strategy)
          merge = nil if merge == 'default'
          Bunraku.ask(:lookup_step, *source(invocation), what, key.to_s, merge.is_a?(Symbol) ? merge.to_s : merge,
                      *[invocation.override_values, invocation.default_values].map { |one| one.empty? ? nil : one })
        end
      end

      # One lookup, including the lookups that it causes.
      class Invocation
        class << self
          attr_accessor :current
        end

        attr_reader :scope, :override_values, :default_values, :explainer, :module_name, :top_key, :adapter_class,
                    :hiera_v3_location_overrides

        def initialize(scope, override_values = EMPTY_HASH, default_values = EMPTY_HASH, explainer = nil, adapter_class = nil)
          @scope = scope
          @override_values = override_values
          @default_values = default_values
          @explainer = explainer unless [true, false].include?(explainer)
          @adapter_class = adapter_class || LookupAdapter
        end

        def lookup_adapter = @adapter ||= adapter_class.adapt(scope.compiler)
        def global_only? = @global_only || lookup_adapter.global_only? ? true : false
        def set_global_only = @global_only = true
        def global_hiera_config_path = lookup_adapter.global_hiera_config_path
        def hiera_xxx_call? = @hiera_xxx_call ? true : false
        def set_hiera_xxx_call = @hiera_xxx_call = true
        def hiera_v3_merge_behavior? = @hiera_v3_merge_behavior ? true : false
        def set_hiera_v3_merge_behavior = @hiera_v3_merge_behavior = true
        def set_hiera_v3_location_overrides(overrides) = @hiera_v3_location_overrides = [overrides].flatten
        def explain_options? = false
        def only_explain_options? = false
        def with(_type, _qualifier) = yield
        def without_explain = yield
        def with_scope(_scope) = yield
        def check(_name) = yield
        def emit_debug_info(_preamble) = nil
        def remember_scope_lookup(*) = nil

        def lookup(key, module_name = nil)
          outer = @module_name
          @top_key = key
          @module_name = module_name
          yield
        ensure
          @module_name = outer
        end

        %i[report_merge_source report_text report_not_found report_module_not_found report_module_provider_not_found
           report_found_in_overrides report_found_in_defaults report_found report_result report_location_not_found].each do |name|
          define_method(name) { |*given| given[1] || (given[0] if name == :report_result) }
        end
      end

      module HieraConfig
        # Converts keys that are Symbols to texts.
        def self.symkeys_to_string(value)
          case value
          when Hash then value.to_h { |name, one| [name.is_a?(Symbol) ? name.to_s : name, symkeys_to_string(one)] }
          when Array then value.map { |one| symkeys_to_string(one) }
          else value
          end
        end
      end

      class << self
        def lookup(name, type, default, has_default, merge, invocation, &block)
          options = { 'name' => name }
          options['value_type'] = type if type
          options['merge'] = merge if merge
          options['default_value'] = default if has_default && !block
          options['override'] = invocation.override_values unless invocation.override_values.empty?
          options['default_values_hash'] = invocation.default_values unless invocation.default_values.empty?
          return Bunraku.call('lookup', [options], &block) if block

          Bunraku.ask(:lookup, *invocation.lookup_adapter.source(invocation), options)
        end

        # Looks up a name in all layers.
        def search_and_merge(name, invocation, merge, _apl = true)
          return nil if name == LOOKUP_OPTIONS

          invocation.lookup_adapter.lookup(name, invocation, merge)
        end
      end
    end
  end
end
