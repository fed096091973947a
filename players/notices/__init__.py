"""Telling people what concerns them.

kinds.py     what there is to tell, and how a person may want to hear of it; no Django
facts.py     what programs are told of what happened, as dataclasses; no Django
wording.py   letters and messages to channels, from plain values; no Django
waiting.py   when to try again, when the daily digest goes; no Django
telling.py   writing notices and calls, in the transaction of what they tell of; read marks, choices
channels.py  what admins do to webhooks
sending.py   e-mail and webhooks, for the worker, after the commit
pushing.py   people's devices, and what is pushed to them
outside.py   one request to a web server that is not ours
letters.py   the address of a person, and the signed address that stops letters
"""
