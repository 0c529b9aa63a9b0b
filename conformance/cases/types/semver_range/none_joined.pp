# spec: 000 "SemVerRange": ranges of no version beside others
['>*', '>* || 1.0.0', '1.x || >*', '<* || 3.x || 1.x', '<0.0.0 || 3.x', '2.x <1.0.0 || 3.x', '3.0.0 - 2.0.0 || 1.x'].each |$r| { notice($r, ': ', SemVerRange($r)) }
