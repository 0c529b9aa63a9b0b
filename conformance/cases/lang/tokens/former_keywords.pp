# words that were reserved once
$application = 1
notice($application, application, site, produces, consumes, import)
notice(type(site), [application, produces])
