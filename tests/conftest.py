"""What all tests share: examples of hypothesis that neither a clock nor chance decides about."""

from hypothesis import HealthCheck, settings

# On a machine that is busy, an example may take any time.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
