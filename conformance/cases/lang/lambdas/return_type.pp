notice([1].map |$x| >> Integer { $x })
notice([1].map |$x| >> String { $x })
