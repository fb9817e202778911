"""What is remembered, in two Markdown files that the person can read and edit."""
