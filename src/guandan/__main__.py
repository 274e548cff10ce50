"""`python -m guandan`: the command line."""

from guandan.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
