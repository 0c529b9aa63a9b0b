#!/usr/bin/env ruby
# frozen_string_literal: true
# Reference oracle for `bunraku conformance corpus`: performs many compilations in environments that stay warm.
#
#   oracle_corpus.rb      reads lines of JSON and answers each with a line of JSON
#
# First it writes a line with the implementation: {"implementation": "puppet", "version": "8.11.0"}.  The requests are
#   {"open": DIR}   opens the directory environment DIR/production in a process of its own       -> {"opened": true}
#   {"close": true} ends that process                                                            -> {"closed": true}
#   {"code": .., "node": .., "facts": {..}, "seconds": 20}   a question                            -> see below
# A question has `code` (the text of the main manifest) or `file` (its path); without both, the environment's own main
# manifest is compiled.  The answer is {"logs": [line, ..], "error": line or null, "catalog": text of JSON or null}, or
# {"late": true} if the time has run out.  The logs contain only the entries of code, because warnings about a file
# depend on whether another question has loaded it before.
#
# Questions with `code` share an environment, whose files stay loaded, as in a server; only the main manifest is
# replaced.  A question with `file` gets its own environment in a forked process.
# Uses the Puppet on RUBYLIB (lib/ of a source tree), otherwise the installed one.
require 'json'
require 'timeout'
require 'puppet'
require_relative 'plain_errors'

PUPPET = File.dirname($LOADED_FEATURES.find { |path| path.end_with?('/puppet.rb') })
ANSWERS = $stdout.dup
$stdout.reopen($stderr) # output of code must not mix with the answers
Process.setrlimit(Process::RLIMIT_AS, 6 << 30)

class CorpusLogs
  attr_reader :list

  def initialize = @list = []
  def <<(msg) = @list << msg
end
Puppet::Util::Log.newdesttype :corpus do
  match 'CorpusLogs'
  def initialize(dest) = @dest = dest
  def handle(msg) = @dest << msg
end

def answer(fields)
  ANSWERS.puts(JSON.generate(fields))
  ANSWERS.flush
end

def place(file, line, column = nil)
  parts = []
  parts << "file: #{file}" if file
  parts << "line: #{line}"
  parts << "column: #{column}" if column
  "(#{parts.join(', ')})"
end

def tidy(text) = text.gsub(/ on node \S+\z/, '').gsub(/(#<Puppet::Resource::Type):0x\h+>/, '\\1>')

def error_text(err)
  msg = err.message.to_s
  if err.respond_to?(:line) && err.line && msg !~ /\(file: |\(line: /
    msg = "#{msg} #{place(err.respond_to?(:file) ? err.file : nil, err.line, err.respond_to?(:pos) ? err.pos : nil)}"
  end
  msg = "INTERNAL #{err.class}: #{msg}" unless err.is_a?(Puppet::Error)
  tidy(msg.scrub)
end

def log_text(entry)
  level = entry.level.to_s == 'err' ? 'Error' : entry.level.to_s.capitalize
  text = entry.message.to_s
  text = "#{text} #{place(entry.file, entry.line)}" if entry.line && text !~ /line: \d|\(file: /
  tidy("#{level}: #{entry.source}: #{text}".scrub)
end

# One environment, and the answers to questions about it.
class Corpus
  def initialize(dir)
    # the usual folders, because catalogs show them; nothing is read from or written to them
    Puppet.initialize_settings(
      ['--confdir', '/etc/puppetlabs/puppet', '--codedir', '/etc/puppetlabs/code', '--vardir', '/opt/puppetlabs/puppet/cache',
       '--logdir', '/var/log/puppetlabs/puppet', '--rundir', '/var/run/puppetlabs'], true, true
    )
    { strict_variables: true, strict: :error, code: '', basemodulepath: '', certname: 'puppet.example.com',
      environmentpath: dir }.each { |k, v| Puppet[k] = v }
    @loaders = Puppet::Environments::Directories.new(dir, [])
    Puppet.push_context({ environments: @loaders }, 'corpus')
    @configured = @loaders.get(:production)
    @alone = @configured.override_with(manifest: Puppet::Node::Environment::NO_MANIFEST)
    # providers require files of other modules, which a server has on its load path
    @configured.modulepath.each { |folder| $LOAD_PATH.concat(Dir["#{folder}/*/lib"]) }
  end

  def answer(question)
    if question['file']
      apart { compile(question, @configured.override_with(manifest: question['file'])) }
    elsif question['code'].to_s.match?(/^\s*(function|class|define|type)\s/)
      # other questions must not see the definitions of this one
      apart do
        Puppet[:code] = question['code']
        compile(question, @configured.override_with(manifest: Puppet::Node::Environment::NO_MANIFEST))
      end
    elsif question['code']
      compile(question, @alone) { put_main(question['code']) }
    else
      compile(question, @configured)
    end
  end

  private

  # Answers in a forked process, so that no other question sees its definitions and types.
  def apart
    reader, writer = IO.pipe
    pid = fork do
      reader.close
      writer.write(JSON.generate(yield))
      writer.close
      exit!(0)
    end
    writer.close
    text = reader.read
    Process.wait(pid)
    text.empty? ? { 'late' => true } : JSON.parse(text)
  end

  def put_main(code)
    types = @alone.known_resource_types
    types.instance_variable_get(:@hostclasses).delete('')
    parser = Puppet::Parser::ParserFactory.parser
    parser.string = code
    types.import_ast(parser.parse, '')
  end

  def compile(question, environment, &before)
    Puppet::Util::Warnings.clear_warnings
    Puppet.clear_deprecation_warnings
    logs = CorpusLogs.new
    out = { 'logs' => [], 'error' => nil, 'catalog' => nil }
    Timeout.timeout(question['seconds'] || 20) do
      Puppet.override({ current_environment: environment }, 'corpus') do
        Puppet::Util::Log.with_destination(logs) do
          before&.call
          catalog = Puppet::Parser::Compiler.compile(node(question, environment)).filter(&:virtual?)
          out['catalog'] = written(catalog)
        rescue Timeout::Error
          raise
        rescue LoadError => e
          return { 'late' => true } if lacks_library?(e)
          out['error'] = "Error: #{error_text(e)}"
        rescue SystemStackError, StandardError, ScriptError, UncaughtThrowError => e
          out['error'] = "Error: #{error_text(e)}"
        end
      end
    end
    shown = logs.list.reject { |l| %i[debug info].include?(l.level) || !l.source.to_s.start_with?('Scope(') }
    out['logs'] = shown.map { |l| log_text(l) }
    out
  rescue Timeout::Error
    { 'late' => true }
  end

  # Returns whether the error is that a library is missing that Puppet's packages bring (scanf).
  def lacks_library?(error)
    from = (error.backtrace || []).find { |line| !line.include?('rubygems') }
    from.to_s.start_with?(PUPPET)
  end

  def written(catalog)
    fields = JSON.parse(catalog.to_json)
    %w[version catalog_uuid catalog_format code_id].each { |key| fields.delete(key) }
    JSON.generate(fields)
  end

  def node(question, environment)
    name = question['node']
    facts = question['facts']
    node = Puppet::Node.new(name, environment: environment, facts: Puppet::Node::Facts.new(name, facts))
    node.merge(facts)
    node.trusted_data = Puppet::Context::TrustedInformation.new('remote', name, {}, {}).to_h
    node.add_server_facts({ 'servername' => 'puppet.example.com', 'serverip' => '192.0.2.1', 'serverversion' => '8.11.0' })
    node
  end
end

# Serves one environment until it is closed. Returns true if more requests may come.
def serve(dir)
  corpus = Corpus.new(dir)
  answer('opened' => true)
  while (line = $stdin.gets)
    question = JSON.parse(line)
    break if question['close']
    answer(corpus.answer(question))
  end
end

implementation = Puppet.respond_to?(:implementation) ? Puppet.implementation : 'puppet'
answer('implementation' => implementation, 'version' => Puppet.version)
while (line = $stdin.gets)
  dir = JSON.parse(line)['open'] or next
  # the next line is only sent after the answer to this one, so the processes do not read each other's lines
  pid = fork do
    serve(dir)
    exit!(0)
  end
  Process.wait(pid)
  answer('closed' => true)
end
