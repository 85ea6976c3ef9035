"""Adapters that let engines written elsewhere answer the kit; `engines.toml` lists the engines."""
