import { mkdir, readFile, writeFile } from "node:fs/promises";

import { z } from "zod";

import { twilioClient } from "../support/booted-exchange.ts";
import type { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { restUrl, untilReady, type TestMachine } from "./started-exchange.ts";

const accountSchema = z.object({
  sid: z.string(),
  authToken: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
});

/** Returns the content of a state file with a caller ID that was verified without a call. */
function verifiedCallerId(): object {
  const at = new Date().toISOString();
  const about = { sid: `PN${"1".repeat(32)}`, accountSid: "AC0", createdAt: at, updatedAt: at };
  const callerIds = [{ ...about, phoneNumber: "+61255509999", friendlyName: "x" }];
  return { numbers: [], callerIds, applications: [] };
}

export async function startBusyExchange(
  machine: TestMachine,
  web: ScriptedWebApp,
  settings: Record<string, string> = {},
) {
  await mkdir(machine.path(""), { recursive: true });
  await writeFile(machine.path("exchange.json"), JSON.stringify(verifiedCallerId()));
  const started = machine.start(settings);
  const text = await untilReady(started);
  const account = accountSchema.parse(
    JSON.parse(await readFile(machine.path("account.json"), "utf8")),
  );
  const url = restUrl(text);
  const rest = twilioClient({ url, account });
  const port = Number(/sip:127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
  web.answer("/talk", '<Dial><Conference beep="false" waitUrl="">talk</Conference></Dial>');
  for (const [to, path] of [
    ["+61255500101", "/talk"],
    ["+61255500102", "/never"],
  ] as const) {
    await rest.incomingPhoneNumbers.create({
      phoneNumber: to,
      voiceUrl: web.url(path),
      statusCallback: web.url("/status"),
    });
  }
  return { started, url, rest, account, sip: { address: "127.0.0.1", port } };
}
