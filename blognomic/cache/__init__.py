"""What strangers are answered is kept and given again (`pages`), and answers are sent small (`compression`).

Each of the two is a middleware and stands alone. `readers` says whom an answer is for, `version` which version the game
is in.
"""
