"""Is everything in order? A check each, that is handed what it looks at and returns a finding.

``finding`` is what checks return; ``machine``, ``pins`` and ``sight`` check; ``examining`` hands them the real
machine, and ``cameras`` and ``header`` know its cameras and its pins.

Not here: mending anything; a finding says what to do.
"""
