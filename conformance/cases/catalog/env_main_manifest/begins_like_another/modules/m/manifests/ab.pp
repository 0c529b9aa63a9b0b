class elsewhere { notice('e') } class m::ab { notice('ab') } notice('top of ab')
