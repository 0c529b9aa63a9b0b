Puppet::Functions.create_function(:'m::dhmod') do
  dispatch(:go) { param 'Hash', :o; param 'Puppet::LookupContext', :c }
  def go(o, c) = { 'h::p' => "mod #{c.module_name}", 'other' => 'not mine' }
end
