"""The commands of `referee`, one file each."""
