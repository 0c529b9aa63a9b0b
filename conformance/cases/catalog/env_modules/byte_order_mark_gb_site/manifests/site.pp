﻿notice(3)
