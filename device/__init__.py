"""The box: camera, lights, buttons, buzzer and display, the real ones and their simulated twins.

A device reads or drives hardware and knows neither the game nor the match: nothing here imports another
package, but for the engine's errors. Nothing is in it yet.
"""
