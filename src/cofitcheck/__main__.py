"""`python -m cofitcheck`: the command line."""

from cofitcheck.cli import main

if __name__ == "__main__":
    main(prog_name="cofitcheck")
