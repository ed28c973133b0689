import { expect, test } from "vitest";

import { readConfig } from "./config.ts";

test("[SR24] twelve listeners call the station on this machine by default", () => {
  const config = readConfig([], {});

  expect(config).toMatchObject({ listeners: 12, host: "127.0.0.1", port: 5060, conversationS: 90 });
  expect(config?.ringS).toEqual({ min: 60, max: 600 });
  expect(config?.numbers[0]).toBe("+61255500101");
});

test("the exchange's address comes from the environment, and arguments take precedence", () => {
  const environment = { SIP_PORT: "5080", SIP_HOST: "0.0.0.0" };

  expect(readConfig(["3"], environment)).toMatchObject({ port: 5080, host: "127.0.0.1" });
  expect(readConfig(["--port", "5090"], environment)?.port).toBe(5090);
});

test("every option is read", () => {
  const args = "5 --host 192.0.2.1 --to 02-5550-0102,+61255500104 --patience 5-9 --talk 7".split(
    " ",
  );

  expect(readConfig(args, {})).toEqual({
    listeners: 5,
    host: "192.0.2.1",
    port: 5060,
    numbers: ["0255500102", "+61255500104"],
    ringS: { min: 5, max: 9 },
    conversationS: 7,
  });
});

test.each([
  [["--prot", "1"], "--prot"],
  [["--port"], "--port"],
  [["--port", "seventy"], "seventy"],
  [["0"], '"0"'],
  [["many"], '"many"'],
  [["--to", "abc"], '"abc"'],
  [["--patience", "9-5"], "--patience"],
])("the error names the invalid value in %j", (args, named) => {
  expect(() => readConfig(args, {})).toThrow(named);
});

test("the error names an invalid setting of the environment", () => {
  expect(() => readConfig([], { SIP_PORT: "x" })).toThrow("SIP_PORT");
});

test("a request for help returns no configuration", () => {
  expect(readConfig(["4", "--help"], {})).toBeNull();
});
