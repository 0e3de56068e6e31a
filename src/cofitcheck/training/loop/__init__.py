"""What every trainer of ours has in common: steps, looks at dev, checkpoints, processes, configuration."""
