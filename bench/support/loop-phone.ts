import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { silence, writeWav } from "@linedesk/audio";
import {
  pairing,
  type StudioStation,
} from "../../apps/audio-server/tests/support/studio-station.ts";
import { openWholeBrowser } from "../../e2e/support/browser.ts";
import { pageScript } from "./page-script.ts";

const CALL_WITHIN_MS = 20_000;
const sdkFile = join(
  import.meta.dirname,
  "../../node_modules/@twilio/voice-sdk/dist/twilio.min.js",
);

/** Opens a browser softphone in the station's room. Its microphone is the sound of its own call. */
export async function openLoopPhone(station: StudioStation): Promise<{ close(): Promise<void> }> {
  const response = await fetch(`${station.url}/api/audioServers/${pairing.id}/voiceToken`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${pairing.key}` },
    body: JSON.stringify({ line: "line2" }),
  });
  const { token } = (await response.json()) as { token: string };
  const chromium = await openWholeBrowser();
  const page = await chromium.browser.newPage();
  const server = await servePage();
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  // The page's script replaces browser functions that the SDK reads while it loads.
  await page.addScriptTag({ content: await pageScript("loop-phone") });
  await page.addScriptTag({ path: sdkFile });
  // Chromium plays the sound of a page only after a press.
  await page.getByRole("button").click();
  const host = `127.0.0.1:${station.exchangePort}`;
  const claim = randomUUID();
  const calling = page.evaluate((options) => window.callLoop(options), { token, host, claim });
  async function close(): Promise<void> {
    await chromium.close();
    server.close();
  }
  try {
    await Promise.race([calling, wait(CALL_WITHIN_MS).then(refuse)]);
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/** Serves the page from this machine, because a page from a route gets no socket to loopback. */
async function servePage(): Promise<Server> {
  const wav = Buffer.from(writeWav(silence(100, 8000), 8000));
  const server = createServer(({ url = "" }, response) => {
    const isSound = url.endsWith(".wav");
    response.writeHead(200, { "content-type": isSound ? "audio/wav" : "text/html" });
    response.end(isSound ? wav : "<!doctype html><button>Call</button>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function refuse(): never {
  throw new Error(`The browser did not call within ${CALL_WITHIN_MS / 1000} s.`);
}
