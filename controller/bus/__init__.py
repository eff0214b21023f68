"""Snapshots, facts and intents between the service and whoever watches or plays.

`bus` says what a bus promises; `memory` keeps it within one process, `redis_bus` and
`redis_viewer` keep it between processes; `opening` chooses by config.
"""
