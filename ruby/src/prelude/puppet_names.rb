# Lists what Puppet has by name. A name that Puppet does not have is an error here too. A part of Puppet that a
# compilation does not need is replaced by an object that accepts any call.

module Bunraku
  CONSTANTS = {
    'Puppet' => %w[Agent AlreadyImportedError Application ApplicationSupport Coercion CompilableResourceType Concurrent
      Configurer Confine ConfineCollection Confiner ConstantAlreadyDefined Context Daemon DataBinding DataSync DataTypes DevError
      Environments Error ErrorWithData Etc ExecutionFailure ExternalFileError Face FacterImpl FileBucket FileServing FileSystem
      Forge Functions Generate GettextConfig Graph HTTP ImportError Indirector InfoService Interface LexError LockError Log
      MetaType MissingCommand Module ModuleTool ModuleTranslations Network Node PUPPETVERSION Pal Parameter ParseError
      ParseErrorWithIssue Parser Plugins Pops PreformattedError Property Provider Relationship Reports Resource ResourceError
      ResourceType Runtime SELFileContext SSL ScheduleMethods ScheduleScales Scheduler Settings SubclassAlreadyDefined
      SyntaxCheckers Test ThreadLocal Transaction TrustedExternal Type Util Vendor X509 ResourceApi],
    'Puppet::Util' => %w[ALNUM ALPHA AbsolutePathPosix AbsolutePathWindows AtFork Autoload Backups CharacterEncoding
      Checksums ClassGen Colors CommandLine ConstantInflector Diff Docs ESCAPED Errors Execution ExecutionStub Feature
      FileNamespaceAdapter FileParsing FileType FileWatcher HEX HttpProxy IniConfig InstanceLoader Json JsonLockfile Ldap Libuser
      Limits Lockfile Log Logging Metric ModuleDirectoriesAdapter MonkeyPatches MultiMatch NetworkDevice POSIX Package Pidlock
      Platform Plist Profiler ProviderFeatures PsychSupport RDoc RESERVED Reference ResourceTemplate RetryAction RpmCompare
      RubyGems RunMode SELinux SUIDManager SkipTags Splayer Storage SymbolicFileMode TagSet Tagging Terminal UNRESERVED UNSAFE
      UnixRunMode Warnings WatchedFile Watcher Windows WindowsRunMode Yaml],
    'Puppet::Provider' => %w[AixObject Command CommandDefiner Confine Exec Ldap NameService NetworkDevice Package ParsedFile
      Parsedfile],
    'Puppet::ResourceApi' => %w[BaseContext BaseTypeDefinition DataTypeHandling IOContext Parameter Property ProviderGetCache
      PuppetContext ReadOnlyParameter SimpleProvider Transport TransportSchemaDef TypeDefinition VERSION ValueCreator],
    'Puppet::Property' => %w[Boolean Ensure KeyValue List OrderedList],
    'Puppet::Parameter' => %w[Boolean PackageOptions Path Value ValueCollection],
    'Puppet::Pops' => %w[Adaptable Adapters DeepMergeStrategy DefaultMergeStrategy Evaluator FirstFoundStrategy Functions
      HashMergeStrategy IssueReporter Issues LabelProvider Loader Loaders Lookup MergeStrategy Migration Model PN Parser Patterns
      Pcore PuppetStack Resource ReverseDeepMergeStrategy SemanticError Serialization Time Types USCORE
      UnconstrainedDeepMergeStrategy UniqueMergeStrategy Utils Validation Visitable Visitor],
  }.freeze

  # Puppet's own files by folder.
  FILES = <<~LIST.each_line.with_object(Hash.new { [] }) { |line, all| (folder, names = line.split(':')) && all[folder] += names.split }.freeze
    .: hiera_puppet puppet puppet_pal puppet_x
    hiera: puppet_function scope
    puppet: agent application application_support coercion compilable_resource_type concurrent configurer confine
    puppet: confine_collection confiner context daemon data_binding datatypes defaults environments error etc face facter_impl
    puppet: file_bucket file_serving file_system forge functions graph http indirector info_service interface loaders module
    puppet: module_tool network node parameter parser plugins pops property provider relationship reports resource
    puppet: resource_api runtime scheduler settings ssl syntax_checkers thread_local transaction trusted_external type util
    puppet: vendor version x509
    puppet/agent: disabler locker
    puppet/concurrent: lock synchronized thread_local_singleton
    puppet/configurer: downloader fact_handler plugin_handler
    puppet/confine: any boolean exists false feature true variable
    puppet/context: trusted_information
    puppet/datatypes: error
    puppet/datatypes/impl: error
    puppet/external: dot
    puppet/feature: base bolt cfpropertylist eventlog hiera_eyaml hocon libuser msgpack pe_license pson selinux ssh telnet zlib
    puppet/file_bucket: dipper file
    puppet/file_serving: base configuration content fileset http_metadata metadata mount terminus_helper terminus_selector
    puppet/file_serving/configuration: parser
    puppet/file_serving/mount: file locales modules pluginfacts plugins scripts tasks
    puppet/file_system: file_impl jruby memory_file memory_impl path_pattern posix uniquefile windows
    puppet/forge: cache errors repository
    puppet/generate: type
    puppet/generate/models/type: property type
    puppet/gettext: config module_translations stubs
    puppet/graph: key prioritizer rb_tree_map relationship_graph sequential_prioritizer simple_graph
    puppet/http: client dns errors external_client factory pool pool_entry proxy redirector resolver response
    puppet/http: response_converter response_net_http retry_after_handler service session site
    puppet/http/resolver: server_list settings srv
    puppet/http/service: ca compiler file_server puppetserver report
    puppet/indirector: code direct_file_server envelope errors exec face fact_search file_content file_metadata file_server
    puppet/indirector: generic_http hiera indirection json memory msgpack none plain request rest store_configs terminus yaml
    puppet/indirector/catalog: compiler json msgpack rest store_configs yaml
    puppet/indirector/data_binding: hiera none
    puppet/indirector/facts: facter json memory network_device rest store_configs yaml
    puppet/indirector/file_bucket_file: file rest selector
    puppet/indirector/file_content: file file_server rest selector
    puppet/indirector/file_metadata: file file_server http rest selector
    puppet/indirector/node: exec json memory msgpack plain rest store_configs yaml
    puppet/indirector/report: json msgpack processor rest yaml
    puppet/indirector/resource: ral store_configs validator
    puppet/info_service: class_information_service plan_information_service task_information_service
    puppet/interface: action action_builder action_manager documentation face_collection option option_builder option_manager
    puppet/metatype: manager
    puppet/module: plan task
    puppet/module_tool: applications checksums contents_description dependency errors install_directory installed_modules
    puppet/module_tool: local_tarball metadata shared_behaviors tar
    puppet/module_tool/applications: application checksummer installer uninstaller unpacker upgrader
    puppet/module_tool/errors: base installer shared uninstaller upgrader
    puppet/module_tool/tar: gnu mini
    puppet/network: authconfig authorization client_request format format_handler format_support formats http http_pool uri
    puppet/network/http: api connection error handler issues memory_response request response route
    puppet/network/http/api: indirected_routes indirection_type master server
    puppet/network/http/api/master: v3
    puppet/network/http/api/master/v3: environments
    puppet/network/http/api/server: v3
    puppet/network/http/api/server/v3: environments
    puppet/node: environment facts server_facts
    puppet/pal: catalog_compiler compiler function_signature json_catalog_encoder pal_api pal_impl plan_signature
    puppet/pal: script_compiler task_signature
    puppet/parameter: boolean package_options path value value_collection
    puppet/parser: abstract_compiler ast catalog_compiler compiler e4_parser_adapter files functions parser_factory
    puppet/parser: relationship resource scope script_compiler templatewrapper type_loader
    puppet/parser/ast: block_expression branch hostclass leaf node pops_bridge resource resource_instance resourceparam
    puppet/parser/ast: top_level_construct
    puppet/parser/compiler: catalog_validator
    puppet/parser/compiler/catalog_validator: relationship_validator
    puppet/parser/resource: param
    puppet/plugins: configuration syntax_checkers
    puppet/pops/types: type_acceptor type_asserter type_assertion_error type_calculator type_conversion_error type_factory
    puppet/pops/types: type_formatter type_mismatch_describer type_parser type_set_reference type_with_members
    puppet/property: boolean ensure keyvalue list ordered_list
    puppet/provider: aix_object command confine exec ldap nameservice network_device package package_targetable parsedfile
    puppet/provider/exec: posix shell windows
    puppet/provider/file: posix windows
    puppet/provider/group: aix directoryservice groupadd ldap pw windows_adsi
    puppet/provider/nameservice: directoryservice objectadd pw
    puppet/provider/package: aix appdmg apple apt aptitude aptrpm blastwave dnf dnfmodule dpkg fink freebsd gem hpux macports
    puppet/provider/package: nim openbsd opkg pacman pip pip2 pip3 pkg pkgdmg pkgin pkgng pkgutil portage ports portupgrade
    puppet/provider/package: puppet_gem puppetserver_gem rpm rug sun sunfreeware tdnf up2date urpmi windows xbps yum zypper
    puppet/provider/package/windows: exe_package msi_package package
    puppet/provider/service: base bsd daemontools debian freebsd gentoo init launchd openbsd openrc openwrt rcng redhat runit
    puppet/provider/service: service smf src systemd upstart windows
    puppet/provider/user: aix directoryservice hpux ldap openbsd pw user_role_add useradd windows_adsi
    puppet/reports: http log store
    puppet/resource: catalog status type type_collection
    puppet/resource_api: base_context base_type_definition data_type_handling glue io_context parameter property
    puppet/resource_api: provider_get_cache puppet_context read_only_parameter simple_provider transport type_definition
    puppet/resource_api: value_creator version
    puppet/resource_api/transport: wrapper
    puppet/scheduler: job scheduler splay_job timer
    puppet/settings: alias_setting array_setting autosign_setting base_setting boolean_setting certificate_revocation_setting
    puppet/settings: config_file directory_setting duration_setting enum_setting environment_conf errors
    puppet/settings: file_or_directory_setting file_setting http_extra_headers_setting ini_file integer_setting path_setting
    puppet/settings: port_setting priority_setting server_list_setting string_setting symbolic_enum_setting terminus_setting
    puppet/settings: ttl_setting value_translator
    puppet/ssl: base certificate certificate_request certificate_request_attributes certificate_signer digest error oids
    puppet/ssl: openssl_loader ssl_context ssl_provider state_machine verifier
    puppet/syntax_checkers: base64 epp json pp
    puppet/transaction: additional_resource_generator event event_manager persistence report resource_harness
    puppet/type: component exec file filebucket group notify package resources schedule service stage tidy user whit
    puppet/type/file: checksum checksum_value content ctime data_sync ensure group mode mtime owner selcontext source target
    puppet/type/file: type
    puppet/util: at_fork autoload backups character_encoding checksums classgen colors command_line constant_inflector diff
    puppet/util: docs errors execution execution_stub feature file_watcher fileparsing filetype http_proxy inifile
    puppet/util: instance_loader json json_lockfile ldap libuser limits lockfile log logging metaid metric monkey_patches
    puppet/util: multi_match network_device package pidlock platform plist posix profiler provider_features psych_support rdoc
    puppet/util: reference resource_template retry_action rpm_compare rubygems run_mode selinux skip_tags splayer storage
    puppet/util: suidmanager symbolic_file_mode tag_set tagging terminal user_attr warnings watched_file watcher windows yaml
    puppet/util/at_fork: noop solaris
    puppet/util/command_line: puppet_option_parser trollop
    puppet/util/ldap: connection generator manager
    puppet/util/log: destination destinations
    puppet/util/network_device: base config transport
    puppet/util/network_device/transport: base
    puppet/util/package/version: debian gem pip range rpm
    puppet/util/package/version/range: eq gt gt_eq lt lt_eq min_max simple
    puppet/util/profiler: aggregate around_profiler logging object_counts wall_clock
    puppet/util/rdoc: code_objects parser
    puppet/util/rdoc/generators: puppet_generator
    puppet/util/rdoc/generators/template/puppet: puppet
    puppet/util/rdoc/parser: puppet_parser_core puppet_parser_rdoc2
    puppet/util/watcher: change_watcher periodic_watcher timer
    puppet/util/windows: access_control_entry access_control_list adsi com daemon error eventlog file principal process
    puppet/util/windows: registry root_certs security security_descriptor service sid string user
    puppet/util/windows/monkey_patches: process
    puppet/x509: cert_provider pem_store
  LIST

  # Further methods of the classes of types, attributes and providers.
  METHODS = {
    type: %i[allclear apply_to apply_to_all apply_to_device apply_to_host attrtype autobefore autonotify autorequire
    type: autosubscribe
             can_apply_to defaultprovider= doc= dochook doctable eachautobefore eachautonotify eachautorequire eachautosubscribe
             eachtype ensurable? feature feature_module featuredocs genclass genmodule handle_param_options hash2resource initvars
             key_attribute_parameters loadall metaparamclass metaparamdoc metaparams needs_ensure_retrieved newcomponent newexec
             newfile newfilebucket newgroup newnotify newpackage newresources newschedule newservice newstage newtidy newuser nodoc
             nodoc? paramdoc parameters_to_include provider_feature providerloader providerloader= providers_by_source providify
             rmclass rmtype self_refresh self_refresh= suitableprovider typeloader unprovide valid_parameter? validate validprovider?],
    attribute: %i[aliasvalue default defaultvalues defaultto dochook doctable format_value_for_display initvars munge newvalue newvalues
    attribute: nodefault
                  nodoc nodoc? proxymethods sensitive unmunge validate idempotent idempotent= unmanaged unmanaged= value_name
                  value_option array_matching= metaparam= required_features=],
    # the methods that each of them has from Puppet::Util
    util: %i[absolute_path? benchmark clear_environment create_erb default_env deterministic_rand deterministic_rand_int
             exit_on_fail get_environment merge_environment path_to_uri replace_file set_env skip_external_facts symbolizehash
             thinmark uri_encode uri_query_encode uri_to_path uri_unescape withenv debug_once notice_once warnonce],
    provider: %i[command confine confine_collection declared_feature? default? default_match defaultfor desc doc doc=
                 dochook doctable execpipe execute fact_match feature_match has_feature has_features initvars instances
                 mk_resource_methods nodoc nodoc? notdefaultfor some_default_match
                 source source= specificity suitable? supports_parameter? declare_feature features feature? satisfies?]
  }.freeze

  # Ruby's own method `name` of modules: types and attributes define a method `name` with another meaning.
  NAME = ::Module.instance_method(:name)

  class << self
    # Returns whether Puppet has a file that code can require.
    def own_file?(name)
      folder, _, file = name.delete_suffix('.rb').rpartition('/')
      FILES[folder.empty? ? '.' : folder].include?(file)
    end

    # Returns whether Puppet has a constant of this name that code may use during a compilation.
    def own_constant?(place, name)
      return own_type?(name.to_s.downcase) || name.start_with?('MetaParam') if place == Puppet::Type

      CONSTANTS[NAME.bind_call(place).to_s]&.include?(name.to_s) || false
    end

    def own_type?(name) = FILES['puppet/type'].include?(name)
  end
end
