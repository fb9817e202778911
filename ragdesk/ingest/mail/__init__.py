"""Emails and mailboxes."""
