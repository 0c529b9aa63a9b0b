# frozen_string_literal: true
# Makes the answers of the conformance protocol (conformance/PROTOCOL.md) from the objects of a real Puppet: rich
# data, errors, logs, catalogs and syntax trees.  Used by oracle_serve.rb and by the recorder.
require 'json'
require 'puppet'
require 'puppet/pops'
require 'puppet/pops/pn'

# PN dumps of definitions with a captures-rest parameter call this by mistake, so it must exist.
unless Puppet::Pops::PN.respond_to?(:Literal)
  Puppet::Pops::PN.define_singleton_method(:Literal) { |v| Puppet::Pops::PN::Literal.new(v) }
end

module Contract
  class NotEncodable < StandardError; end

  P = Puppet::Pops
  LEVELS = %i[notice warning err alert emerg crit].freeze
  POSITION = /\s*\((?=(?:file|line):)(?:file: (?<file>(?:(?!\(file: ).)*?))?(?:, )?(?:line: (?<line>\d+))?(?:, column: (?<column>\d+))?\)\s*\z/.freeze
  ON_NODE = / on node \S+\z/.freeze

  module_function

  # ---- values ------------------------------------------------------------------------------

  # Raises NotEncodable for a value without a rich data form (closures, iterators, Ruby objects).
  def check_encodable(v, seen = [])
    case v
    when nil, true, false, Integer, Float, String, Regexp, :undef, :default
      nil
    when Symbol
      raise NotEncodable, 'symbol'
    when Array
      raise NotEncodable, 'cycle' if seen.any? { |s| s.equal?(v) }
      v.each { |e| check_encodable(e, seen + [v]) }
    when Hash
      raise NotEncodable, 'cycle' if seen.any? { |s| s.equal?(v) }
      v.each { |k, e| check_encodable(k, seen + [v]); check_encodable(e, seen + [v]) }
    when P::Types::PSensitiveType::Sensitive
      check_encodable(v.unwrap, seen)
    when P::Types::PBinaryType::Binary, P::Time::Timestamp, P::Time::Timespan,
         SemanticPuppet::Version, SemanticPuppet::VersionRange, P::Types::PAnyType, URI
      nil
    when P::Types::PuppetObject
      nil
    else
      raise NotEncodable, v.class.name
    end
  end

  def rich(v)
    check_encodable(v)
    encode(v)
  end

  def encode(v)
    case v
    when nil, :undef then nil
    when true, false, Integer, String then v
    when Float
      v.nan? || v.infinite? ? { '__ptype' => 'Float', '__pvalue' => v.to_s } : v
    when Array then v.map { |e| encode(e) }
    when Hash
      if v.each_key.all? { |k| k.is_a?(String) } && !v.key?('__ptype')
        v.to_h { |k, e| [k, encode(e)] }
      else
        { '__ptype' => 'Hash', '__pvalue' => v.flat_map { |k, e| [encode(k), encode(e)] } }
      end
    when P::Types::PSensitiveType::Sensitive
      { '__ptype' => 'Sensitive', '__pvalue' => encode(v.unwrap) }
    when P::Types::PAnyType
      { '__ptype' => 'Type', '__pvalue' => v.to_s }
    else
      P::Serialization::ToDataConverter.convert(v, rich_data: true, symbol_as_string: true,
                                                   local_reference: false, type_by_reference: true)
    end
  end

  def value_fields(v)
    out = {}
    begin
      out['value'] = rich(v)
    rescue NotEncodable, StandardError
      nil
    end
    begin
      s = P::Types::StringConverter.convert(v, '%p')
      out['value_string'] = s unless s =~ /:0x\h{8}/ # a Ruby object's own text
    rescue StandardError
      nil
    end
    begin
      out['value_type'] = P::Types::TypeCalculator.infer_set(v).to_s
    rescue StandardError
      nil
    end
    out
  end

  # Converts rich data of a request to a value: the inverse of +rich+.
  def decode(v, loader = nil)
    case v
    when Array then v.map { |e| decode(e, loader) }
    when Hash
      case v['__ptype']
      when nil then v.to_h { |k, e| [k, decode(e, loader)] }
      when 'Hash' then v['__pvalue'].each_slice(2).to_h { |k, e| [decode(k, loader), decode(e, loader)] }
      when 'Sensitive' then P::Types::PSensitiveType::Sensitive.new(decode(v['__pvalue'], loader))
      when 'Type' then P::Types::TypeParser.singleton.parse(v['__pvalue'], loader)
      when 'Float' then { 'NaN' => Float::NAN, 'Infinity' => Float::INFINITY, '-Infinity' => -Float::INFINITY }[v['__pvalue']]
      else P::Serialization::FromDataConverter.convert(v)
      end
    else v
    end
  end

  # ---- text with positions -----------------------------------------------------------------

  # Replaces absolute paths by tokens. paths: [[absolute, token], ...]
  def tidy(text, paths)
    text = text.to_s.dup
    text = text.dup.force_encoding('UTF-8').scrub unless text.encoding == Encoding::UTF_8 && text.valid_encoding?
    paths.each { |abs, token| text = text.gsub(abs, token) if abs && !abs.empty? }
    text
  end

  # Returns [message without the position at its end, file, line, column].
  def split_position(text)
    text = text.sub(ON_NODE, '')
    file = line = column = nil
    while (m = POSITION.match(text))
      file ||= m[:file]
      line ||= m[:line]&.to_i
      column ||= m[:column]&.to_i
      rest = m.pre_match.sub(ON_NODE, '')
      break if rest.empty?
      text = rest
    end
    file = nil if file && (file.empty? || file == 'unknown' || file == '<unknown>')
    [text, file, line, column]
  end

  def error(e, paths = [])
    text = tidy(e.message, paths)
    message, file, line, column = split_position(text)
    if e.respond_to?(:line)
      line ||= e.line if e.line.is_a?(Integer)
      column ||= e.pos if e.respond_to?(:pos) && e.pos.is_a?(Integer)
      f = e.respond_to?(:file) ? e.file : nil
      file ||= tidy(f, paths) if f.is_a?(String) && !f.empty?
    end
    file = nil unless file.nil? || file.start_with?('{{env}}', '{{global}}')
    { 'message' => message, 'file' => file, 'line' => line, 'column' => column }
  end

  def log_entries(logs, paths = [], error = nil)
    out = logs.select { |l| LEVELS.include?(l.level) }.map do |l|
      message, file, line, column = split_position(tidy(l.message, paths))
      file ||= tidy(l.file, paths) if l.file
      file = nil unless file.nil? || file.start_with?('{{env}}', '{{global}}')
      line ||= l.line if l.line.is_a?(Integer)
      { 'level' => l.level.to_s, 'source' => tidy(l.source, paths), 'message' => message,
        'file' => file, 'line' => line, 'column' => column }
    end
    # the compiler logs the error that it then raises
    out.pop if error && out.last && out.last['level'] == 'err' && out.last['message'] == error['message']
    out
  end

  # ---- catalog -----------------------------------------------------------------------------

  def catalog(cat, paths = [])
    cat = cat.filter(&:virtual?)
    resources = cat.resources.map do |r|
      params = {}
      namevar = r.send(:namevar)
      r.to_hash.each do |k, v|
        next if k == namevar && v == r.title # catalogs omit it, too
        params[k.to_s] = begin
          param(v)
        rescue NotEncodable => e
          { '__ptype' => 'Opaque', '__pvalue' => e.message }
        end
      end
      h = { 'type' => r.type.to_s, 'title' => tidy(r.title, paths), 'exported' => r.exported ? true : false,
            'tags' => r.tags.to_a.map(&:to_s).sort, 'line' => r.line,
            'parameters' => tidy_deep(params, paths) }
      sensitive = r.sensitive_parameters.map(&:to_s).sort
      h['sensitive'] = sensitive unless sensitive.empty?
      h
    end
    { 'name' => cat.name.to_s, 'environment' => cat.environment.to_s, 'classes' => cat.classes.map(&:to_s),
      'resources' => resources,
      'edges' => cat.edges.map { |e| [tidy(e.source.to_s, paths), tidy(e.target.to_s, paths)] }.sort }
  end

  # A resource reference is a type in the language, but a "Type[title]" string in a catalog.
  def param(v)
    case v
    when Puppet::Resource then v.ref
    when Symbol then v == :undef ? nil : (v == :default ? encode(v) : v.to_s)
    when Array then v.map { |e| param(e) }
    when Hash then v.each_key.all?(String) ? v.to_h { |k, e| [k, param(e)] } : rich(v)
    else rich(v)
    end
  end

  def tidy_deep(v, paths)
    return v if paths.empty?
    case v
    when String then tidy(v, paths)
    when Array then v.map { |e| tidy_deep(e, paths) }
    when Hash then v.to_h { |k, e| [k.is_a?(String) ? tidy(k, paths) : k, tidy_deep(e, paths)] }
    else v
    end
  end

  # ---- syntax trees ------------------------------------------------------------------------

  # Returns the fields of the answer to a request of kind "parse".
  def parse(code, epp: false, validate: false, paths: [])
    parser = epp ? P::Parser::EppParser.new : P::Parser::Parser.new
    out = { 'logs' => [], 'error' => nil }
    begin
      model = parser.parse_string(code, nil)
      model = model.model if model.respond_to?(:model)
      pn = P::Model::PNTransformer.transform(model)
      out['value'] = pn.to_data
      out['value_string'] = pn.to_s
      if validate
        acceptor = P::Validation::Acceptor.new
        P::Validation::ValidatorFactory_4_0.new.validator(acceptor).validate(model)
        out['logs'] = acceptor.diagnostics.map { |d| diagnostic(d, paths) }
      end
    rescue StandardError => e
      out['error'] = error(e, paths)
    end
    out
  end

  def diagnostic(d, paths)
    line = column = nil
    if d.source_pos
      line = d.source_pos.line
      column = d.source_pos.pos
    end
    message = d.issue.format(d.arguments)
    level = { error: 'err', warning: 'warning', deprecation: 'warning' }[d.severity] || d.severity.to_s
    { 'level' => level, 'source' => 'Puppet', 'message' => tidy(message, paths), 'issue' => d.issue.issue_code.to_s,
      'file' => nil, 'line' => line, 'column' => column }
  end
end
