Puppet::Functions.create_function(:'m::retrt') do
  local_types do
    type 'Tree = Variant[Integer, Array[Tree]]'
    type 'Col = Enum[red, blue]'
  end
  dispatch(:go) { param 'Tree', :x; optional_param 'Col', :c; return_type 'Array[Tree]' }
  def go(x, c = 'none') = x
end
