# unless has another name
unless true { 1 }
notice('after')
