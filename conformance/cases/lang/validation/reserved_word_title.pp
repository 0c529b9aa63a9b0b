# nor titles
notify { attr: }
