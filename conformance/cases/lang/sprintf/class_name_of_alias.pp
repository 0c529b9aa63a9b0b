# messages of `sprintf` and `=~` name classes of the platform: Data is an alias there
$unused = [sprintf('%s', Data)]
notice(sprintf('%d', RichData))
