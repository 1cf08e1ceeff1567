"""Planning: from what a campaign asks for to its cells, each once.

campaign, campaign_file     what is asked for, as a record and as TOML
campaign_request            the same as a person asks for it, by words or from Python (`requested_campaign`)
campaign_checks             what it names is there
cells                       what is run once, as plain values with an id
engines                     which engines there are here, and in which version
boards                      the boards that it names, each with the question about it
turning                     boards turned and mirrored
plan                        every cell, in a random order
campaign_plan               the whole: engines, plan, estimate
shards, shard_scripts       parts that run apart; scripts for Slurm, PBS or a shell
"""
