#!/usr/bin/env ruby
# frozen_string_literal: true
# Compiles every node of many environments, as oracle_env.rb does, without starting Puppet each time.
#
#   oracle_warm.rb < requests > answers
#
# A request is a line with the path of an environment. The answer is a line of JSON:
#   {"NODE": {"out": transcript, "catalog": text or null}, ..}, or {"failed": why}
# An empty line has no answer. After it, the next environment is compiled by a fresh process.
#
# Puppet is loaded once. Forked processes compile 100 environments each, because the first one of a process costs
# twice as much as the others. An environment can affect the next one in its process (types, constants, warnings
# that are given once). To check a difference, the client sends an empty line and asks again.
require_relative 'oracle_env'

ROW = 100
SECONDS_MAX = 15
SLOTS_MAX = 20_000_000

def answer(dir)
  answers = {}
  used = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID).to_i
  Process.setrlimit(Process::RLIMIT_CPU, used + SECONDS_MAX, Process::RLIM_INFINITY)
  run_env(dir, File.join(dir, 'nodes.json'), { only: [], answers: answers, started: true })
  answers
rescue StandardError, SystemStackError, ScriptError => e
  { failed: "#{e.class}: #{e.message}" }
end

# A process that answers a number of requests.
class Row
  def initialize
    requests, @requests = IO.pipe
    @answers, answers = IO.pipe
    @left = ROW
    @pid = fork do
      @requests.close
      @answers.close
      GC.disable # the heap stays small, and marking it would copy the pages that are shared with the parent
      requests.each_line(chomp: true) do |dir|
        answers.puts(JSON.generate(answer(dir)))
        answers.flush
        GC.start if GC.stat(:heap_live_slots) > SLOTS_MAX
      end
      exit!(0)
    end
    requests.close
    answers.close
  end

  def ended? = @left.zero?

  def ask(dir)
    @left -= 1
    @requests.puts(dir)
    @requests.flush
    @answers.gets || failed
  rescue Errno::EPIPE
    failed
  end

  def end
    @requests.close
    @answers.close
    Process.wait(@pid)
    @left = 0
  end

  private

  def failed
    self.end
    JSON.generate(failed: $?.to_s)
  end
end

# Makes each process load in advance what its first compilation would load: settings, facter, formats,
# indirections.
WARM = <<~PUPPET
  include lookup('classes', Array, 'unique', [])
  notice(inline_template('<%= @x %>'), inline_epp('<%= 1 %>'), [1].map |$x| { $x }.flatten)
  Exec { path => '/bin' }
  file { '/a': ensure => file, content => sprintf('%d', 1) } -> exec { 'true': }
PUPPET

def start
  Puppet::Type.loadall
  Dir.mktmpdir('oracle_warm') do |dir|
    { 'nodes.json' => '{"n": {}}', 'manifests/site.pp' => WARM, 'hiera.yaml' => "version: 5\n" }.each do |name, text|
      FileUtils.mkdir_p(File.dirname(File.join(dir, name)))
      File.write(File.join(dir, name), text)
    end
    answers = {}
    run_env(dir, File.join(dir, 'nodes.json'), { only: [], answers: answers })
    answers.values.all? { |node| node[:catalog] } or abort("oracle_warm: #{answers}")
  end
  GC.start
  GC.compact if GC.respond_to?(:compact)
end

answers = $stdout.dup
answers.sync = true
$stdout.reopen($stderr)
start
row = nil
$stdin.each_line(chomp: true) do |dir|
  row&.end if row && (dir.empty? || row.ended?)
  next row = nil if dir.empty?

  row = Row.new if row.nil? || row.ended?
  answers.puts(row.ask(dir))
end
