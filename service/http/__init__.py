"""HTTP: the application, its middleware, and the limits on clients."""
