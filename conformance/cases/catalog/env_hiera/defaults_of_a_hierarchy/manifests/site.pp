# defaults: function, options, folder
notice(lookup('k'), lookup('y'), lookup('o'))
