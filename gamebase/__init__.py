"""What both games need and neither owns.

Errors and how they are worded, rules as checked switches, parameters with their
sources, rows of result tables, configuration files, players by name, and the shell of
a console command. Nothing here knows a game, and nothing here loads anything heavy.
"""
