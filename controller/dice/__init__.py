"""Where rolls come from: commit-and-reveal streams and typed dice. Draws no chance itself."""
