"""The shell around the core: carries out its effects, owns the loop, real time or virtual."""
