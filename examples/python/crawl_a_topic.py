#!/usr/bin/env python3
"""A topic, a crawl session and its relevant pages through REST, with nothing but Python's standard library.

Start the service first (`npm start`), then:

    python3 examples/python/crawl_a_topic.py cheese,cheddar https://en.wikipedia.org/wiki/Cheese 200

GLEANER_URL and GLEANER_KEY name another service and its key.
"""

import json
import os
import sys
import time
import uuid
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

SERVICE = os.environ.get("GLEANER_URL", "http://127.0.0.1:3000")
KEY = os.environ.get("GLEANER_KEY")
# The service sends something at least every 15 s.
STREAM_TIMEOUT_S = 60


def open_call(method, path, body=None, headers=None, timeout=30):
    headers = dict(headers or {})
    if KEY:
        headers["Authorization"] = f"Bearer {KEY}"
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
        # If the answer is lost, the same call can be made again: the service carries it out once.
        headers["Idempotency-Key"] = str(uuid.uuid4())
    try:
        return urlopen(Request(SERVICE + path, data, headers, method=method), timeout=timeout)
    except HTTPError as error:
        # Problems name the field and what is allowed (RFC 9457).
        problem = json.load(error)
        said = [problem.get(name) for name in ("detail", "field", "allowed")]
        sys.exit(f"{method} {path}: " + " | ".join(part for part in said if part))


def call(method, path, body=None):
    with open_call(method, path, body) as answer:
        return json.load(answer)


def rows(path, **query):
    """All rows of a list: each call gives some, and the cursor of the next ones."""
    while True:
        page = call("GET", f"{path}?{urlencode(query)}")
        yield from page["items"]
        if not page["pageInfo"]["hasNextPage"]:
            return
        query["after"] = page["pageInfo"]["endCursor"]


def stream(session_id):
    """Items of the session's stream. A lost connection is opened again behind the last item: no gaps, no repeats."""
    last = None
    while True:
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
        try:
            with open_call("GET", f"/v1/sessions/{session_id}/stream", headers=headers, timeout=STREAM_TIMEOUT_S) as answer:
                if answer.status == 204:
                    return
                fields = {}
                for line in answer:
                    name, _, value = line.decode().rstrip("\r\n").partition(": ")
                    if name:
                        fields[name] = value
                    elif "data" in fields:
                        last = fields.get("id", last)
                        yield fields.get("event"), json.loads(fields["data"])
                        if fields.get("event") == "end":
                            return
                        fields = {}
        except OSError as error:
            print(f"the stream broke off: {error}", file=sys.stderr)
        time.sleep(2)


def main(keywords, seeds, fetches="100"):
    topic = call("POST", "/v1/topics", {"name": keywords, "keywords": keywords.split(","), "seeds": seeds.split(",")})
    session = call("POST", f"/v1/topics/{topic['id']}/sessions", {"budget": {"fetches": int(fetches)}})
    for event, data in stream(session["id"]):
        if event == "progress":
            print(f"{data['state']} {data['fetched']} fetched, {data['relevant']} relevant", file=sys.stderr)
    session = call("GET", f"/v1/sessions/{session['id']}")
    print(f"{session['state']} by {session['stateReason']}", file=sys.stderr)
    for page in rows(f"/v1/sessions/{session['id']}/pages", relevant="true", first=50):
        print(f"{page['probability']:.2f} {page['url']}")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit("usage: crawl_a_topic.py KEYWORD,... SEED,... [FETCHES]")
    main(*sys.argv[1:])
