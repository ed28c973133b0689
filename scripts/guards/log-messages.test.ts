import { expect, test } from "vitest";

import { findLogMessages } from "./log-messages.ts";

function breachesOf(text: string): string[] {
  return findLogMessages([{ path: "apps/x/src/a.ts", text }]).map(({ at }) => at);
}

test.each([
  `log.info({ port }, "server ready");`,
  `this.#deps.logger.error({ err: error }, "request failed");`,
  `request.log.debug("request answered");`,
  "catalogue.info(`any`);",
  "console.log(`not a logger's level`);",
])("[MN8] %s is accepted", (text) => {
  expect(breachesOf(text)).toEqual([]);
});

test.each([
  "log.info(`server is up at ${port}`);",
  `log.warn("trunk " + name);`,
  `this.#log.error(error.message);`,
  `logger.error({ err }, error.message);`,
  `logger.error({ err }, "an error that nobody caught");`,
  `logger.info("trunk %s is up", name);`,
  `frontLog.debug({ port });`,
])("[MN8] %s is refused", (text) => {
  expect(breachesOf(text)).toEqual(["apps/x/src/a.ts:1"]);
});
