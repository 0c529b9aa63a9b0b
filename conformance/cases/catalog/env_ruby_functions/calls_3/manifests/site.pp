class inc { notice('inc') }
node 'n26' { notice(m::cb('breakout',1,2)) }
node 'n27' { notice(m::cb('sort',1,3,2)) }
node 'n28' { notice(m::cb('self',1,3,2)) }
node 'n29' { notice(m::cb('then')) }
node 'n30' { notice(m::cb('tree', [1,[2]])) }
node 'n31' { notice(m::cb('lest')) }
node 'n32' { notice(m::cb('noblk')) }
node 'n33' { notice(m::cb('abs')) }
node 'n34' { notice(m::cb('unknown')) }
node 'n35' { notice(m::cb('unknownresc')) }
node 'n36' { notice(m::cb('badargs')) }
node 'n37' { notice(m::cb('badargsresc')) }
