# functions have rules
function A() { }
function b-c() { }
function ::d() { }
function _e() { }
