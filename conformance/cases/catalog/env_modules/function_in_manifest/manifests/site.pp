include m::fn
