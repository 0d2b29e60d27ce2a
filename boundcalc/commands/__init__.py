"""The commands, a module each; `boundcalc.cli` is their table."""
