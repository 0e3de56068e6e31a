"""Turns reports into rows: findings, facts and tables as the pages show them."""
