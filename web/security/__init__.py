"""What keeps the page safe on a home network: who is asked for, who asks, how often, and what may be sent back."""
