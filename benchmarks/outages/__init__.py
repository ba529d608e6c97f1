"""Random outages over every service and kind of request: no reference comes out worse than it is, but as unknown."""
