import { EventEmitter } from "node:events";

import { expect, test } from "vitest";

import { ignoreClosedPipe } from "./ignore-closed-pipe.ts";

function errorWith(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test("a command survives a reader that has ended, and no other fault of its output", () => {
  const output = new EventEmitter();
  ignoreClosedPipe(output);

  expect(() => output.emit("error", errorWith("EPIPE"))).not.toThrow();
  expect(() => output.emit("error", errorWith("ENOSPC"))).toThrow("ENOSPC");
});
