"""A campaign in parts, each of which runs by itself, for schedulers that know nothing of ours.

shards     which cell is in which part
scripts    scripts that run the parts, under Slurm, PBS or a shell
"""
