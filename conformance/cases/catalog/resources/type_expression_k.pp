# Resources: type expression k
@@$nope { 'a': }
