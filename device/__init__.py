"""The box: camera, lights, buttons, buzzer and display, the real ones and their simulated twins.

A device reads or drives hardware and knows neither the game nor the match: nothing here imports another
package, but for the engine's errors.

``wiring`` says what hangs on which pin, ``pins`` how pins are reached, ``panel`` is the whole box opened.
``patterns`` are what lights and sounds do, ``lines`` the real ends of them, ``twins`` those without hardware.

Not here: what a light or a button means; that is decided in ``runewatch.box``.
"""
