﻿function m::f() { 2 }
