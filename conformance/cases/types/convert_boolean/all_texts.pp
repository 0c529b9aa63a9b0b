# spec: 000 "Boolean"
notice(['true', 'yes', 'y', 'TRUE', 'Yes', 'Y'].map |$s| { Boolean($s) })
notice(['false', 'no', 'n', 'FALSE', 'No', 'N'].map |$s| { Boolean($s) })
notice([true, false, 0, 1, -1, 0.0, -0.0, 0.1].map |$v| { Boolean($v) })
