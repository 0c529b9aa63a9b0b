# Defaults: virtual form
@Notify { message => 'x' }
