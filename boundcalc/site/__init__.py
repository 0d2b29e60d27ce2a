"""The library as pages: one for each theorem, the errata, a search, and a calculator.

Main definitions
----------------
`boundcalc.site.build.build_site`: writes all pages into a folder, which needs no network.
`boundcalc.site.server.serve`: shows them with live answers, on this machine alone.
"""
