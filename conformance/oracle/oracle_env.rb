#!/usr/bin/env ruby
# frozen_string_literal: true
# Reference oracle for whole environments: compiles every node of an environment with a real
# Puppet and writes the results.
#
#   oracle_env.rb [options] ENVDIR [NODES.json] [ENVDIR [NODES.json] ...]
#
#   writes ENVDIR/expected/NODE.out (log transcript, errors included) and, when the node compiles,
#   ENVDIR/expected/NODE.catalog.json; stale files of a node are removed.
#
#   --check               compare with expected/ instead of writing; exit 1 on a difference
#   --stdout              print instead of writing files
#   --node NAME           only this node (repeatable)
#   --basemodulepath DIR  search modules in DIR, after the environment's own; DIR/NAME/x is written as modules/NAME/x
#   --out DIR             write to DIR instead of ENVDIR/expected
#   --reduced             write EXPECTED/NODE.json: long or many-line strings as {"sha256", "length"}, one resource a line
#   --trace FILE          write the functions and resource types that the nodes use, as JSON
#
# ENVDIR is a Puppet directory environment: manifests/ modules/ functions/ types/ lib/ hiera.yaml data/
# environment.conf.  It may also contain:
#   nodes.json     {node name: {fact: value}}   all facts of each node (no other facts are added)
#   facts/NODE.json                             the same in a file for each node, if there is no nodes.json
#   trusted.json   {node name: {"extensions": {..}, "external": {..}, "authenticated": ".."}}
#   enc.json       {node name: {"classes": [..] or {..}, "parameters": {..}}}
#   settings.json  {setting: value}             in addition to strict_variables=true, strict=error
#   global/        hiera.yaml and data of the global Hiera layer
#
# The environment is copied to a temporary directory and is called `production` there; every
# occurrence of its path in logs and catalogs is made relative to the environment ('.' for itself).
# Each environment runs in a forked process, so Ruby types and functions cannot leak between cases.
# Uses the Puppet on RUBYLIB (lib/ of a source tree), otherwise the installed one.
require 'digest'
require 'json'
require 'fileutils'
require 'tmpdir'
require 'puppet'
require_relative 'plain_errors'

EnvError = Struct.new(:message)
class EnvLogs
  def initialize(sink) = @sink = sink
  def <<(msg) = (@sink << msg; self)
end
Puppet::Util::Log.newdesttype :oracle_env do
  match 'EnvLogs'
  def initialize(dest) = @dest = dest
  def handle(msg) = @dest << msg
end

def read_json(file, default)
  File.exist?(file) ? JSON.parse(File.read(file)) : default
end

def rescued(err)
  msg = err.message
  if err.respond_to?(:line) && err.line && msg !~ /\(file: |\(line: /
    pos = []
    pos << "file: #{err.file}" if err.respond_to?(:file) && err.file
    pos << "line: #{err.line}"
    pos << "column: #{err.pos}" if err.respond_to?(:pos) && err.pos
    msg = "#{msg} (#{pos.join(', ')})"
  end
  msg = "INTERNAL #{err.class}: #{msg}" unless err.is_a?(Puppet::Error)
  EnvError.new(msg)
end

def transcript(logs)
  # Puppet logs the error before it raises it; only the raised one is kept, because it has the column
  if (raised = logs.last).is_a?(EnvError) && logs[-2].respond_to?(:level) && logs[-2].level == :err
    forms = ->(m) { s = m.to_s.sub(/ on node \S+\z/, ''); [s, s.sub(/ \((?:file: [^()]*|line: [^()]*)\)\z/, '')] }
    again = raised.message.sub(/\ACould not parse for environment \S+: /, '')
    logs.delete_at(-2) if (forms.(logs[-2].message) & forms.(again)).any?
  end
  logs.filter_map do |l|
    if l.is_a?(EnvError)
      "Error: #{l.message}"
    else
      next if %i[debug info].include?(l.level)
      level = l.level.to_s == 'err' ? 'Error' : l.level.to_s.capitalize
      src = l.source.to_s
      text = l.message.to_s
      pos = []
      pos << "file: #{l.file}" if l.file && text !~ /\(file: /
      pos << "line: #{l.line}" if l.line && text !~ /line: \d/
      text = "#{text} (#{pos.join(', ')})" unless pos.empty?
      src == 'Puppet' || src.empty? ? "#{level}: #{text}" : "#{level}: #{src}: #{text}"
    end
  end.map { |l| l.gsub(/ on node \S+\z/, '').gsub(/(#<Puppet::Resource::Type):0x\h+>/, '\\1>') + "\n" }.join
end

def compile(root, name, facts, trusted, enc, base_modules)
  logs = []
  catalog = nil
  Puppet::Util::Warnings.clear_warnings # once-only warnings are counted per node
  Puppet.clear_deprecation_warnings
  loaders = Puppet::Environments::Directories.new(File.dirname(root), base_modules)
  env = Puppet.override({ environments: loaders }, 'oracle_env') { loaders.get(:production) }
  Puppet.override({ environments: loaders, current_environment: env }, 'oracle_env') do
    node = Puppet::Node.new(name, environment: env, facts: Puppet::Node::Facts.new(name, facts))
    node.classes = enc['classes'] if enc['classes']
    node.merge(facts)
    node.merge(enc['parameters']) if enc['parameters']
    node.trusted_data = Puppet::Context::TrustedInformation.new(
      trusted['authenticated'] || 'remote', name, trusted['extensions'] || {}, trusted['external'] || {}
    ).to_h
    node.add_server_facts({ 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1',
                            'serverversion' => '8.11.0' })
    Puppet::Util::Log.with_destination(EnvLogs.new(logs)) do
      catalog = Puppet::Parser::Compiler.compile(node).filter(&:virtual?)
    rescue Puppet::Error, SystemStackError, StandardError, ScriptError => e
      logs << rescued(e)
    end
  end
  cat = catalog && JSON.parse(catalog.to_json)
  %w[version catalog_uuid catalog_format code_id].each { |k| cat.delete(k) } if cat
  [transcript(logs), cat && JSON.pretty_generate(cat) + "\n"].map do |t|
    t&.gsub("#{root}/", '')&.gsub(root, '.')
  end
end

# Removes texts by other authors from a catalog: replaces strings of more than 120 characters or several lines by
# {"sha256": digest of the UTF-8 text, "length": number of characters}.
def reduced(value)
  case value
  when String
    return value unless value.length > 120 || value.include?("\n") || value.include?("debian.org/")
    { 'sha256' => Digest::SHA256.hexdigest(value), 'length' => value.length }
  when Array then value.map { |v| reduced(v) }
  when Hash then value.transform_values { |v| reduced(v) }
  else value
  end
end

def reduced_text(cat)
  list = ->(rows) { rows.empty? ? '[]' : "[\n#{rows.map { |r| JSON.generate(reduced(r)) }.join(",\n")}\n]" }
  fields = cat.map { |k, v| "#{JSON.generate(k)}: #{%w[resources edges].include?(k) ? list.(v) : JSON.generate(reduced(v))}" }
  "{\n#{fields.join(",\n")}\n}\n"
end

# Counts the functions that the compiler calls, as its profiler reports them.
class FunctionCounter
  attr_reader :counts

  def initialize = @counts = Hash.new(0)
  def start(_description, _metric_id) = nil
  def finish(_context, _description, metric_id) = metric_id&.first == :functions && @counts[metric_id.last.to_s] += 1
  def shutdown = nil
end

def node_facts(dir, nodes_file)
  return JSON.parse(File.read(nodes_file)) if File.exist?(nodes_file)
  Dir[File.join(dir, 'facts', '*.json')].sort.to_h { |f| [File.basename(f, '.json'), JSON.parse(File.read(f))] }
end

def run_env(dir, nodes_file, opts)
  nodes = node_facts(dir, nodes_file)
  state = File.realpath(Dir.mktmpdir('oracle_env'))
  # providers require files of other modules, which a server has on its load path
  $LOAD_PATH.concat(Dir["#{opts[:modules]}/*/lib"]) if opts[:modules]
  root = File.join(state, 'environments', 'production')
  FileUtils.mkdir_p(root)
  FileUtils.cp_r(File.join(dir, '.'), root)
  FileUtils.rm_rf(File.join(root, 'expected'))
  folders = %w[confdir vardir logdir rundir]
  if opts[:started]
    Puppet.settings.clear
    folders.each { |name| Puppet[name.to_sym] = state }
  else
    Puppet.initialize_settings(folders.flat_map { |name| ["--#{name}", state] }, true, true)
  end
  { strict_variables: true, strict: :error, code: '', basemodulepath: '', certname: 'puppet.example.com',
    environmentpath: File.dirname(root) }.each { |k, v| Puppet[k] = v }
  global = File.join(root, 'global', 'hiera.yaml')
  Puppet[:hiera_config] = global if File.exist?(global)
  read_json(File.join(dir, 'settings.json'), {}).each { |k, v| Puppet[k.to_sym] = v }
  trusted = read_json(File.join(dir, 'trusted.json'), {})
  enc = read_json(File.join(dir, 'enc.json'), {})
  differ = false
  counter = FunctionCounter.new
  Puppet::Util::Profiler.add_profiler(counter) if opts[:trace]
  types = Hash.new(0)
  nodes.each do |name, facts|
    next unless opts[:only].empty? || opts[:only].include?(name)
    out, cat = compile(root, name, facts, trusted[name] || {}, enc[name] || {}, [opts[:modules]].compact)
    if opts[:modules]
      parent = File.dirname(opts[:modules])
      out = out.gsub("#{parent}/", '')
      cat = cat&.gsub("#{parent}/", '')
    end
    JSON.parse(cat)['resources'].each { |r| types[r['type']] += 1 } if cat && opts[:trace]
    next opts[:answers][name] = { out: out, catalog: cat } if opts[:answers]
    base = File.join(opts[:out] || File.join(dir, 'expected'), name)
    if opts[:reduced]
      FileUtils.mkdir_p(File.dirname(base))
      File.write("#{base}.out", out)
      cat ? File.write("#{base}.json", reduced_text(JSON.parse(cat))) : FileUtils.rm_f("#{base}.json")
    elsif opts[:stdout]
      puts "== #{dir} #{name}", out, cat
    elsif opts[:check]
      same = File.exist?("#{base}.out") && File.read("#{base}.out") == out &&
             (File.exist?("#{base}.catalog.json") ? File.read("#{base}.catalog.json") : nil) == cat
      puts "differs: #{dir} #{name}" unless same
      differ ||= !same
    else
      FileUtils.mkdir_p(File.dirname(base))
      File.write("#{base}.out", out)
      cat ? File.write("#{base}.catalog.json", cat) : FileUtils.rm_f("#{base}.catalog.json")
    end
  end
  trace = { 'functions' => counter.counts.sort.to_h, 'types' => types.sort.to_h }
  File.write(opts[:trace], JSON.pretty_generate(trace)) if opts[:trace]
  !differ
ensure
  FileUtils.remove_entry(state) if state
end

if $PROGRAM_NAME == __FILE__
  opts = { only: [] }
  jobs = []
  until ARGV.empty?
    case (a = ARGV.shift)
    when '--check' then opts[:check] = true
    when '--stdout' then opts[:stdout] = true
    when '--node' then opts[:only] << ARGV.shift
    when '--basemodulepath' then opts[:modules] = File.expand_path(ARGV.shift)
    when '--out' then opts[:out] = ARGV.shift
    when '--reduced' then opts[:reduced] = true
    when '--trace' then opts[:trace] = ARGV.shift
    when /\.json\z/ then abort 'a NODES.json must follow its ENVDIR' if jobs.empty?; jobs.last[1] = a
    else jobs << [a.chomp('/'), File.join(a, 'nodes.json')]
    end
  end
  abort 'usage: oracle_env.rb [--check|--stdout] [--node NAME] ENVDIR [NODES.json] ...' if jobs.empty?

  good = jobs.map do |dir, nodes_file|
    $stdout.flush
    pid = fork { exit!(run_env(dir, nodes_file, opts) ? ($stdout.flush; 0) : ($stdout.flush; 1)) }
    Process.wait(pid)
    $?.success?
  end
  exit(good.all? ? 0 : 1)
end
