# Classes: settings variables e
notice(Class['settings']['strict'])
