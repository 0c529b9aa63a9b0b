# Inheriting from the class that contains it makes no cycle.
class lone_module::config inherits lone_module {
  file { "${lone_module::dir}/b": ensure => file }
}
