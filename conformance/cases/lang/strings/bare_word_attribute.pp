# spec: 001 "Bare words": the example of the manual: an attribute's value
notify { "ntp":
  message => running, # bare word string
}
notice(Notify['ntp']['message'] == 'running', running, r-u_n2ning)
