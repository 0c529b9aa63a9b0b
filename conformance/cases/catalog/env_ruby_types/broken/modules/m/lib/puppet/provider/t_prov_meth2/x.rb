Puppet::Type.type(:t_prov_meth2).provide(:x) do
  desc 'x'
  confine :osfamily => :redhat
  confine :true => begin
    raise 'in confine'
  end
end
