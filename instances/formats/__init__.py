"""Exchange formats, one file each; dropping in a file with a `FORMAT` adds one."""
