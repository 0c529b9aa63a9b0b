gadget { 'three': nope => 1 }
