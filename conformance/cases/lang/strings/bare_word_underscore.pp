# spec: 001 "Bare words": a bare word begins with a lower case letter (an underscore too)
notice(_private)
notice(_9)
