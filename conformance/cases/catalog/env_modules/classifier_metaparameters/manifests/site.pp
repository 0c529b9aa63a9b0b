stage { 'pre': }
