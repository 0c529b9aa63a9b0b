define m::d { notice(inline_template('<%= scope.to_hash(false).inspect %> <%= scope.parent_module_name.inspect %> <%= scope.compiler.catalog.resource("M::D","q").evaluated? %>')) }
