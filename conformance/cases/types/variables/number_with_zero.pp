# spec: 000 "Variable Names"
notice($01)
