import { expect, test } from "vitest";

import { describeOutdated, parseRelease } from "./running-releases.ts";

const installed = { version: "0.2.0", programs: "b" };
const current = { version: "0.2.0", programs: null };
const [server, exchange] = ["server", "exchange"].map(
  (part) => `The ${part} runs 0.1.0, and 0.2.0 is installed: run linedesk restart ${part}.`,
);

test("[SR93] a server or exchange of another version than the installed one is named, with the command that restarts it", () => {
  const old = { version: "0.1.0", programs: "a" };

  expect(describeOutdated({ server: current, exchange: current }, installed)).toEqual([]);
  expect(describeOutdated({ server: old, exchange: current }, installed)).toEqual([server]);
  expect(describeOutdated({ server: current, exchange: old }, installed)).toEqual([exchange]);
  expect(describeOutdated({ server: old, exchange: old }, installed)).toEqual([server, exchange]);
});

test("[SR93] an exchange with the programs of the installed version is not named", () => {
  const same = { version: "0.1.0", programs: "b" };
  const cloned = { version: "0.1.0", programs: null };

  expect(describeOutdated({ server: current, exchange: same }, installed)).toEqual([]);
  expect(
    describeOutdated({ server: null, exchange: cloned }, { version: "0.2.0", programs: null }),
  ).toEqual([exchange]);
});

test("[SR93] a part that does not answer is not named, and an exchange without a version counts as an earlier one", () => {
  expect(describeOutdated({ server: null, exchange: null }, installed)).toEqual([]);
  expect(parseRelease("not JSON")).toBe(null);

  const release = parseRelease({ status: "ok", calls: 0 });

  expect(describeOutdated({ server: current, exchange: release }, installed)).toEqual([
    "The exchange runs an earlier version, and 0.2.0 is installed: run linedesk restart exchange.",
  ]);
});
