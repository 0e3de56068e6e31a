"""What people decide about findings, how it is remembered, and what a next draft makes of it."""
