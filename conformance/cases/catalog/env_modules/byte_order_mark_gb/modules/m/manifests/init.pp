﻿class m { notice(2) }
