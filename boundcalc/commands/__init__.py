"""The larger commands, one module each; `boundcalc.cli` lists them."""
