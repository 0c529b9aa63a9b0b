define b::d() { notify { "d ${title} from ${module_name} called by [${caller_module_name}]": } include b }
