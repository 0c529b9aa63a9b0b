class m::ok { notify { "ok": } }
