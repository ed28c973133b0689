import { expect, test } from "vitest";

import { readAnswer } from "./read-answer.ts";

const fingerprint = `a=fingerprint:sha-256 ${Array(32).fill("AB").join(":")}`;
const address = "a=candidate:1 1 udp 2130706431 192.0.2.7 5000 typ host";

test("[AS125] a few addresses of an answer are used, and never a name that must be resolved", () => {
  const lines = ["v=0", "m=audio 9 UDP/TLS/RTP/SAVPF 111", fingerprint, address];
  const unwanted = [
    "a=candidate:2 1 udp 1 exchange.example 5000 typ host",
    "a=candidate:3 1 udp 1 0a1b2c3d.local 5000 typ host",
    "a=candidate:4 1 tcp 1 192.0.2.7 9 typ host tcptype active",
    "a=candidate:5 1 udp 1 192.0.2.7 0 typ host",
    "a=candidate:6 1 udp 1 192.0.2.7 70000 typ host",
    "a=candidate:",
  ];
  expect(readAnswer([...lines, ...unwanted, ""].join("\r\n"))).toBe([...lines, ""].join("\r\n"));

  const many = Array.from({ length: 1_000 }, (_, i) => address.replace("5000", `${5000 + i}`));
  const taken = readAnswer([fingerprint, ...many].join("\r\n")).split("\r\n");
  expect(taken).toEqual([fingerprint, ...many.slice(0, 16)]);
});

test.each([
  ["no certificate", address],
  ["a weak fingerprint", `${fingerprint}\r\na=fingerprint:sha-1 AB:CD`],
  ["too many characters", `${fingerprint}\r\n${"a=x\r\n".repeat(20_000)}`],
])("[AS125] an answer with %s is refused", (_what, sdp) => {
  expect(() => readAnswer(sdp)).toThrow(/^the answer/);
});
