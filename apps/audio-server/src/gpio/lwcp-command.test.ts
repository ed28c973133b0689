import { expect, test } from "vitest";

import { formatLwcpLine, parseLwcpLine } from "./lwcp-command.ts";

const carried = { flavour: "accept", requestId: "1", user: "alice", muted: true } as const;

test("[AS91] a command has a verb, an object and properties, and the refusal names an invalid object or property", () => {
  expect(parseLwcpLine("GET studio.line#2 state, callstate")).toEqual({
    type: "get",
    ports: [2],
    properties: ["state", "callstate"],
  });
  expect(parseLwcpLine("get STUDIO")).toEqual({
    type: "get",
    ports: [1, 2],
    properties: ["name", "state", "callstate", "muted", "fault"],
  });
  expect(parseLwcpLine("SUB studio.line#1 state")).toMatchObject({ type: "subscribe", ports: [1] });
  expect(parseLwcpLine("UNSUB studio")).toEqual({ type: "unsubscribe", ports: [1, 2] });
  for (const verb of ["NEXT", "take"]) {
    expect(parseLwcpLine(`${verb} studio.line#1`)).toEqual({ type: "next", ports: [1] });
  }
  expect(parseLwcpLine("DROP studio.line#2")).toEqual({ type: "drop", ports: [2] });
  for (const text of ["GET studio.line#3", "GET fader#1", "DROP studio", "NEXT", "GET"]) {
    expect(parseLwcpLine(text)).toEqual({ type: "bad_object" });
  }
  expect(parseLwcpLine("GET studio.line#1 colour")).toEqual({ type: "bad_property" });
  for (const text of ["GPO 1", "LOGIN", "", "CALL studio.line#1 number=1"]) {
    expect(parseLwcpLine(text)).toBeNull();
  }
});

test("[AS91] each state of a line maps to states of the protocol", () => {
  const idle = { port: 1, state: { status: "idle" }, isFaulty: true } as const;
  expect(formatLwcpLine("INDI", idle)).toBe(
    'INDI studio.line#1 name="Line 1", state=IDLE, callstate=IDLE, muted=FALSE, fault=TRUE',
  );
  for (const [status, words] of [
    ["connecting", "state=SEIZED, callstate=ACCEPTING, muted=TRUE, fault=FALSE"],
    ["connected", "state=ON_AIR, callstate=ESTABLISHED, muted=TRUE, fault=FALSE"],
  ] as const) {
    const line = { port: 2, state: { status, ...carried }, isFaulty: false };
    expect(formatLwcpLine("EVENT", line)).toBe(`EVENT studio.line#2 name="Line 2", ${words}`);
    expect(formatLwcpLine("INDI", line, ["fault"])).toBe("INDI studio.line#2 fault=FALSE");
  }
});
