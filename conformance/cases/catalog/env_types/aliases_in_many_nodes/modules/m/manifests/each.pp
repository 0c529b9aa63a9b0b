define m::each(M::Settings $settings, M::Mode $mode = $settings['mode']) {
  notify { "each ${title} ${mode}": }
}
