"""Serving: the page on which people play and ask, served to one browser on this machine.

    browser --POST /TOKEN/api/NAME, JSON--> request_guard --> application --> worker_pool --> a process: tasks
            <--------------- JSON, or a line of JSON for each event --------------------------'

request_guard    who may ask: only our own page, by its address, its token and what browsers say of a request
application      the requests by name: which are answered at once, and which are streams of events
json_bodies      the body of a request, within its limits; its fields
worker_pool      processes that do the work, so many at once; who waits, and at which place
page_text        the page itself and the policy that its browser keeps
page_server      the socket, the server, Ctrl-C

In the processes (`backends.running.warm`), of which the server knows nothing but what they reply:

tasks            from a request to its reply
page_boards      a text from the page as a board, without opening a file
verb_options     what the page may ask of a verb, as flags of the command line
asking           verbs asked about a board, with scenes of their answers

The process that listens reads no board and loads no solver: whatever a text does to its reader, it does to a process
that is killed at its limit, with everything below it, and likewise as soon as the browser goes away.
"""
