"""Exact cover: choose options so that every item is covered once, or as often as its quota says.

cover                       from a model to options and items; covers and assignments correspond one to one
search                      Algorithm X on sets of options as bits: all covers, or how many there are
node_search                 the search below one node, in slices
search_threads              the search divided among threads
search_kernel               the compiled loops of the search
tables_kernel               its bit tables, which get narrower on the way down
dancing, dancing_kernel     Knuth's dancing links as published: a second way of counting that shares nothing with the
                            search, for tests, for reproduced figures and for counts that nothing else cross-checks
"""
