"""`ragdesk bulk`: millions of files become a shared library, read and encoded by Ray on as many machines as there are.

    walk → fingerprint → what is new → read (actors; each writes Lance fragments) → one commit a table → index → publish

The extra `bulk` brings what it needs (Ray, pylance); the app itself never imports this, and its bundle has neither.
"""
