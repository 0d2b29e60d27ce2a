"""Functions of the theory whose formulas cancel too much to be enclosed, each enclosed as one."""
