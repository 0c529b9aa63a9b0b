# spec: 001 "Encoding": characters that do not print stay
notice('ab'.length, "" == "\u0002", 'é​﻿'.length)
