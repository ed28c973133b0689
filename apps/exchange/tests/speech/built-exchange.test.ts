import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAlone, type Alone } from "../standalone/alone.ts";
import { fromBundles } from "../standalone/started-exchange.ts";
import { twilioClient } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";
import { spokenAfter } from "./spoken.ts";

const PATIENCE_MS = 240_000;
const STATION = "+61255500101";

const cleanup = new Cleanup();
let alone: Alone;
let web: ScriptedWebApp;

beforeAll(async () => {
  const home = join(cleanup.folder(), "home");
  mkdirSync(home);
  web = await ScriptedWebApp.start();
  cleanup.add(() => web.close());
  alone = await startAlone({ HOME: home }, fromBundles);
  cleanup.add(() => alone.close());
  const { TWILIO_ACCOUNT_SID: sid = "", TWILIO_AUTH_TOKEN: authToken = "" } = alone.variables;
  const account = { sid, authToken, apiKey: "", apiSecret: "" };
  const rest = twilioClient({ url: alone.ready.url, account });
  await rest.incomingPhoneNumbers.create({ phoneNumber: STATION, voiceUrl: web.url("/voice") });
}, PATIENCE_MS);
afterAll(() => cleanup.run(), PATIENCE_MS);

/** Somebody says it to that document. */
async function say(text: string, document: string): Promise<void> {
  web.forget();
  web.answer("/voice", document);
  const sends = spokenAfter(cleanup, { text });
  await aListener(cleanup, { address: alone.ready.sip }, { to: STATION, sends });
}

test(
  "[XT79] what `npm run exchange` has built makes text of speech, free and by hints",
  async () => {
    await say(
      "my name is peter and I am calling from the airport",
      `<Gather input="speech" action="/said" speechTimeout="1" timeout="15"/>`,
    );
    const free = (await web.asked("/said")).params;
    await say(
      "technical support",
      `<Gather input="speech" action="/said" speechTimeout="1" timeout="15" hints="Sales, Technical Support"/>`,
    );
    const hint = (await web.asked("/said")).params;

    expect(free["SpeechResult"]).toContain("calling from the airport");
    expect(hint["SpeechResult"]).toBe("Technical Support");
  },
  PATIENCE_MS,
);
