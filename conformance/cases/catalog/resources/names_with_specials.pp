notify { ['with space', 'q\'uote', 'br[ack]et', 'ünï', "new\nline", '/path/', 'UPPER']: }
