"""The fast third model: a tower played by statics alone, without an engine.

Blocks are rigid, their contacts are springs that only push. Between two touches the
tower is where its potential energy is least (`resting`); a block that is pulled drags
what lies on it as far as friction makes it (`sliding`); what has no rest falls.
Importing this package loads nothing.
"""
