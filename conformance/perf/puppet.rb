#!/usr/bin/env ruby
# frozen_string_literal: true
# Measures a warm Puppet (the one on RUBYLIB) inside its process, without the start-up.
#   puppet.rb [--runs K] FILE.pp|ENVIRONMENT_DIR     one JSON line: cpu seconds of each compile, notices, counts
#   puppet.rb --warm NODE --facts FILE --modulepath DIRS [--runs K] ENVIRONMENT_DIR
#                                                    compile a node repeatedly in one environment, including JSON
#   puppet.rb --parse [--runs K] PATH ...            parse, and parse+validate, every .pp file under PATH
# The first compile (of an empty manifest) is not counted.  Garbage is collected before each run.
require 'json'
require 'puppet'
require 'tmpdir'

runs = 1
parse = false
warm = nil
modulepath = []
paths = []
until ARGV.empty?
  case (a = ARGV.shift)
  when '--runs' then runs = ARGV.shift.to_i
  when '--parse' then parse = true
  when '--facts' then facts_file = ARGV.shift
  when '--warm' then warm = ARGV.shift
  when '--modulepath' then modulepath = ARGV.shift.split(':')
  else paths << a
  end
end
state = Dir.mktmpdir('bench')
at_exit { FileUtils.remove_entry(state) if File.directory?(state) }
Puppet.initialize_settings(['--confdir', state, '--vardir', state, '--logdir', state, '--rundir', state], true, true)
Puppet[:strict_variables] = true
Puppet[:strict] = :error
facts_file ||= ENV['ORACLE_FACTS']
FACTS = facts_file ? JSON.parse(File.read(facts_file)) : { 'hostname' => 'test', 'os' => { 'name' => 'Debian', 'family' => 'Debian' } }

class BenchLogs < Array
  def flush; end
  def close; end
end
Puppet::Util::Log.newdesttype :bench do
  match 'BenchLogs'
  def initialize(dest) = @dest = dest
  def handle(msg) = @dest << msg
end

def cpu = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
def rss_mb = File.read('/proc/self/status')[/VmHWM:\s+(\d+)/, 1].to_i / 1024.0

def compile(env, loaders, logs)
  Puppet.override({ environments: loaders, current_environment: env }, 'bench') do
    node = Puppet::Node.new('test.example.com', environment: env, facts: Puppet::Node::Facts.new('test.example.com', FACTS))
    node.merge(FACTS)
    Puppet::Util::Log.with_destination(logs) { return Puppet::Parser::Compiler.compile(node) }
  end
end

def setup(path)
  if File.directory?(path)
    dir = File.expand_path(path)
    loaders = Puppet::Environments::Directories.new(File.dirname(dir), [])
    env = Puppet.override({ environments: loaders }, 'bench') { loaders.get!(File.basename(dir).to_sym) }
  else
    env = Puppet::Node::Environment.create(:production, [], File.expand_path(path))
    loaders = Puppet::Environments::Static.new(env)
  end
  [env, loaders]
end

if parse
  files = paths.flat_map { |p| File.directory?(p) ? Dir.glob("#{p}/**/*.pp").sort : [p] }
  texts = files.map { |f| File.read(f, encoding: 'UTF-8') }
  bytes = texts.sum(&:bytesize)
  out = { files: files.size, bytes: bytes, errors: 0 }
  env = Puppet::Node::Environment.create(:production, [])
  Puppet.override({ environments: Puppet::Environments::Static.new(env), current_environment: env }, 'bench') do
    modes = { parse: Puppet::Pops::Parser::Parser.new, validate: Puppet::Pops::Parser::EvaluatingParser.new }
    modes.each do |name, parser|
      parser.parse_string('notice(1)')
      out[name] = Array.new(runs) do
        GC.start
        t = cpu
        texts.each_with_index { |s, i| parser.parse_string(s, files[i]) rescue out[:errors] += 1 }
        cpu - t
      end
    end
  end
  out[:rss_mb] = rss_mb
  puts JSON.generate(out)
  exit
end

if warm
  Puppet::Util::Log.level = :err
  dir = File.expand_path(paths[0])
  env = Puppet::Node::Environment.create(:production, modulepath, "#{dir}/manifests")
  configuration = Puppet::Settings::EnvironmentConf.load_from(dir, [])
  env.define_singleton_method(:configuration) { configuration }
  loaders = Puppet::Environments::Static.new(env)
  loaders.define_singleton_method(:get_conf) { |_name| configuration }
  trusted = Puppet::Context::TrustedInformation.new('remote', warm, {})
  out = { cpu: [] }
  shared = { environments: loaders, current_environment: env, loaders: Puppet::Pops::Loaders.new(env), trusted_information: trusted }
  Puppet.override(shared, 'bench') do
    runs.times do
      GC.start
      t = cpu
      node = Puppet::Node.new(warm, environment: env, facts: Puppet::Node::Facts.new(warm, FACTS))
      node.merge(FACTS)
      catalog = Puppet::Parser::Compiler.compile(node)
      out[:json_bytes] = catalog.to_resource.to_json.bytesize
      out[:cpu] << cpu - t
      out[:resources] = catalog.resources.size
    end
  end
  out[:rss_mb] = rss_mb
  puts JSON.generate(out)
  exit
end

empty = Puppet::Node::Environment.create(:production, [])
Puppet[:code] = 'notice(1)'
compile(empty, Puppet::Environments::Static.new(empty), BenchLogs.new)
Puppet[:code] = ''
times = []
logs = nil
catalog = nil
runs.times do
  env, loaders = setup(paths[0])
  logs = BenchLogs.new
  GC.start
  t = cpu
  catalog = compile(env, loaders, logs)
  times << cpu - t
end
t = cpu
json = catalog.filter(&:virtual?).to_json
puts JSON.generate(cpu: times, out: logs.map { |l| l.message.to_s }, resources: catalog.resources.size,
                   edges: catalog.edges.size, json_bytes: json.bytesize, json_cpu: cpu - t, rss_mb: rss_mb)
