raise 'core provider'
