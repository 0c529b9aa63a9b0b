require 'pathname'
Puppet::Functions.create_function(:'m::file') do
  dispatch :file do
    param 'String', :name
  end

  def file(name)
    found = Puppet::Module.find('m')
    missing = Puppet::Module.find('nothing')
    path = Pathname.new(found.path + '/files/../files/' + name).cleanpath
    text = File.read(File.join(found.path, 'files', name))
    [found.name, missing.nil?, path.file?, path.readable?, path.read == text, text, File.file?(found.path), File.directory?(found.path),
     Puppet::FileSystem.exist?(path.to_s), Puppet::Parser::Files.find_file("m/#{name}", closure_scope.environment).nil?, Puppet::Parser::Files.find_file("m/none", closure_scope.compiler.environment).nil?, Facter.value('os')['family'], Facter.value(:nothing)]
  end
end
