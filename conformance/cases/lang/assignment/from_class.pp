class settings_of { $one = 1 $two = 'two' }
include settings_of
[$one, $two] = Class['settings_of']
notice($one, $two)
