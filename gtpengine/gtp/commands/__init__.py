"""The commands, one module per family; each fills a registry named `commands`."""
