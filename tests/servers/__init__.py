"""Real servers on loopback that the tests and benchmarks talk to."""
