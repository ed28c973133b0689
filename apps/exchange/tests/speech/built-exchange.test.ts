import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startStandalone, type StandaloneExchange } from "../standalone/standalone-exchange.ts";
import { fromBundles } from "../standalone/started-exchange.ts";
import { eventually, twilioClient } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";
import { spokenAfter } from "./spoken.ts";

const TIMEOUT_MS = 240_000;
const STATION = "+61255500101";

const cleanup = new Cleanup();
let alone: StandaloneExchange;
let web: ScriptedWebApp;

beforeAll(async () => {
  const home = join(cleanup.folder(), "home");
  mkdirSync(home);
  web = await ScriptedWebApp.start();
  cleanup.add(() => web.close());
  alone = await startStandalone({ HOME: home, LOG_LEVEL: "trace" }, fromBundles);
  cleanup.add(() => alone.close());
  const { TWILIO_ACCOUNT_SID: sid = "", TWILIO_AUTH_TOKEN: authToken = "" } = alone.variables;
  const account = { sid, authToken, apiKey: "", apiSecret: "" };
  const rest = twilioClient({ url: alone.ready.url, account });
  await rest.incomingPhoneNumbers.create({ phoneNumber: STATION, voiceUrl: web.url("/voice") });
}, TIMEOUT_MS);
afterAll(() => cleanup.run(), TIMEOUT_MS);

/** The arguments of the recogniser that the exchange has started last, with its id. */
function recogniserOf(pid: number): { pid: string; words: string } | null {
  function isIt(id: string) {
    return wordsOf(id).includes("speech-recogniser.js");
  }
  const found = childrenOf(pid).find(isIt);
  return found === undefined ? null : { pid: found, words: wordsOf(found) };
}

function childrenOf(pid: number): string[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const lists = threads.map((id) => readProc(`${pid}/task/${id}/children`).trim());
  return lists.flatMap((list) => list.split(" ")).filter((id) => id !== "");
}

function wordsOf(pid: string): string {
  return readProc(`${pid}/cmdline`).replaceAll("\0", " ");
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    // It has ended.
    return "";
  }
}

/** Somebody says it to that document. */
async function say(text: string, document: string): Promise<void> {
  web.clear();
  web.answer("/voice", document);
  const sends = spokenAfter(cleanup, { text });
  await aListener(cleanup, { address: alone.ready.sip }, { to: STATION, sends });
}

test(
  "what `npm run exchange` has built makes text of speech, free and by hints",
  async () => {
    await say(
      "my name is peter and I am calling from the airport",
      `<Gather input="speech" action="/said" speechTimeout="1" timeout="15"/>`,
    );
    const free = (await web.waitForRequest("/said")).params;
    await say(
      "technical support",
      `<Gather input="speech" action="/said" speechTimeout="1" timeout="15" hints="Sales, Technical Support"/>`,
    );
    const hint = (await web.waitForRequest("/said")).params;

    expect(free["SpeechResult"]).toContain("calling from the airport");
    expect(hint["SpeechResult"]).toBe("Technical Support");
    const logged = alone.output.out() + alone.output.err();
    expect(logged).toContain("the exchange is ready");
    expect(logged).not.toMatch(/airport|peter|technical|sales/i);
  },
  TIMEOUT_MS,
);

test(
  "an exchange that is killed leaves no recogniser, and its hints were no argument",
  async () => {
    await say(
      "my name is peter and I am calling from the airport to talk about the weather",
      `<Gather input="speech" action="/said" speechTimeout="30" timeout="15" hints="Xyzzyq"/>`,
    );
    const running = await eventually(async () => recogniserOf(alone.pid()), Boolean);

    await alone.kill();

    expect(running?.words).toContain("--language en-US");
    expect(running?.words).not.toContain("Xyzzyq");
    await eventually(
      async () => wordsOf(running?.pid ?? ""),
      (words) => words === "",
      60_000,
    );
  },
  TIMEOUT_MS,
);
