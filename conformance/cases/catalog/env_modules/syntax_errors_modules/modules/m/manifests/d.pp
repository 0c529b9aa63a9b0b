class m::d { 
 fail("no") 
}