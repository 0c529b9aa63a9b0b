function environment::own() { "own ${facts['kernel']}" }
