notice($settings::config_version, $settings::modulepath, $settings::manifest, $settings::environment_timeout, $settings::rich_data, $settings::static_catalogs)
notice($settings::name, $settings::title)
