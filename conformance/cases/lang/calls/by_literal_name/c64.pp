notice(call('create_resources', 'notify', {'a' => {}}))
