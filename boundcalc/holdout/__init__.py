"""A ledger of a holdout set: what was released of it, and what still holds.

A plan is fixed first: records, accuracy, failure probability, and how many evaluations there may
be. Each evaluation then releases one of finitely many outcomes, whose shares were fixed before the
data were looked at; the sum of ln(1/share) is what was spent. A theorem about spent nats says how
far the mean on the holdout set can be from its expectation, for all evaluations together, and no
evaluation is made for which that is not enough.

Modules
-------
`releases`: the plan, the kinds of evaluation, what they release, and the shares.
`ledger`: evaluations in a row, and what was spent before each.
`files`: a ledger as a file of lines that are chained by their hashes.
`guarantee`: what holds, certified by a theorem.
`cards`: what a reader sees.
"""
