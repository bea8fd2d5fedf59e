"""A bot for houserule: of all options it takes the one of the greatest worth.

    houserule battle skirmish --players "run:python3 bot.py,greedy"

Messages are JSON, one a line: docs/protocol.md explains them.
"""
import json
import sys


def say(message):
    print(json.dumps(message), flush=True)


def choose(asked, board):
    """Return the place of an option in asked["options"]. The board shows the battle as this seat sees it."""
    options = asked["options"]
    return max(range(len(options)), key=lambda i: options[i].get("worth", 0))


boards = {}  # by the number of the battle
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say({"type": "ready", "protocol": 1, "name": "bot.py", "wants": ["worth", "board"], "forgets": True, "battles": 64})
    elif kind == "board":
        boards[message["battle"]] = message["board"]
    elif kind == "asked":
        option = choose(message, boards[message["battle"]])
        say({"type": "answer", "battle": message["battle"], "question": message["question"], "option": option})
    elif kind == "refused":
        sys.exit(message["error"])
