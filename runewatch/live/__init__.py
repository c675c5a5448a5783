"""The referee at work: frames in, a match kept, everything told."""
