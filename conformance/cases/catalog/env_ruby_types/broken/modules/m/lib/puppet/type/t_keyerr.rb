{}.fetch(:x)
