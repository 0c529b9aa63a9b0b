# settings: strict_variables=false strict=warning
# spec: 000 "Initial Values of Variables": without strict variables what does not exist is undef
notice($never_assigned == undef, $a::b == undef, "[${never_assigned}]")
