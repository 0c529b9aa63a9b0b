#!/usr/bin/env ruby
# frozen_string_literal: true
# Compiles nodes of the environment that scripts/wikimedia builds with a real Puppet, in one warm process.
#
#   record.rb              compiles the nodes of answers.tsv
#   record.rb NODE ...     compiles these nodes; with --all, every node that has facts
#   record.rb --complete   adds secrets and keys that the nodes lack to secrets.txt and to overlay/, with made-up values
#
# Writes each catalog to corpus/wikimedia/reference/NODE.json, without the parts that differ from run to run, and a line
# about each node to standard error: its CPU time and its number of resources, or its error.  Afterwards
# `compare.py --record` makes the recorded answers.  Uses the Puppet on RUBYLIB (../oracle/README.md), otherwise the
# installed one.
require 'fileutils'
require 'json'
require 'tmpdir'
require 'puppet'
require_relative 'complete'

HERE = __dir__
CORPUS = File.expand_path('../../corpus/wikimedia', HERE)
ENVIRONMENT = File.join(CORPUS, 'environments/production')
REFERENCE = File.join(CORPUS, 'reference')
VOLATILE = %w[version catalog_uuid catalog_format code_id].freeze

def main
  abort 'no corpus/wikimedia: run scripts/wikimedia' unless File.directory?(ENVIRONMENT)
  options, names = ARGV.partition { |argument| argument.start_with?('--') }
  abort "record.rb: no option #{options[0]}" unless (options - %w[--all --complete]).empty?
  names = all_nodes if options.include?('--all')
  names = recorded_nodes if names.empty?
  FileUtils.mkdir_p(REFERENCE)
  compiled = in_environment do |environment|
    names.count { |name| record(name, environment, options.include?('--complete')) }
  end
  warn "#{REFERENCE}: #{compiled} of #{names.size} nodes"
  exit 1 if compiled < names.size
end

def all_nodes = Dir[File.join(CORPUS, 'facts/*.json')].sort.map { |path| File.basename(path, '.json') }

def recorded_nodes
  File.readlines(File.join(HERE, 'answers.tsv')).reject { |line| line.start_with?('#') }.map { |line| line[/\A\S+/] }
end

# Yields the environment with the settings that compare.py passes to bunraku, and with separate folders for Puppet's
# state.
def in_environment
  Dir.mktmpdir('bunraku-wikimedia') do |state|
    folders = %w[--confdir --vardir --logdir --rundir].flat_map { |option| [option, state] }
    Puppet.initialize_settings(folders, true, true)
    { environmentpath: File.dirname(ENVIRONMENT), environment: 'production', environment_timeout: 'unlimited',
      strict: :error, strict_variables: true, certname: 'puppet.example.com', log_level: 'err' }
      .each { |setting, value| Puppet[setting] = value }
    found = Puppet::Environments::Directories.new(Puppet[:environmentpath], [])
    environments = Puppet::Environments::Cached.new(found)
    # an environment finds its environment.conf through the context, so it is opened inside of the override
    Puppet.override({ environments: environments }, 'record') do
      environment = environments.get!('production')
      Puppet.override({ current_environment: environment }, 'record') { yield environment }
    end
  end
end

# Compiles a node and writes its catalog.  Returns whether it has one.
def record(name, environment, complete)
  begun = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  begin
    catalog = compile(name, environment)
  rescue Puppet::Error, StandardError, SystemStackError, ScriptError => e
    retry if complete && Complete.add_what_lacks(e.message, ENVIRONMENT)
    warn "#{name}: #{e.message.gsub("#{ENVIRONMENT}/", '')}"
    return false
  end
  cpu_s = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - begun
  warn format('%s: %.2f s, %d resources', name, cpu_s, catalog['resources'].size)
  File.write(File.join(REFERENCE, "#{name}.json"), JSON.pretty_generate(catalog) << "\n")
  true
end

def compile(name, environment)
  facts = read("facts/#{name}.json")
  node = Puppet::Node.new(name, environment: environment, facts: Puppet::Node::Facts.new(name, facts))
  node.merge(facts)
  node.trusted_data = (@trusted ||= read('trusted.json')).fetch(name)
  node.add_server_facts(JSON.parse(File.read(File.join(HERE, 'server_facts.json'))))
  # the compiler takes trusted data from the node only when the context has none
  compiled = Puppet.override({ trusted_information: nil }, 'record') { Puppet::Parser::Compiler.compile(node) }
  catalog = JSON.parse(compiled.filter(&:virtual?).to_json)
  VOLATILE.each { |key| catalog.delete(key) }
  catalog['resources'].each { |resource| resource['file']&.delete_prefix!("#{ENVIRONMENT}/") }
  catalog
end

def read(path)
  JSON.parse(File.read(File.join(CORPUS, path)))
rescue Errno::ENOENT
  abort "no corpus/wikimedia/#{path}"
end

main
