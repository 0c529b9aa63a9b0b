#!/usr/bin/env ruby
# frozen_string_literal: true
# Writes the results of a real Puppet's parser and static checks for every manifest and template in a folder of
# modules.
#
#   RUBYLIB=/path/to/puppet/lib ruby pn_all.rb corpus/modules > conformance/real/trees.txt
#   RUBYLIB=/path/to/puppet/lib ruby pn_all.rb --each corpus/modules
#
# Writes a line for each module: its name, the number of its files, and a digest of all their syntax trees (PN),
# errors and warnings.  With --each, writes a line for each file, to find a difference. `bunraku conformance trees`
# writes the same lines and compares them.
require 'digest'
require_relative 'contract'

Puppet.initialize_settings([], true, true)
Puppet[:strict] = :error

def outcome(path)
  code = File.binread(path).force_encoding('UTF-8')
  return 'not UTF-8' unless code.valid_encoding?
  answer = Contract.parse(code.delete_prefix("\u{feff}"), epp: path.end_with?('.epp'), validate: true)
  lines = [answer['value_string']].compact
  error = answer['error']
  lines << "error #{error['line']}:#{error['column']} #{error['message']}" if error
  answer['logs'].each { |l| lines << "#{l['level']} #{l['line']}:#{l['column']} #{l['issue']} #{l['message']}" }
  lines.join("\n")
end

each = ARGV.delete('--each')
root = ARGV.fetch(0)
Dir.children(root).sort.each do |name|
  files = Dir.glob('**/*.{pp,epp}', base: "#{root}/#{name}").sort
  next if files.empty?
  outcomes = files.map { |file| [file, outcome("#{root}/#{name}/#{file}")] }
  digest = Digest::SHA256.new
  outcomes.each do |file, text|
    digest << "#{file}\n#{text}\n"
    puts "#{name}/#{file} #{Digest::SHA256.hexdigest(text)}" if each
  end
  puts "#{name} #{files.size} #{digest.hexdigest}" unless each
end
