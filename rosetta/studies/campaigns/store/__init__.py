"""The store of a campaign: one SQLite file, one writer. It holds the plan, every attempt, and what came of it."""
