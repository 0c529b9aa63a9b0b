require 'bigdecimal'
require 'set'
require 'date'
class RfThing; def to_s; 'thing'; end; end
class RfString < String; end
class RfArray < Array; end
class RfHash < Hash; end
RfStruct = Struct.new(:a, :b)
Puppet::Functions.create_function(:'m::give') do
  dispatch(:t) { param 'String', :code }
  def t(code)
    eval(code)
  end
end
