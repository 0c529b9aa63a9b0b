notice($settings::modulepath)
notice($settings::manifest, $settings::config_version, $settings::environment_timeout)
 notice($settings::rich_data, $settings::static_catalogs, $settings::disable_per_environment_manifest)