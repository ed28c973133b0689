import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test, onTestFinished } from "vitest";

import { writeAccountFile } from "./account-file.ts";
import { introduction, readyLine, type ReadyFacts } from "./introduction.ts";
import { OptionError, readOptions } from "./options.ts";

const account = {
  sid: `AC${"1".repeat(32)}`,
  authToken: "a-secret-auth-token",
  apiKey: `SK${"2".repeat(32)}`,
  apiSecret: "a-secret-of-the-key",
};

const facts: ReadyFacts = {
  url: "http://127.0.0.1:3001",
  signalUrl: "ws://127.0.0.1:3001",
  sip: { address: "127.0.0.1", port: 5060 },
  application: {
    sid: "AP1",
    phoneNumber: "+61255500100",
    voiceUrl: "http://127.0.0.1:4000/voice",
  },
  account,
  accountFile: "/data/exchange/account.env",
};

test("[XN2] the ready message has all addresses, and states how to call", () => {
  const words = introduction(facts, false);

  expect(words).toContain(`http://127.0.0.1:3001/2010-04-01/Accounts/${account.sid}.json`);
  expect(words).toContain("ws://127.0.0.1:3001/signal");
  expect(words).toContain("sip:+61255500100@127.0.0.1:5060");
  expect(words).toContain("http://127.0.0.1:4000/voice");
  expect(words).toContain("/data/exchange/account.env");
});

test("[XN3] the secrets are printed only on a terminal", () => {
  expect(introduction(facts, true)).toContain(account.authToken);
  expect(introduction(facts, true)).toContain(account.apiSecret);
  for (const text of [introduction(facts, false), readyLine(facts)]) {
    expect(text).not.toContain(account.authToken);
    expect(text).not.toContain(account.apiSecret);
  }
});

test("[XN3] only the owner can read the account file, even if the file existed before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-account-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "account.env"), "", { mode: 0o644 });

  const path = await writeAccountFile(folder, { account, url: facts.url, applicationSid: "AP1" });

  expect(statSync(path).mode & 0o077).toBe(0);
  expect(readFileSync(path, "utf8")).toContain(`TWILIO_AUTH_TOKEN=${account.authToken}\n`);
});

test("[XN1] the command accepts its options", () => {
  const none = { json: false, help: false, verbose: false, voiceUrl: null };
  const voiceUrl = "http://127.0.0.1:4000/voice";

  expect(readOptions([])).toEqual(none);
  expect(readOptions(["--json", "--verbose", `--voice-url=${voiceUrl}`])).toEqual({
    ...none,
    json: true,
    verbose: true,
    voiceUrl,
  });
  expect(() => readOptions(["--voice-url=app"])).toThrow(
    new OptionError("--voice-url must be an http or https URL."),
  );
  expect(() => readOptions(["--jason"])).toThrow(
    new OptionError("--jason is not an option; --help lists the options."),
  );
});
