# Classes: unknown class variable
notice($nope::y)
