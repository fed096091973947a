"""What a person may do with posts, comments, matters and the roster: one verb each.

Every verb takes who (`by`), when (`at`, UTC, read once by the caller) and plain values by keyword, asks the law
inside its transaction, and raises RuleBroken with a sentence for the person when the answer is no.
"""
