# defaults and overrides are not virtual
@Notify { message => 'x' }
@@Notify['a'] { message => 'x' }
