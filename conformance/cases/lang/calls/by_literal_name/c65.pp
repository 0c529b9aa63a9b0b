class k { notice('in k') }
call('include', 'k')
