#!/usr/bin/env ruby
# frozen_string_literal: true
# Serves the conformance protocol (conformance/PROTOCOL.md) with a real Puppet: reads a JSON request per
# line from stdin and writes a JSON answer per line to stdout, in the same order.
#
#   RUBYLIB=/path/to/puppet/lib ruby oracle_serve.rb < requests.jsonl > answers.jsonl
#
# Uses the Puppet on RUBYLIB, otherwise the installed one.
require 'fileutils'
require 'set'
require 'tmpdir'
require_relative 'plain_errors'
require_relative 'contract'

ANSWERS = $stdout.dup
ANSWERS.sync = true
$stdout.reopen($stderr)

ROOT = File.realpath(Dir.mktmpdir('oracle-serve'))
at_exit { FileUtils.remove_entry(ROOT) if File.directory?(ROOT) }
Puppet.initialize_settings(['--confdir', "#{ROOT}/conf", '--vardir', "#{ROOT}/var", '--logdir', "#{ROOT}/log",
                            '--rundir', "#{ROOT}/run", '--codedir', "#{ROOT}/code"], true, true)
Puppet.runtime[:facter] if Puppet.respond_to?(:runtime)

DEFAULTS = { strict: :error, strict_variables: true, tasks: false, rich_data: true }.freeze

# The log destination. It must not be an Array, because Puppet uses log destinations as hash keys.
class ServeLogs
  attr_reader :list

  def initialize = @list = []
  def <<(msg) = @list << msg
end
Puppet::Util::Log.newdesttype :serve do
  match 'ServeLogs'
  def initialize(dest) = @dest = dest
  def handle(msg) = @dest << msg
  def flush; end
  def close; end
end

def lay_out(root, files, paths)
  (files || {}).each do |rel, content|
    raise ArgumentError, "bad path #{rel}" if rel.start_with?('/') || rel.split('/').include?('..')
    path = File.join(root, rel)
    FileUtils.mkdir_p(rel.end_with?('/') ? path : File.dirname(path))
    next if rel.end_with?('/')
    paths.each { |abs, token| content = content.gsub(token, abs) }
    File.binwrite(path, content)
  end
end

def untoken(v, paths)
  case v
  when String then paths.reduce(v) { |s, (abs, token)| s.gsub(token, abs) }
  when Array then v.map { |e| untoken(e, paths) }
  when Hash then v.to_h { |k, e| [untoken(k, paths), untoken(e, paths)] }
  else v
  end
end

def answer(req)
  env_name = req['environment'] || 'production'
  box = Dir.mktmpdir('q', ROOT)
  env_root = "#{box}/environments/#{env_name}"
  global = "#{box}/global"
  FileUtils.mkdir_p([env_root, global])
  paths = [[env_root, '{{env}}'], [global, '{{global}}']]
  settings = DEFAULTS.merge((req['settings'] || {}).to_h { |k, v| [k.to_sym, v] })
  settings[:strict] = settings[:strict].to_s.to_sym
  settings[:hiera_config] = "#{global}/hiera.yaml"
  settings[:codedir] = global
  settings[:environmentpath] = "#{box}/environments"
  settings[:environment] = env_name
  settings[:basemodulepath] = "#{global}/modules"
  settings.select! { |k, _| Puppet.settings.include?(k) }
  lay_out(env_root, req['files'], paths)
  lay_out(global, req['global'], paths)
  saved = settings.to_h { |k, _| [k, Puppet[k]] }
  begin
    settings.each { |k, v| Puppet[k] = v }
    req = untoken(req.reject { |k, _| %w[files global].include?(k) }, paths)
    respond(req, env_name, "#{box}/environments", paths)
  ensure
    saved.each { |k, v| Puppet[k] = v }
    FileUtils.remove_entry(box)
  end
end

def respond(req, env_name, environmentpath, paths)
  kind = req['kind']
  code = req['code']
  if kind == 'parse'
    return Contract.parse(code, epp: req['epp'], validate: req['validate'], paths: paths)
  end

  Puppet[:code] = kind == 'eval' || kind == 'catalog' ? code.to_s : req['manifest'].to_s
  # Puppet uses the environment's manifests if the setting `code` is empty
  Puppet[:code] = 'undef' if !%w[eval catalog].include?(kind) && Puppet[:code].empty?
  # warnings that Puppet gives only once are given again for each request
  Puppet.clear_deprecation_warnings
  Puppet::Util::Warnings.clear_warnings
  # the formatter keeps its state after an error
  Thread.current.thread_variable_set(:'Puppet::Pops::Types::TypeFormatter.singleton', nil)
  logs = ServeLogs.new
  out = {}
  err = nil
  loaders = Puppet::Environments::Directories.new(environmentpath, [])
  # the loader reads environment.conf through the context's own environments
  env = Puppet.override({ environments: loaders }) { loaders.get(env_name.to_sym) }
  # the loader finds no environment if its name cannot be that of a folder
  env ||= Puppet::Node::Environment.create(env_name.to_sym, ["#{environmentpath}/#{env_name}/modules"],
                                           "#{environmentpath}/#{env_name}/manifests")
  Puppet.override({ environments: loaders, current_environment: env }, 'conformance') do
    node = Puppet::Node.new(req['node'] || 'test.example.com', environment: env)
    if req['facts']
      facts = Contract.decode(req['facts'])
      node = Puppet::Node.new(node.name, environment: env, facts: Puppet::Node::Facts.new(node.name, facts))
      node.merge(facts)
    end
    node.trusted_data = req['trusted'] if req.key?('trusted')
    node.instance_variable_set(:@server_facts, req['server_facts']) if req['server_facts']
    node.classes = req['classes'] if req['classes']
    Puppet::Util::Log.with_destination(logs) do
      begin
        env.check_for_reparse
        compiler = Puppet::Parser::Compiler.new(node)
        Puppet.override(loaders: compiler.loaders) do
          (req['variables'] || {}).each { |k, v| compiler.topscope.setvar(k, Contract.decode(v)) }
        end
        compiler.compile do |catalog|
          scope = compiler.topscope
          case kind
          when 'eval', 'catalog'
            out['catalog'] = Contract.catalog(catalog, paths)
          when 'value'
            logs.list.clear
            v = Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, code, nil)
            out.merge!(Contract.tidy_deep(Contract.value_fields(v), paths))
          when 'epp'
            logs.list.clear
            params = req['params'] && Contract.decode(req['params'])
            v = Puppet::Pops::Evaluator::EppEvaluator.inline_epp(scope, code, params)
            out.merge!(Contract.tidy_deep(Contract.value_fields(v), paths))
          when 'type'
            logs.list.clear
            t = Puppet::Pops::Types::TypeParser.singleton.parse(code, compiler.loaders.private_environment_loader)
            out.merge!(Contract.value_fields(t))
          else
            raise ArgumentError, "unknown kind #{kind}"
          end
        end
      rescue Puppet::Error, StandardError, SystemStackError, UncaughtThrowError => e
        err = Contract.error(e, paths)
      end
    end
  end
  out = {} if err
  out['logs'] = Contract.log_entries(logs.list, paths, err)
  out['error'] = err
  out
end

$stdin.each_line do |line|
  next if line.strip.empty?
  id = nil
  result =
    begin
      req = JSON.parse(line)
      id = req['id']
      answer(req)
    rescue StandardError, NotImplementedError, SystemStackError => e
      { 'failed' => "#{e.class}: #{e.message}" }
    end
  ANSWERS.puts(JSON.generate({ 'id' => id }.merge(result)))
end
