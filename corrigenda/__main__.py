"""`python -m corrigenda`."""

from corrigenda.cli import main

if __name__ == "__main__":
    main()
