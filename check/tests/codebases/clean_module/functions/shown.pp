# Shows a port.
function web::shown(Web::Port $port) >> String {
  "port ${port}"
}
