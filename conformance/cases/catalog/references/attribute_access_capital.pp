# References: attribute access capital
define m::d3($x=1) { }
m::d3 { 'y': }
notice(Resource['m::d3','y']['message'])
