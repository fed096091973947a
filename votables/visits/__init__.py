"""Since when something is new to a reader.

A visit ends when a person has asked for no page for half an hour. What they are told as new is what happened after the
end of the visit before: so it stays new for as long as they read, and nothing is marked as read by being on a page. A
person may also say that they have read everything up to an instant, and take that back.
"""
