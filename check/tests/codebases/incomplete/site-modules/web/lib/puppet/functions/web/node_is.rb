require 'puppet/functions/web_function'

# The class of the function makes the type.
Puppet::Functions.create_function(:'web::node_is', Puppet::Functions::WebFunction) do
  init_dispatch

  dispatch :is do
    param 'Component', :component
  end

  def is(component)
    component == 'compiler'
  end
end
