"""Games on one core, on all of a machine, on a cluster: the same rows, whatever dies.

`coordinator` hands out tasks and stores what comes back; `executors` says where tasks
run; wherever that is, `minding` plays a task in a child process (`worker`) that it can
kill. Nothing here knows a game.
"""
