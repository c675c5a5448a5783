"""What the networks that read dice and tokens learn from, and how they are taught; never shipped."""
