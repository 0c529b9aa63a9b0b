define k::d($a = 1) { notify { "d ${title}": } }
