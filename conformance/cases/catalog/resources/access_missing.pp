# Resources: access missing
notice(File['/a']['mode'])
