class n { notice('n') }
