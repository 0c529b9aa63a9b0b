# spec: 004 "Modules"; functions of the 3.x API and types come from all folders of the module path
node functions { notice(hidden_by_another(1), of_no_module(2), twice(3)) }
node dotted { notice(dotted(1)) }
node current { notice(current()) }
node types { hidden { 'a': x => 1 } unnamed { 'b': x => 2 } }
node manifest { include stdl::k }
