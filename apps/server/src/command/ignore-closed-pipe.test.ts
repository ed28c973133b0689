import { EventEmitter } from "node:events";

import { expect, test } from "vitest";

import { ignoreClosedPipe } from "./ignore-closed-pipe.ts";

function errorWith(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test("a command continues when the reader of its output has ended, and fails at any other error of its output", () => {
  const output = new EventEmitter();
  ignoreClosedPipe(output);

  expect(() => output.emit("error", errorWith("EPIPE"))).not.toThrow();
  expect(() => output.emit("error", errorWith("ENOSPC"))).toThrow("ENOSPC");
});
