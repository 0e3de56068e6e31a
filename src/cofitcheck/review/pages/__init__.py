"""The pages: rendered on the server, usable without JavaScript, quicker with it."""
