# spec: 003 "Required, Optional, and Repeated Parameters": an optional parameter of a built-in may be left out
notice([1, 2].join, [1, 2].join('-'), versioncmp('1', '1.0'), versioncmp('1', '1.0', true))
notice([1, 2].join('-', '+'))
