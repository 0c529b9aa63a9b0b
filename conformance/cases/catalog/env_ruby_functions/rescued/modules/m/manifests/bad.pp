class m::bad { fail("bad class") }
