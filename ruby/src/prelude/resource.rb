# Provides resources, the catalog and its compiler, classes and defines. The evaluation owns their state; these objects
# ask it.

module Puppet
  # A reference to a resource, or a resource outside of a catalog.
  class Resource
    include Bunraku::Kept
    include Enumerable
    include Puppet::Util::Tagging

    attr_reader :type, :title
    attr_writer :exported
    attr_accessor :file, :line, :virtual, :strict, :sensitive_parameters
    attr_writer :kind
    attr_writer :catalog

    class << self
      # Returns the type and the title for arguments of which one may be a reference that contains both.
      def type_and_title(type, title)
        reference = type.nil? ? title : (type if title.nil?)
        if reference.is_a?(String) && (match = /^([^\[\]]+)\[(.+)\]$/m.match(reference))
          type, title = match.captures
        elsif title.nil? && type.is_a?(Resource)
          return [type.type, type.title]
        elsif title.nil?
          raise ArgumentError, "No title provided and #{type.inspect} is not a valid resource reference"
        end
        type = type.name if type.is_a?(Resource::Type) || (type.is_a?(Class) && type.respond_to?(:name))
        # the default is a class
        type = type.to_s.empty? ? 'Class' : capitalized(type.to_s)
        [type, type == 'Class' && title.is_a?(String) ? class_title(title) : title]
      end

      def capitalized(name) = name.split('::').map(&:capitalize).join('::')
      def class_title(title) = title == 'main' || title.empty? ? 'main' : capitalized(title.delete_prefix('::'))
    end

    def initialize(type, title = nil, attributes = {})
      @type, @title = Resource.type_and_title(type, title)
      # a resource is tagged with its type
      tag = @type.downcase
      raise Puppet::ParseError, "Invalid tag '#{tag}'" unless valid_tag?(tag)

      @own = {}
      @sensitive_parameters = []
      attributes = attributes.to_h
      %i[file line exported virtual strict kind catalog environment].each do |name|
        instance_variable_set(:"@#{name}", attributes[name]) if attributes.key?(name)
      end
      given = attributes[:parameters] || {}
      given.each { |*pair| pair.flatten(1).then { |name, value| name.is_a?(Parser::Resource::Param) ? self[name.name] = name.value : self[name] = value } }
    end

    def own = @own ||= {}
    def ref = "#{type}[#{title}]"
    alias to_s ref
    alias to_ref ref
    alias path ref
    def name = "#{type}/#{title}"
    def pos = nil
    def exported = @exported || false
    def [](name) = name.to_sym == :title ? title : own[name.to_sym]

    def []=(name, value)
      own[name.to_sym] = value
    end

    def parameters = own
    def set_parameter(name, value = nil) = name.is_a?(Parser::Resource::Param) ? self[name.name] = name.value : self[name] = value
    def delete(name) = own.delete(name.to_sym)
    def has_key?(name) = parameters.key?(name.to_sym)
    alias include? has_key?
    def each(&block) = parameters.each(&block)
    def keys = parameters.keys
    def length = parameters.length
    def empty? = parameters.empty?

    # Returns the attributes and values. The attribute that names the resource comes first.
    def to_hash
      values = plain_values.compact
      return composite_key.merge(values) if composite_type

      key = key_attributes.first
      values.key?(key) ? values : { key => title_value }.merge(values)
    end

    # Returns the value that the title gives to the attribute that names the resource. A path has no slash at its end.
    def title_value
      return title unless type == 'File' && title.is_a?(String)
      raise Puppet::Error, "No set of title patterns matched the title \"#{title}\"." if title.empty?

      title.match(%r{\A(/|.+?)/*\z}m)[1]
    end
    private :title_value

    def plain_values = own
    # Returns the parts of the type's name, and the title if it can be a tag.
    def tags
      @tags ||= Util::TagSet.new.tap do |all|
        Bunraku.tags_of_name(type).each { |tag| all << tag }
        Bunraku.tags_of_name(title).each { |tag| all << tag } if valid_tag?(title)
      end
    end

    def kind
      @kind ||= { 'native' => 'compilable_type', 'define' => 'defined_type' }.fetch(Bunraku.ask(:type_kind, type), 'unknown')
    end

    # Makes a resource from the result of `to_data_hash`.
    def self.from_data_hash(data)
      raise ArgumentError, 'No resource type provided in serialized data' unless data['type']
      raise ArgumentError, 'No resource title provided in serialized data' unless data['title']

      parameters = (data['parameters'] || {}).transform_keys(&:to_sym)
      new(data['type'], data['title'], parameters: parameters).tap { |one| one.send(:fill, data) }
    end

    def fill(data)
      @tags = Util::TagSet.new(data['tags'] || [])
      @kind = data['kind']
      @without_kind = !@kind
      %w[file line exported].each { |name| instance_variable_set("@#{name}", data[name]) if data[name] }
      @sensitive_parameters = (data['sensitive_parameters'] || []).map(&:to_sym)
    end
    private :fill

    def class? = type == 'Class'
    def stage? = type == 'Stage'
    def exported? = exported ? true : false
    def virtual? = virtual
    def strict? = strict ? true : false
    def builtin? = Bunraku.ask(:type_kind, type) == 'native'
    alias builtin_type? builtin?
    def key_attributes = composite_type ? composite_type.key_attributes : Bunraku.ask(:name_attributes, type).map(&:to_sym)
    def uniqueness_key = to_hash.values_at(*key_attributes.sort)

    # Returns the type if it is defined by a module and several attributes name its resources.
    def composite_type
      return @composite_type if defined?(@composite_type)

      kind = Bunraku.module_file?("puppet/type/#{type.downcase}") && Puppet::Type.type(type)
      @composite_type = kind && kind.key_attributes.size > 1 ? kind : nil
    end

    # Returns the values that the title gives to the attributes that name the resource.
    def composite_key
      pairs = composite_type.parse_title(title)
      raise Puppet::Error, "No set of title patterns matched the title \"#{title}\"." unless pairs

      pairs.to_h { |name, value| [name.to_sym, value] }
    end
    private :composite_type, :composite_key

    def valid_parameter?(name) = Bunraku.ask(:known_attribute?, type, title.to_s, name.to_s)

    def validate_parameter(name)
      raise Puppet::ParseError, "no parameter named '#{name}'" unless valid_parameter?(name)
    end

    def resource_type
      case Bunraku.ask(:type_kind, type)
      when 'native' then Puppet::Type.type(type)
      when 'class' then Bunraku.known_resource_types.hostclass(title.to_s)
      when 'node' then Bunraku.known_resource_types.node(title.to_s)
      else Bunraku.known_resource_types.definition(type)
      end
    end

    def catalog = @catalog
    def environment = @environment || Bunraku.environment
    def resolve = Bunraku.compiler.catalog.resource(type, title)
    def copy_as_resource = Resource.new(type, title, parameters: plain_values.dup)

    def to_data_hash
      data = { 'type' => type, 'title' => title.to_s, 'tags' => tags.to_a }
      data['file'] = file if file
      data['line'] = line if line
      data['exported'] = exported?
      data['kind'] = kind unless @without_kind
      values = plain_values.compact.to_h { |name, value| [name.to_s, Bunraku.shown_value(value)] }
      values.empty? ? data : data.merge('parameters' => values)
    end

    def to_json(*options) = to_data_hash.to_json(*options)
    def inspect = "#{ref}#{to_hash}"
    def made = Bunraku::Made.new(:Resource, [type, title])
    def ==(other) = other.is_a?(Resource) && other.type == type && other.title == title && other.to_hash == to_hash
    def eql?(other) = equal?(other)
    def hash = ref.hash

    # A class, a define, or a node definition.
    class Type
      include Puppet::Util::Errors

      attr_reader :type, :name, :arguments, :parent, :module_name, :file, :line
      attr_accessor :doc

      def initialize(kind, name, parameters = [], parent = nil, module_name = nil, file = nil, line = nil)
        @type = kind.to_sym
        @name = name
        @arguments = parameters.to_h { |one| [one, nil] }
        @parent = parent && "::#{parent}"
        @module_name = module_name || ''
        @file = file
        @line = line
      end

      def to_s = '#<Puppet::Resource::Type>'
      def namespace = type == :hostclass ? name : name.rpartition('::').first
      def hostclass? = type == :hostclass
      def definition? = type == :definition
      def node? = type == :node
      def parent_type(_scope = nil) = parent && Bunraku.known_resource_types.hostclass(parent)
      def child_of?(other) = (up = parent_type) ? up.name == other.name || up.child_of?(other) : false
      def resource_type_collection = Bunraku.known_resource_types
      def ==(other) = other.is_a?(Type) && other.type == type && other.name == name
      alias eql? ==
      def hash = name.hash

      def valid_parameter?(name)
        name = name.to_s
        name == 'name' || arguments.key?(name) || Puppet::Type.metaparam?(name)
      end

      # Declares a class of that name, or returns the one that is declared.
      def ensure_in_catalog(scope, _parameters = nil)
        Bunraku.compiler.evaluate_classes([name], scope).first
      end
    end

    # The classes, defines and node definitions by name.
    class TypeCollection
      def environment = Bunraku.environment
      def find_hostclass(name) = find('hostclass', munged(name))
      def find_definition(name) = find('definition', munged(name))
      # Returns a class if it is already loaded. `definition` does the same for a define.
      def hostclass(name) = loaded('hostclass', munged(name))
      def definition(name) = loaded('definition', munged(name))
      def node(name) = find('node', name.to_s)
      alias find_node node
      def node_exists?(name) = !node(name).nil?
      def hostclasses = { '' => find('hostclass', ''), 'settings' => find('hostclass', 'settings') }.merge(all('hostclass'))
      def definitions = all('definition')
      def nodes = all('node')
      def nodes? = Bunraku.ask(:definitions, 'node').any?
      def parse_failed? = false
      def version = Bunraku.catalog_version
      def inspect = "TypeCollection#{{ hostclasses: hostclasses.keys, definitions: definitions.keys, nodes: nodes.keys }}"

      # Returns the same object for a name during the whole compilation.
      def find(kind, name)
        key = [kind, name]
        return found[key] if found.key?(key)

        facts = ['', 'settings'].include?(name) && kind == 'hostclass' ? [name] : Bunraku.ask(:definition, kind, name)
        facts && found[key] = Type.new(kind, facts[0] == '' && kind == 'node' ? name : facts[0], *facts[1..])
      end

      private

      def munged(name) = name.to_s.delete_prefix('::').downcase
      def found = @found ||= {}
      def loaded(kind, name) = ['', 'settings'].include?(name) || Bunraku.ask(:definitions, kind).include?(name) ? find(kind, name) : nil
      def all(kind) = Bunraku.ask(:definitions, kind).to_h { |name| [name, find(kind, name)] }
    end

    # The catalog in its current state.
    class Catalog
      class DuplicateResourceError < Puppet::Error
        include Puppet::Located
      end

      # The containment edges.
      Edge = Struct.new(:source, :target) do
        def to_s = "#{source} => #{target}"
        def ref = to_s
      end

      attr_accessor :client_version, :code_id, :retrieval_duration, :from_cache, :host_config

      def resource(type, title = nil) = Bunraku.resource(*Resource.type_and_title(type, title))
      def resources = Bunraku.ask(:resources).map { |type, title| Bunraku.resource(type, title, true) }
      alias vertices resources
      def classes = Bunraku.ask(:classes)
      def tags = Util::TagSet.new(Bunraku.ask(:catalog_tags))
      def tagged?(*names) = names.flatten.any? { |name| tags.include?(name.to_s.downcase) }
      def tag(*names) = names.flatten.each { |name| Bunraku.ask(:add_to_catalog, 'tag', name.to_s.downcase) }
      def add_class(*names) = names.each { |name| Bunraku.ask(:add_to_catalog, 'class', name.to_s) }
      def environment = Bunraku.environment.name.to_s
      def environment_instance = Bunraku.environment
      def name = Bunraku.state[:certname]
      def version = Bunraku.catalog_version
      def server_version = PUPPETVERSION
      def catalog_format = 2
      def catalog_uuid = @catalog_uuid ||= SecureRandom.uuid
      def host_config? = true
      def metadata = {}
      def to_resource = self
      def to_json(*options) = to_data_hash.to_json(*options)

      def to_data_hash
        {
          'tags' => tags.to_a, 'name' => name, 'version' => version, 'code_id' => code_id, 'catalog_uuid' => catalog_uuid,
          'catalog_format' => catalog_format, 'environment' => environment, 'resources' => resources.map(&:to_data_hash),
          'edges' => edges.map { |edge| { 'source' => edge.source.ref, 'target' => edge.target.ref } }, 'classes' => classes
        }
      end

      def resource_refs = resources.map(&:ref)
      def resource_keys = resources.map { |one| [one.type, one.title.to_s] }
      def size = resources.size
      def edges = resources.then { |all| Bunraku.ask(:containment).map { |source, target| Edge.new(all[source], all[target]) } }
      def adjacent(resource, _options = {}) = edges.select { |edge| edge.source == resource }.map(&:target)
      def container_of(resource) = edges.find { |edge| edge.target == resource }&.source
      def title_key_for_ref(ref) = /\A([-\w:]+)\[(.*)\]\z/m.match(ref).then { |match| match ? match.captures : [nil, nil] }

      def add_resource(*resources)
        resources.each do |one|
          Bunraku.compiler.add_resource(nil, one)
          Bunraku.ask(:change, one.type, one.title.to_s, 'uncontained', nil, nil)
        end
      end

      def remove_resource(*resources)
        resources.each { |one| Bunraku.ask(:change, one.type, one.title.to_s, 'remove', nil, nil) }
      end
    end
  end

  module Parser
    # A resource of the catalog, or one that will be added to it.
    class Resource < Puppet::Resource
      include Puppet::Util
      include Puppet::Util::Errors
      include Puppet::Util::Logging

      def log_source = ref

      # An attribute, and the place where it was set.
      class Param
        attr_reader :name, :value
        attr_accessor :source, :line, :file, :add

        def initialize(name: nil, value: nil, source: nil, file: nil, line: nil, add: nil, resource: nil)
          raise Puppet::ResourceError, "'name' is a required option for #{self.class}" unless name

          @name = name.to_sym
          @value = value
          @source = source
          @file = file
          @line = line
          @add = add
          @resource = resource
        end

        def value=(value)
          @value = value
          @resource[name] = value if @resource
        end

        def to_s = "#{name} => #{value}"
        def self.from_param(_param, value) = new(name: _param.name, value: value)
      end

      attr_writer :scope, :source

      # Makes the object for a resource that is in the catalog.
      def self.of_catalog(type, title)
        allocate.tap { |one| one.send(:known, type, title) }
      end

      def initialize(type, title, attributes, _with_defaults = true)
        @scope = attributes[:scope]
        @source = attributes[:source]
        super(type, title, attributes.except(:parameters))
        attributes[:parameters]&.each { |param| set_parameter(param.name, param.value) }
      end

      def in_catalog? = @in_catalog
      def added = @in_catalog = true
      def facts = Bunraku.ask(:resource_facts, type, title.to_s) || []
      # Returns the properties of the resource's declaration that never change.
      def fixed = in_catalog? ? (@fixed ||= facts) : []
      def file = @file || fixed[1]
      def line = @line || fixed[2]
      def pos = nil
      def scope = @scope || Scope.of(fixed[3])
      def kind = @kind || fixed[7] || super
      def source = @source || scope&.source
      def catalog = in_catalog? ? Bunraku.compiler.catalog : @catalog
      def environment = Bunraku.environment
      def name = self[:name] || title
      # Returns whether no resource expression declares the resource, for example an included class. Then `virtual` and
      # `strict` are nil.
      def implicit? = in_catalog? && (class? || stage?) && fixed[2].nil?
      private :implicit?

      def strict = implicit? ? nil : true
      def virtual = in_catalog? ? facts[4] || (implicit? ? nil : false) : @virtual
      def exported = in_catalog? ? facts[5] : (@exported || false)

      def virtual=(value)
        in_catalog? ? change('virtual', nil, value) : @virtual = value
      end

      def exported=(value)
        in_catalog? ? change('exported', nil, value) : @exported = value
      end

      def evaluated? = in_catalog? && facts[6] ? true : false
      alias evaluated evaluated?
      def finished? = nil
      def override? = false
      def translated? = nil
      def isomorphic? = true
      def tags = in_catalog? ? Util::TagSet.new(Bunraku.ask(:tags, type, title.to_s)) : super
      # Returns whether the resource, or a resource that contains it, has one of the tags.
      def raw_tagged?(names)
        return true if names.any? { |name| tags.include?(name) }

        outer = scope&.resource
        outer && outer != self ? outer.raw_tagged?(names) : false
      end

      def tag(*names)
        in_catalog? ? names.flatten.each { |name| split_tag(name).each { |part| change('tag', part, nil) } } : super
      end

      def [](name)
        return title if name.to_sym == :title

        in_catalog? ? Bunraku.ask(:parameter, type, title.to_s, name.to_s) : own[name.to_sym]
      end

      def []=(name, value)
        set_parameter(name, value)
      end

      def set_parameter(name, value = nil)
        name, value = name.name, name.value if name.is_a?(Param)
        in_catalog? ? change('set', name, value) : own[name.to_sym] = value
        tag(*value) if name.to_sym == :tag
        param(name, value)
      end

      def delete(name)
        return own.delete(name.to_sym) unless in_catalog?

        parameters[name.to_sym].tap { change('delete', name, nil) }
      end

      # Returns an object for each attribute, by name.
      def parameters
        return own.to_h { |name, value| [name, param(name, value)] } unless in_catalog?

        (Bunraku.ask(:attributes, type, title.to_s) || []).to_h do |name, value, file, line, scope|
          [name.to_sym, Param.new(name: name, value: value, file: file, line: line, add: (false if file), source: Scope.of(scope)&.source, resource: self)]
        end
      end

      def eachparam(&block) = parameters.each_value(&block)
      def plain_values = in_catalog? ? parameters.transform_values(&:value) : own
      def to_hash = in_catalog? && title == :main && stage? ? { name: 'main' } : super
      def copy_as_resource = Puppet::Resource.new(type, title, parameters: plain_values)
      def ==(other) = equal?(other) || (other.is_a?(Resource) && other.in_catalog? && in_catalog? && other.ref == ref)
      def hash = ref.hash

      private

      # Returns a tag and the parts of its name. The error for an invalid tag has the place of the resource.
      def split_tag(name)
        Bunraku.split_tag(name)
      rescue Puppet::ParseError => error
        raise Puppet::ParseError.new(error.message, file, line)
      end

      def param(name, value) = Param.new(name: name, value: value, source: source, resource: self)
      def change(what, name, value) = Bunraku.ask(:change, type, title.to_s, what, name&.to_s, value).then { value }

      def known(type, title)
        @type = type
        @title = title == 'main' && %w[Class Stage].include?(type) ? :main : title
        @sensitive_parameters = []
        @in_catalog = true
      end
    end

    # The compiler of the catalog.
    class Compiler
      include Puppet::Util::Errors

      def catalog = @catalog ||= Puppet::Resource::Catalog.new
      def environment = Bunraku.environment
      def topscope = Scope.of(0)
      def node = Bunraku.node
      def facts = nil
      def resources = catalog.resources.reject { |one| %w[Stage[main] Class[Settings]].include?(one.ref) }
      def findresource(type, title = nil) = catalog.resource(type, title)
      def collections = []
      def relationships = []
      def code_id = nil
      def qualified_variables = {}
      def classlist = catalog.classes
      def add_class(name) = catalog.add_class(name)
      def loaders = Bunraku.loaders
      def context_overrides = { current_environment: environment, global_scope: topscope, loaders: loaders }
      def with_context_overrides(_description = '') = yield

      def add_resource(_scope, resource)
        if catalog.resource(resource.type, resource.title.to_s)
          raise Puppet::Resource::Catalog::DuplicateResourceError, "Duplicate declaration: #{resource} is already declared; cannot redeclare"
        end
        prefix = resource.exported? ? '@@' : (resource.virtual? ? '@' : '')
        attributes = resource.is_a?(Resource) ? resource.plain_values : resource.parameters
        Bunraku.call('create_resources', ["#{prefix}#{resource.type.downcase}", { resource.title => attributes.transform_keys(&:to_s) }])
        Bunraku.ask(:change, resource.type, resource.title.to_s, 'unplaced', nil, nil) unless resource.line
        resource.respond_to?(:added) ? Bunraku.added(resource) : nil
        resource
      end

      # Declares classes, given as names or as a hash from names to parameters.
      def evaluate_classes(classes, scope, _lazily = true)
        names = classes.is_a?(Hash) ? classes.keys : classes
        names.each do |name|
          raise Puppet::Error, "Could not find class #{name} for #{node.name}" unless scope.find_hostclass(name)
        end
        return names.map { |name| declared(name.to_s, classes[name]) } if classes.is_a?(Hash)

        Bunraku.call('include', Array(names))
        names.map { |name| catalog.resource('Class', name.to_s) }
      end

      # Declares a class with parameters. Its resource has no place.
      def declared(name, parameters)
        is_new = !Bunraku.ask(:resource?, 'Class', name)
        Bunraku.call('create_resources', ['class', { name => parameters }])
        Bunraku.ask(:change, 'Class', name, 'unplaced', nil, nil) if is_new
        catalog.resource('Class', name)
      end
      private :declared
    end
  end
end

module Bunraku
  class << self
    def compiler = @compiler ||= Puppet::Parser::Compiler.new
    def known_resource_types = @known_resource_types ||= Puppet::Resource::TypeCollection.new
    def catalog_version = @catalog_version ||= ::Time.now.to_i

    # Returns the object for a resource of the catalog, always the same one for the same resource. If `is_there` is
    # true, the caller knows that the resource exists, and the evaluation is not asked.
    def resource(type, title, is_there = false)
      key = [type, title.to_s]
      known = (@resources ||= {})[key]
      return known if known && (is_there || ask(:resource?, *key))
      return @resources[key] = Puppet::Parser::Resource.of_catalog(type, title) if is_there

      facts = ask(:resource, *key) or return nil
      @resources[facts[0]] ||= Puppet::Parser::Resource.of_catalog(*facts[0])
    end

    # Records that a resource that Ruby code has made is now in the catalog.
    def added(resource)
      resource.added
      (@resources ||= {})[[resource.type, resource.title.to_s]] = resource
    end

    # Returns a tag and the parts of its name.
    def split_tag(name)
      name = name.to_s.downcase
      raise Puppet::ParseError, "Invalid tag '#{name}'" unless Puppet::Util::Tagging.valid?(name)

      name.include?('::') ? [name, *name.split('::')] : [name]
    end

    def tags_of_name(type) = split_tag(type)

    # Converts a value to data: resources to references, and keys and Symbols to texts.
    def shown_value(value)
      case value
      when Array then value.map { |one| shown_value(one) }
      when Hash then value.to_h { |name, one| [name.to_s, shown_value(one)] }
      when Puppet::Resource then value.ref
      when Symbol then value.to_s
      else value
      end
    end
  end
end
