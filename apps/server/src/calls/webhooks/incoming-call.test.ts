import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { openDatabase } from "../../platform/db/database.ts";
import { VoiceUrls } from "../../telephony/voice-urls.ts";
import type { ServiceDeskDeps } from "../desk-deps.ts";
import { answerIncomingCall, findRefusal } from "./incoming-call.ts";

const at = new Date("2026-01-18T19:00:00Z");
const open = {
  open: true,
  openingHours: null,
  withheld: "accept",
} as const;
const known = { caller: { blocked: false }, isWithheld: false, at, isForwarded: false };
const withheld = { ...known, caller: null, isWithheld: true };
const forwarded = { ...known, isForwarded: true };

test("[PL11] an open line puts the call into the queue", () => {
  expect(findRefusal(open, { ...withheld, isWithheld: false })).toBeNull();
  expect(findRefusal(open, known)).toBeNull();
});

test("[PL9] a closed line does not forward", () => {
  expect(findRefusal({ ...open, open: false }, forwarded)).toBe("line_closed");
  expect(findRefusal(open, forwarded)).toBe("forwarded");
});

test("[PL9] a blocked caller is refused as blocked, even on a closed line that forwards", () => {
  const blocked = { ...forwarded, caller: { blocked: true } };
  expect(findRefusal({ ...open, open: false }, blocked)).toBe("blocked");
});

test("[PL4] an open line outside of the opening hours is closed and does not forward", () => {
  const week = [{ day: 1, from: "06:00", to: "10:00" }];
  const openingHours = { timeZone: "Australia/Sydney", week, holidays: [] };

  expect(findRefusal({ ...open, openingHours }, known)).toBeNull();
  const before = { ...forwarded, at: new Date(at.getTime() - 1) };
  expect(findRefusal({ ...open, openingHours }, before)).toBe("line_closed");
});

test("[AD45] a line that rejects withheld numbers blocks them even if it forwards; a closed line refuses them as closed", () => {
  const line = { ...open, withheld: "reject" } as const;
  const both = { ...forwarded, caller: null, isWithheld: true };
  expect(findRefusal(line, both)).toBe("blocked");
  expect(findRefusal({ ...line, open: false }, both)).toBe("line_closed");
  expect(findRefusal(line, forwarded)).toBe("forwarded");
  expect(findRefusal({ ...line, withheld: "to_back" }, both)).toBe("forwarded");
  expect(findRefusal(open, withheld)).toBeNull();
});

test("[CA55] while the database is unavailable, requests for a new call fail, but the last try of the telephony service gets music", async () => {
  const db = openDatabase({
    url: "postgres://127.0.0.1:9/none",
    poolSize: 1,
    onError: () => undefined,
  });
  onTestFinished(() => db.destroy());
  const urls = new VoiceUrls("https://desk.example.com");
  const log = pino({ level: "silent" });
  const deps = { db, at: { urls }, log, clock: { now: Date.now } } as ServiceDeskDeps;
  const call = { callSid: "CA1", to: "+61255500101", from: "+61491570006", callerName: null };

  await expect(answerIncomingCall(deps, { ...call, isLastTry: false })).rejects.toThrow(
    "ECONNREFUSED",
  );
  const music = await answerIncomingCall(deps, { ...call, isLastTry: true });
  expect(music).toContain("/sounds/hold-music.wav</Play><Redirect");
  expect(music).toContain("/voice/incoming?since=");
});
