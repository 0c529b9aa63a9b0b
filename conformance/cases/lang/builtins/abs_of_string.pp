notice(abs('-5'))
