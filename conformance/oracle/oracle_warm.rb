#!/usr/bin/env ruby
# frozen_string_literal: true
# Compiles every node of many environments, as oracle_env.rb does, without starting Puppet each time.
#
#   oracle_warm.rb < requests > answers
#
# A request is a line with the path of an environment; its answer a line of JSON:
#   {"NODE": {"out": transcript, "catalog": text or null}, ..}, or {"failed": why}
#
# Puppet is loaded once. Each environment is compiled by a forked process, so nothing of one environment
# (types, functions, constants, settings, warnings that are given once) reaches the next.
require_relative 'oracle_env'

# Loads early the libraries that a compilation would load at first use.
Puppet::Type.loadall
Puppet::Pops::Loaders
Puppet::Functions
Puppet::Parser::Functions
Puppet::Pops::Parser::EvaluatingParser.new.parse_string('$a = "x${1}"')
require 'erb'
GC.start
GC.compact if GC.respond_to?(:compact)

SECONDS_MAX = 15

def answer(dir)
  answers = {}
  Process.setrlimit(Process::RLIMIT_CPU, SECONDS_MAX)
  run_env(dir, File.join(dir, 'nodes.json'), { only: [], answers: answers })
  answers
rescue StandardError, SystemStackError, ScriptError => e
  { failed: "#{e.class}: #{e.message}" }
end

SAID = $stdout.dup
SAID.sync = true
$stdout.reopen($stderr)
$stdin.each_line(chomp: true) do |dir|
  reader, writer = IO.pipe
  pid = fork do
    reader.close
    writer.write(JSON.generate(answer(dir)))
    writer.close
    exit!(0)
  end
  writer.close
  text = reader.read
  reader.close
  Process.wait(pid)
  SAID.puts($?.success? ? text : JSON.generate(failed: $?.to_s))
end
