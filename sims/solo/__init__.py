"""SOLOSTACCS beyond its players: what can be built at all, and what a pile allows.

`largest` builds the largest STACCs that are known, `limits` says how large any can be;
`foresight` searches for a way to win a deal whose pile is known, `matching` for deals
that are lost; `exhaustive` tries everything with a few cards, to check the others.
"""
