Puppet::Type.type(:provided).provide(:derived, parent: :base) do
  confine true: begin
    require 'json'
    true
  rescue LoadError
    false
  end
  defaultfor kernel: 'Linux' if one == :one
  has_feature :fast
end
