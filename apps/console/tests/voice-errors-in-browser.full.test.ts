import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import { expect, test } from "vitest";

import { describeVoiceFailure } from "../src/client/failures/describe-failure.ts";
import { aCall } from "../src/testing/a-call.ts";
import { openGallery } from "./support/gallery.ts";
import { StandInServer } from "./support/stand-in-server.ts";

/** The test repeats each error, because a softphone receives none while it renews its token. */
const SAY_EVERY_MS = 250;

const gallery = openGallery();

/** Reads from rule VE15 the codes that the exchange causes or the page detects. */
function readProvoked(): number[] {
  const path = join(import.meta.dirname, "../../../docs/spec/voice-errors.md");
  const rule = /^- \[VE15\] (.*)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  return (rule.match(/\b\d{5}\b/g) ?? []).map(Number);
}

/** The SDK replaces each code on the left with the token error on the right. */
const ofToken = new Map([
  [31_201, 20_151],
  [31_204, 20_101],
  [31_205, 20_104],
]);

/**
 * Accepts every device as the signalling service does. Returns a counter of registrations and a
 * function that sends an error.
 */
async function scriptSignalling(page: Page) {
  let registered = 0;
  const says = new Set<(type: string, payload: object) => void>();
  await page.routeWebSocket(/\/signal/, (socket) => {
    function say(type: string, payload: object): void {
      socket.send(JSON.stringify({ type, payload }));
    }
    says.add(say);
    socket.onClose(() => says.delete(say));
    socket.onMessage((text) => {
      if (text === "\n") {
        return socket.send("\n");
      }
      const { type } = JSON.parse(String(text)) as { type: string };
      if (type === "listen") {
        const token = { identity: "alice", ttl: 3_600 };
        say("connected", { region: "LOCAL", home: "local", token });
      } else if (type === "register") {
        registered += 1;
        say("ready", {});
      }
    });
  });
  return {
    countRegistered: () => registered,
    sayError(code: number): void {
      for (const say of says) {
        say("error", { error: { code, message: "so it is" } });
      }
    },
  };
}

test("[VE15] the line shows the text and the code of each error that can be provoked", async () => {
  const page = await gallery.openAnother();
  const server = new StandInServer("producer", [aCall(1)]);
  server.answered.add("voiceToken");
  await server.standIn(page);
  const signalling = await scriptSignalling(page);
  // Without permission for the microphone, the line would show this problem and not the error.
  await page.context().grantPermissions(["microphone"]);
  await page.goto(`${gallery.url}2zz`);
  const line = page.getByRole("region", { name: /^line 1/i });
  const notice = line.getByRole("status");
  // Only the selected line registers. A registration clears an earlier error, so the test waits.
  await expect.poll(signalling.countRegistered, { timeout: 30_000 }).toBeGreaterThan(0);
  const missing: number[] = [];

  for (const code of readProvoked()) {
    const shown = ofToken.get(code) ?? code;
    const { words } = describeVoiceFailure(shown);
    const isShown = async () => {
      signalling.sayError(code);
      const texts = await notice.allTextContents();
      return texts.some((text) => text.includes(words) && text.includes(String(shown)));
    };
    await expect
      .poll(isShown, { timeout: 10_000, interval: SAY_EVERY_MS })
      .toBe(true)
      .catch(() => missing.push(code));
  }

  expect(readProvoked().length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
}, 240_000);
