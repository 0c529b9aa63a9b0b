class h($p) { notice($p) }
