"""WHEN: the order of the steps, and the engines that run them."""
