include k
notice(inline_template('<%= scope.catalog.resource("Class[K]").to_s %> <%= scope.compiler.node.name %> <%= scope.catalog.classes.inspect %> <%= scope.resource.ref %> <%= scope.environment.name %>'))
notice(inline_template('<%= scope.catalog.resources.select { |r| r.type == "Class" }.map { |r| r.title }.sort.join(",") %>'))
notice(inline_template('<%= classes.inspect %> <%= all_tags.to_a.inspect %>'))
notice(inline_template('<%= scope.catalog.resource("Notify[in k]").tags.to_a.sort.inspect %>'))
