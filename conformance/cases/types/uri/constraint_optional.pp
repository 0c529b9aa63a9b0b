# a part is constrained by what no undef is, or by Undef
notice(URI('http://a') =~ URI[{host => String}], URI('http://a') =~ URI[{query => Undef}])
notice(URI[{host => Optional[String]}])
