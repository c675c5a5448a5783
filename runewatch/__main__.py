"""The command ``runewatch``."""

from runewatch.cli import main

if __name__ == "__main__":
    main()
