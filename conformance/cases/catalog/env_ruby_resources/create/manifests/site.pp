notice(m::t('scope.call_function("create_resources", ["notify", {"x" => {"message" => "y"}}]); catalog.resource("Notify[x]")[:message]'))
notice(m::t('call_function("create_resources", "k::d", {"x" => {"a" => "y"}}); catalog.resource("K::D[x]").then { |r| [r[:a], r.evaluated?] }'))
notice(m::t('scope.function_create_resources(["notify", {"z" => {}}]); catalog.resource("Notify[z]").to_hash'))
notice(m::t('scope.function_realize([catalog.resource("Notify[z]")])'))
