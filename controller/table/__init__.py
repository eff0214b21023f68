"""The core: inputs in, effects out; its state is the fold of facts, its eye the tracker."""
