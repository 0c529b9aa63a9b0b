# frozen_string_literal: true

# Makes stand-ins for missing private data that the error of a compilation names: secret files and keys of the
# hierarchy.  Adds each to the lists of this folder and to the environment, so that the compilation can be tried again.
module Complete
  SECRETS = File.join(__dir__, 'secrets.txt')
  DATA = 'private/hieradata/stand_ins.yaml'

  # The beginnings of types, each with a value that fits, in YAML.
  VALUES = {
    /\AOptional\[/ => '~', /\A(Hash|Struct)/ => '{}', /\A(Array|Tuple)/ => '[]', /\ABoolean/ => 'false',
    /\A(Stdlib::Port|Integer|Numeric|Float)/ => '1024', /\AStdlib::IP/i => '10.64.0.10',
    /\AStdlib::(Host|Fqdn)/ => 'standin1001.eqiad.wmnet', /\AStdlib::(Unixpath|Absolutepath)/i => '/srv/stand-in',
    /\AStdlib::.*Url/i => 'https://stand-in.example.org/', /\AStdlib::Datasize/i => '10M',
    /\AStdlib::Email/ => 'root@example.org', /\AWmflib::Ensure/ => 'absent', /\ASensitive/ => 'standin'
  }.freeze

  module_function

  # Returns whether a stand-in was added, so that another attempt is worthwhile.
  def add_what_lacks(message, environment)
    secret = message[/secret\(\): invalid secret ([^ )]+)/, 1]
    return add_secret(secret, environment) if secret

    key, type = missing_key(message, environment)
    key ? add_key(key, value(key, type), environment) : false
  end

  def add_secret(name, environment)
    path = File.join(environment, 'private/modules/secret/secrets', name)
    return false if File.exist?(path)

    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, "stand-in for the secret #{name}\n")
    File.write(SECRETS, (File.readlines(SECRETS) << "#{name}\n").sort.join)
    true
  end

  def add_key(key, value, environment)
    files = [File.join(__dir__, 'overlay', DATA), File.join(environment, DATA)]
    return false if File.read(files[0]).match?(/^#{Regexp.escape(key)}: /)

    files.each { |path| File.write(path, "#{key}: #{value}\n", mode: 'a') }
    true
  end

  # Returns the key that a lookup does not find or for which a class has no value, and its type if it is known.
  def missing_key(message, environment)
    if message =~ /did not find a value for the name '([^']+)'(?: \(file: ([^,)]+), line: (\d+))?/
      key, file, line = $1, $2, $3
      [key, file && type_at(File.expand_path(file, environment), key, line.to_i)]
    elsif message =~ /Class\[([^\]]+)\]:\s+expects a value for parameter '(\w+)'/
      name, parameter = $1.downcase, $2
      ["#{name}::#{parameter}", parameter_type(name, parameter, environment)]
    end
  end

  # Returns the type of the parameter whose default looks up a key.
  def type_at(file, key, line)
    return unless File.exist?(file)

    lines = File.readlines(file)
    at = lines.index { |text| text.match?(/lookup\(\s*['"]#{Regexp.escape(key)}['"]/) } || line - 1
    at -= 1 while at.positive? && lines[at] !~ /\$[a-z_0-9]+\s*=/
    lines[at][/\A\s*([A-Z][\w:]*(?:\[.*\])?)\s+\$/, 1]
  end

  def parameter_type(name, parameter, environment)
    in_module, *rest = name.split('::')
    path = "#{in_module}/manifests/#{rest.empty? ? 'init' : rest.join('/')}.pp"
    file = Dir["#{environment}/{modules,vendor_modules}/#{path}"].first
    file && File.read(file)[/^\s*([A-Z][^$\n]*?)\s+\$#{parameter}\b/, 1]
  end

  def value(key, type)
    first_of_enum = type.to_s[/\AEnum\[\s*'([^']*)'/, 1]
    _, found = VALUES.find { |pattern, _| type.to_s.match?(pattern) }
    first_of_enum || found || "standin#{key.gsub(/[^A-Za-z0-9]/, '')}"
  end
end
