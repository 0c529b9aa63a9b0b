﻿type M::T = Integer
