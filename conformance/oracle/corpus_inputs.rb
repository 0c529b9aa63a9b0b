#!/usr/bin/env ruby
# frozen_string_literal: true
# Writes the inputs that a module's own specs give to its classes and defines, for `bunraku conformance corpus
# --inputs`.
#
#   corpus_inputs.rb REPOSITORY      writes lines of JSON: {"id": .., "code": .., "node": .., "facts": {..}}
#
# Runs the examples below spec/classes, spec/defines and spec/hosts with rspec-puppet (Debian: ruby-rspec-puppet,
# ruby-rspec-puppet-facts), but compiles nothing: when an example asks for its catalog, the script writes the
# manifest, the node's name and the facts, and ends the example.  It writes equal inputs only once.  It skips a spec
# file that cannot be loaded.
require 'json'
require 'set'
require 'digest'

# Helpers that specs require and that are not installed. Their additions to rspec-puppet are defined below.
module MissingHelpers
  ABSENT = %w[puppetlabs_spec_helper voxpupuli simplecov coveralls puppet-openstack_spec_helper rspec-puppet-utils webmock
              deep_merge iniparse serverspec parallel_tests codecov bundler pry vcr beaker].freeze

  def require(name)
    super
  rescue LoadError
    raise unless ABSENT.include?(name.to_s.split('/').first)
    false
  end
end
Object.prepend(MissingHelpers)

require 'rspec/core'
require 'rspec-puppet'
require 'rspec-puppet-facts'
include RspecPuppetFacts

# Facts that the helper of OpenStack's modules adds.
class OSDefaults
  SYSTEMS = [{ 'operatingsystem' => 'CentOS', 'operatingsystemrelease' => ['8'] },
             { 'operatingsystem' => 'Ubuntu', 'operatingsystemrelease' => ['20.04'] }].freeze

  def self.get_facts(extra = {}) = extra
  def self.get_supported_os = SYSTEMS
end

class Hash
  def deep_merge(other)
    merge(other) { |_, old, new| old.is_a?(Hash) && new.is_a?(Hash) ? old.deep_merge(new) : new }
  end unless method_defined?(:deep_merge)

  def deep_merge!(other) = replace(deep_merge(other)) unless method_defined?(:deep_merge!)
end

def override_facts(facts, **changes) = facts.deep_merge(changes.transform_values { |value| plain(value) })
def add_mocked_facts!(*) = nil
def verify_contents(*) = nil
def get_content(*) = nil

# Facts that stdlib adds.
def add_stdlib_facts
  add_custom_fact(:puppet_vardir, '/opt/puppetlabs/puppet/cache')
  add_custom_fact(:puppet_environmentpath, '/etc/puppetlabs/code/environments')
  add_custom_fact(:root_home, '/root')
  add_custom_fact(:service_provider, 'systemd')
end

REPOSITORY = File.expand_path(ARGV.fetch(0))
OUT = $stdout.dup
$stdout.reopen(File::NULL)
$stderr.reopen(File::NULL) unless ENV['CORPUS_DEBUG']
SEEN = Set.new
Harvested = Class.new(StandardError)

# Converts a value to a form that JSON supports. The keys of facts become texts.
def plain(value)
  case value
  when Hash then value.to_h { |key, item| [key.to_s, plain(item)] }
  when Array then value.map { |item| plain(item) }
  when Symbol then value.to_s
  when String, Integer, Float, true, false, nil then value
  else value.to_s
  end
end

module Harvest
  def site_pp_str = nil

  def load_catalogue(type, _exported = false, options = {})
    raise Harvested unless %i[class define host].include?(type)
    raise Harvested if respond_to?(:hiera_config) && hiera_config && hiera_config != RSpec.configuration.hiera_config
    node = respond_to?(:node) || type == :host ? nodename(type) : 'web1.example.com'
    code = build_code(type, options)
    input = { 'code' => code, 'node' => node, 'facts' => plain(facts_hash(node)).except('environment') }
    text = JSON.generate(input)
    key = Digest::SHA256.hexdigest(text)
    raise Harvested unless SEEN.add?(key)
    subject = type == :host ? 'host' : "#{type} #{self.class.top_level_description}"
    OUT.puts(JSON.generate({ 'id' => "spec #{subject} #{key[0, 12]}" }.merge(input)))
    raise Harvested
  end
end

module RSpec::Puppet::Support
  prepend Harvest
end

RSpec.configure do |config|
  config.module_path = File.join(REPOSITORY, 'spec/fixtures/modules')
  config.manifest = nil
  config.mock_with(:rspec)
  config.strict_variables = true
  # asks for the catalog of an example that does not do so itself
  config.before(:each) do
    about = self.class.metadata
    load_catalogue(about[:type]&.to_sym || guess_type_from_path(about[:file_path])) if respond_to?(:load_catalogue)
  end
end

Dir.chdir(REPOSITORY)
$LOAD_PATH.unshift('spec', 'lib', 'spec/lib')
files = Dir['spec/{classes,defines,hosts}/**/*_spec.rb'].sort
loaded = files.select do |file|
  load(File.expand_path(file))
  true
rescue ScriptError, StandardError => e
  warn("#{file}: #{e.class}: #{e.message.lines.first}")
  false
end
exit(0) if loaded.empty?
RSpec.world.example_groups.each { |group| group.run(RSpec::Core::NullReporter) }
if ENV['CORPUS_DEBUG']
  failures = RSpec.world.all_examples.filter_map(&:exception).reject { |error| error.is_a?(Harvested) }
  failures.map { |error| "#{error.class}: #{error.message.lines.first&.strip} #{error.backtrace&.first}" }.tally.each { |line| warn(line.join(' ')) }
end
