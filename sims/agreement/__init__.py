"""How well the models of a tower agree: parts of `sims.stacko_agreement`.

`states` takes towers out of games, `trials` takes blocks out of towers in one model,
`facts` says of each removal what statics and two simple rules say, `removals` runs all
of it, `confusion` and `kinds` sum it up, `games` compares whole games, `sensitivity`
varies what was assumed, `shedding` looks at loads while a block slides.
"""
