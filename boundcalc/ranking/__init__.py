"""All ways to an answer side by side: rankings, comparisons over a range, audits."""
