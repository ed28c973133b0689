import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { silentLogger } from "../../../testing/sip/test-bench.ts";
import { plainTrunk } from "../trunks/trunk.ts";
import { RegistrationFile } from "./registration-file.ts";
import { RegisterSequence } from "./send-register.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-registrations-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function register(file: RegistrationFile, sid = "TK1") {
  const registrar = { host: "192.0.2.1", port: null };
  const sequence = new RegisterSequence(file.open(sid));
  const { headers } = sequence.begin(plainTrunk("carrier", [registrar]), registrar);
  const cseq = Number.parseInt(headers.get("CSeq") ?? "", 10);
  return { callId: headers.get("Call-ID"), from: headers.get("From"), cseq };
}

test("after a restart each registration has its Call-ID and From, and a higher CSeq", async () => {
  const first = register(new RegistrationFile(folder, silentLogger));
  const other = register(new RegistrationFile(folder, silentLogger), "TK2");

  const again = register(new RegistrationFile(folder, silentLogger));

  expect(again).toMatchObject({ callId: first.callId, from: first.from });
  expect(again.cseq).toBeGreaterThan(first.cseq);
  expect(other.callId).not.toBe(first.callId);
  expect((await stat(join(folder, "registrations.json"))).mode & 0o077).toBe(0);
});

test("with a damaged file, new registrations begin", async () => {
  await writeFile(join(folder, "registrations.json"), '{"TK1":');

  expect(register(new RegistrationFile(folder, silentLogger)).cseq).toBe(1);
  expect(await readFile(join(folder, "registrations.json"), "utf8")).toContain("TK1");
});
