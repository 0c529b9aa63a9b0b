# any characters stand in strings, and columns count characters
notice('äöü €', "日本語 ${'é'}", length('日本語'))
$h = { 'ключ' => 'значение' }
notice($h['ключ'])
notice('é', $undefined_variable)
