# spec: 007; types that code in Ruby makes
node types { m::types().each |$type| { notice($type) } }
