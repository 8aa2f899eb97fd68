"""Output for a person: numbers, charts, the plain-text summary, HTML and PDF."""
