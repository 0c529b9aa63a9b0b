# Virtual: exported bad title
@@notify { undef: }
