# a class may inherit settings, which has no definition
class a inherits settings {
  notice($strict, $vardir =~ String, $settings::strict)
  notify { 'n': }
}
class b inherits ::settings { $strict2 = "${strict}!" notice($strict2) }
class c inherits b { notice($strict) }
include a
include c
notice(defined(Class['settings']))
