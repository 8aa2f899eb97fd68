"""How often the verdicts are wrong, how soon they are right, and what they make of published
numbers: ``python -m tests.honesty``."""
