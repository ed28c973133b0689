import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { type LineOrder, type LineRight, parseRequest, requestNames } from "./line-request.ts";
import { type LineEvent, type LineState, next, type Sender } from "./line-state.ts";

const [first, second] = [
  "0193d3c4-0000-7000-8000-000000000001",
  "0193d3c4-0000-7000-8000-000000000002",
];
const claim = "0193d3c4-0000-7000-8000-0000000000c1";
const right: LineRight = { type: "claim", claim };
const alice: Sender = { id: "alice", name: "Alice", mayUse: true, mayTakeOver: false };
const bob: Sender = { id: "bob", name: "Bob", mayUse: true, mayTakeOver: true };
const carol: Sender = { id: "carol", name: "Carol", mayUse: true, mayTakeOver: false };

const states: Record<string, LineState> = {
  idle: { status: "idle" },
  connecting: {
    status: "connecting",
    flavour: "accept",
    requestId: first,
    user: "alice",
    muted: false,
  },
  connected: {
    status: "connected",
    flavour: "accept",
    requestId: first,
    user: "alice",
    muted: false,
  },
};

function connectBy(sender: Sender, requestId: string): LineEvent {
  return {
    type: "request",
    sender,
    request: { type: "connect", requestId, flavour: "outbound", right, dialer: sender.id },
  };
}

function dialBy(sender: Sender): LineEvent {
  const request = { type: "dial", requestId: second, number: "12#", right } as const;
  return { type: "request", sender, request };
}

function muteBy(sender: Sender): LineEvent {
  return { type: "request", sender, request: { type: "mute", requestId: second, muted: true } };
}

function endBy(sender: Sender): LineEvent {
  return { type: "request", sender, request: { type: "disconnect_all", requestId: second } };
}

const events: Record<string, LineEvent> = {
  "connect by the same": connectBy(alice, second),
  "connect by another": connectBy(bob, second),
  "the same request again": connectBy(alice, first),
  dial: dialBy(alice),
  mute: muteBy(alice),
  "dial by another": dialBy(bob),
  "mute by another": muteBy(bob),
  "disconnect all": endBy(alice),
  "disconnect all by another who may take over": endBy(bob),
  "disconnect all by another": endBy(carol),
  accepted: { type: "accepted", requestId: first, callSid: "CA1" },
  ended: { type: "ended", requestId: first, reason: "The call has ended." },
  failed: { type: "failed", requestId: first, message: "Busy here.", code: 31486 },
  "timeout of 10 s": { type: "timeout", requestId: first },
};

function describeStep(state: LineState, event: LineEvent): string {
  const step = next(state, event);
  const effects = step.effects.map((effect) =>
    effect.type === "send" ? effect.event.replace("client-as-", "") : effect.type,
  );
  return [step.state.status, ...effects].join(", ");
}

const page = readFileSync(
  new URL("../../../../docs/spec/audio-servers.md", import.meta.url),
  "utf8",
);
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.split("|").length === 6)
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test("[AS62] [AS24] the documented table has every cell of the line's state machine", () => {
  const [head = [], , ...cells] = [rows[0], ...rows];
  const table = Object.fromEntries(
    cells.filter(([event = ""]) => event in events).map(([event = "", ...rest]) => [event, rest]),
  );

  expect(head.slice(1)).toEqual(Object.keys(states));
  for (const [name, event] of Object.entries(events)) {
    const steps = Object.values(states).map((state) => describeStep(state, event));
    expect([name, ...steps]).toEqual([name, ...(table[name] ?? [])]);
  }
});

test("[AS12] a connecting request gets exactly one answer: `connected`, `disconnect` or `error`", () => {
  const { idle, connecting } = states;
  if (idle === undefined || connecting === undefined) {
    throw new Error("no states");
  }
  const ends: [LineEvent, string][] = [
    [events["accepted"] as LineEvent, "client-as-accept-connected"],
    [events["ended"] as LineEvent, "client-as-accept-disconnect"],
    [events["failed"] as LineEvent, "client-as-accept-error"],
    [events["timeout of 10 s"] as LineEvent, "client-as-accept-error"],
  ];

  for (const [event, outcome] of ends) {
    const sent = next(connecting, event).effects.filter(({ type }) => type === "send");
    expect(sent).toMatchObject([{ event: outcome, data: { requestId: first } }]);
    // Later events of the call have no recipient.
    expect(next(idle, event)).toEqual({ state: idle, effects: [] });
  }
});

test("[AS19] the answers connected, disconnect and error have the name of the request", () => {
  for (const flavour of ["conference", "outbound", "accept"] as const) {
    const connecting = { ...states["connecting"], flavour } as LineState;
    const names = ["accepted", "ended", "failed"].flatMap((name) =>
      next(connecting, events[name] as LineEvent).effects.map((effect) =>
        effect.type === "send" ? effect.event : effect.type,
      ),
    );
    expect(names).toEqual(
      ["connected", "disconnect", "error"].map((outcome) => `client-as-${flavour}-${outcome}`),
    );
  }
});

test("[AS12] an event of another request changes nothing", () => {
  const { connected } = states;
  const late: LineEvent = { type: "ended", requestId: second, reason: "late" };

  expect(next(connected as LineState, late)).toEqual({ state: connected, effects: [] });
});

test("[AS24] every request of a person without the right is refused with the reason", () => {
  const outsider = { ...alice, mayUse: false };
  const { idle } = states;
  for (const name of ["connect by the same", "dial", "mute", "disconnect all"]) {
    const event = events[name];
    if (event?.type !== "request" || idle === undefined) {
      throw new Error("no request");
    }
    const { state, effects } = next(idle, { ...event, sender: outsider });
    expect(state).toBe(idle);
    expect(effects).toEqual([
      {
        type: "send",
        event: name === "connect by the same" ? "client-as-outbound-error" : "client-as-refused",
        data: { requestId: second, message: "You may not use this audio server." },
      },
    ]);
  }
});

test("[AS24] a request whose dialer is not its sender is refused", () => {
  const event = connectBy(alice, second);
  const { effects } = next({ status: "idle" }, { ...event, sender: bob } as LineEvent);

  expect(effects).toEqual([
    {
      type: "send",
      event: "client-as-outbound-error",
      data: { requestId: second, message: "The dialer is not the sender of the request." },
    },
  ]);
});

test("[AS64] client-as-dial sends digits during a call, and otherwise dials the number", () => {
  const dial = (number: string): LineEvent => ({
    type: "request",
    sender: alice,
    request: { type: "dial", requestId: second, number, right },
  });
  const { idle, connected } = states as Record<"idle" | "connected", LineState>;

  expect(next(connected, dial("1w2#")).effects).toEqual([{ type: "send_digits", digits: "1w2#" }]);
  expect(next(connected, dial("12x")).effects).toMatchObject([
    { event: "client-as-refused", data: { requestId: second } },
  ]);
  expect(next(idle, dial("+61255500101")).effects).toEqual([
    { type: "connect", requestId: second, right, user: "alice" },
  ]);
});

const station = first;
const targets = {
  "client-as-conference": {
    fields: { To: first, station, dialer: first, conference: second },
    needs: ["conference"],
    target: { type: "conference", conference: second },
  },
  "client-as-outbound": {
    fields: { To: "+61255500101", station, dialer: first, profile: second },
    needs: ["To"],
    target: { type: "outbound", to: "+61255500101", profile: second },
  },
  "client-as-accept": {
    fields: {
      selCall: first,
      ongoing: { callSid: "CA1", number: "+61255500101", type: "inbound", profile: second },
    },
    needs: ["selCall"],
    target: { type: "accept", call: first },
  },
} as const;

test("[AS15] each request is parsed, and the error names the fields that cannot be read", () => {
  for (const [name, { fields, needs }] of Object.entries(targets)) {
    const event = name as keyof typeof targets;
    const flavour = name.replace("client-as-", "");
    const read = parseRequest(event, { ...fields, requestId: second, claim });
    expect(read).toMatchObject({ type: "connect", requestId: second, right, flavour });
    expect(parseRequest(event, { requestId: second, claim })).toEqual({
      type: "malformed",
      requestId: second,
      flavour,
      message: `The request ${name} cannot be read: ${needs.join(", ")}.`,
    });
  }
  for (const name of requestNames) {
    expect(() => parseRequest(name, "no object")).not.toThrow();
  }
  expect(parseRequest("client-as-status", {})).toEqual({ type: "poll" });
});

test("[AS126] a request with exactly the specified fields gets an id, and the target for a claim", () => {
  for (const [name, { fields, target }] of Object.entries(targets)) {
    const read = parseRequest(name as keyof typeof targets, fields);
    expect(read).toMatchObject({
      type: "connect",
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      right: { type: "target", target },
    });
  }
  const whom = { to: "+61255500101", profile: null };
  expect(parseRequest("client-as-dial", { number: "+61255500101" })).toMatchObject({
    type: "dial",
    number: "+61255500101",
    right: { type: "target", target: { type: "outbound", ...whom } },
  });
  expect(parseRequest("client-as-dial", { number: 5 })).toMatchObject({ number: "5" });
});

test.each([undefined, null, "now", 1, true, [], {}, { reason: "over" }, { requestId: 7 }])(
  "[AS18] [AS126] client-as-disconnect-all is obeyed with the payload %j",
  (payload) => {
    const request = parseRequest("client-as-disconnect-all", payload) as LineOrder;
    const { connected } = states;

    const { state } = next(connected as LineState, { type: "request", request, sender: alice });

    expect([request.type, state.status]).toEqual(["disconnect_all", "idle"]);
  },
);

test("[AS126] a repeated request without an id connects only once", () => {
  const ask = (call: string): LineEvent => {
    const request = parseRequest("client-as-accept", { selCall: call }) as LineOrder;
    return { type: "request", request, sender: alice };
  };
  const { state } = next({ status: "idle" }, ask(first));

  expect(next(state, ask(first))).toEqual({ state, effects: [] });
  const { effects } = next(state, ask(second));
  expect(effects.map(({ type }) => type)).toEqual(["hang_up", "send", "connect"]);
});
