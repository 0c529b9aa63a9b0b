# spec: 000 "Any"
notice(type([Any, Integer], 'reduced'), type([1, default], 'reduced'), type([Any, Any], 'reduced'))
