function h3($o) { {} }
