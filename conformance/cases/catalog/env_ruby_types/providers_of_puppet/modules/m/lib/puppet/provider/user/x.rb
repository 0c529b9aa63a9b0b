Puppet::Type.type(:user).provide(:x, parent: :useradd) do
  commands x: '/bin/x'
  has_feature :manages_homedir
end
