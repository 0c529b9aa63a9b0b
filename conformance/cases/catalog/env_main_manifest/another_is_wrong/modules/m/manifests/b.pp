class elsewhere { notice('e') } class m::b { notice('b') } notice('top')
