class q::r($a) { notice("r $a") }
