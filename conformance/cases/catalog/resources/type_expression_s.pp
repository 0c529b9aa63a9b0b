# Resources: type expression s
Class <<| |>>
