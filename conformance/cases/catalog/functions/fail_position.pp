class c { if $facts['kernel'] == 'Linux' { fail("no ${facts['kernel']}") } }
include c
