# spec: 003 "Block Parameters": a required block is missing
[1].map
