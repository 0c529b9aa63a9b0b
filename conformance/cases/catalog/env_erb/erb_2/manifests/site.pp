$top = 'tv'
node 'n22' { $uni = 'ü' notice(template('m/uni.erb')) }
node 'n25' { $local = 'lv' notice(template('m/nest.erb')) }
node 'n26' { notice(template('m/facts.erb')) }
node 'n28' { $x = undef $y = '' notice(template('m/und.erb')) }
node 'n29' { notice(template('m/out.erb')) }
node 'n30' { notice(template('m/multi.erb')) }
node 'n32' { notice(template('m/log.erb')) }
node 'n33' { notice(template('m/debug.erb')) }
node 'n34' { $h = {a=>[1,undef],b=>{'c'=>'d'}} notice(template('m/req.erb')) }
node 'n35' { notice(template('m/crlf.erb')) }
node 'n36' { notice(template('m/dash.erb')) }
node 'n37' { notice(template('m/heredoc.erb')) }
