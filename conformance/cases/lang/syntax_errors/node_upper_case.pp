# node upper case
node Abc { }
