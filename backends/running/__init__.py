"""A solve in a child process that can be killed, tree and all: the parent is `supervisor`, the child `worker`."""
