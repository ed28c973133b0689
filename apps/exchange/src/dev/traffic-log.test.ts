import { expect, test } from "vitest";

import { CoreUnderTest, LISTENER, STATION, ends } from "../testing/core-under-test.ts";
import { APP } from "../testing/scripted-web.ts";
import type { HttpRequest } from "../webhooks/http-sender.ts";
import { TrafficLog } from "./traffic-log.ts";

const SID = `CA${"1".repeat(32)}`;

function aLog(showsCallers: boolean) {
  const lines: string[] = [];
  const log = new TrafficLog({
    write: (line) => lines.push(line),
    now: () => new Date("2026-11-29T10:11:12.345Z"),
    showsCallers,
  });
  return { log, lines: () => lines.map((line) => line.replace(/\d+ ms/, "N ms")) };
}

function aRequest(more: Partial<HttpRequest> = {}): HttpRequest {
  return {
    url: `${APP}/voice?since=${encodeURIComponent(LISTENER)}`,
    method: "POST",
    headers: {},
    body: new URLSearchParams({ CallSid: SID, From: LISTENER, Digits: "" }).toString(),
    connectTimeoutMs: 1,
    readTimeoutMs: 1,
    totalTimeoutMs: 1,
    sendsSni: true,
    maxBytes: 1,
    ...more,
  };
}

const document = `<Response>\n  <Dial>${LISTENER}</Dial>\n</Response>`;
const answer = { status: 200, contentType: "text/xml", body: document };

test("[XN45] each state of a call is one line", async () => {
  const it = new CoreUnderTest();
  const { log, lines } = aLog(false);
  log.watchCalls(it.core.calls);

  const call = await it.ringInto("<Pause/>");
  await ends(call);

  expect(lines()).toEqual([
    `10:11:12.345 ${call.sid} call inbound ringing`,
    `10:11:12.345 ${call.sid} call inbound in-progress`,
    `10:11:12.345 ${call.sid} call inbound completed (hangup)`,
  ]);
});

test("[XN45] a webhook and its document are one line each, without data of callers", async () => {
  const { log, lines } = aLog(false);

  await log.wrapSender(() => Promise.resolve(answer))(aRequest());

  expect(lines()).toEqual([
    `10:11:12.345 ${SID} webhook POST ${APP}/voice 200 N ms`,
    `10:11:12.345 ${SID} document ${document.length} bytes`,
  ]);
});

test("[XN45] a terminal shows the caller's number, the parameters and the document", async () => {
  const it = new CoreUnderTest();
  const { log, lines } = aLog(true);
  log.watchCalls(it.core.calls);

  const { sid } = await it.ring();
  await log.wrapSender(() => Promise.resolve(answer))(aRequest());

  expect(lines()[0]).toBe(`10:11:12.345 ${sid} call inbound ringing ${LISTENER} -> ${STATION}`);
  expect(lines().slice(-2)).toEqual([
    `10:11:12.345 ${SID} webhook POST ${APP}/voice 200 N ms From=${LISTENER}`,
    `10:11:12.345 ${SID} document ${document.length} bytes ${document.replaceAll(/\s+/g, " ")}`,
  ]);
});

test("[XN45] a failed request shows the reason, and a request that belongs to no call shows `-`", async () => {
  const { log, lines } = aLog(false);
  const send = log.wrapSender(() => Promise.reject(new Error("connection refused")));
  const ofNoCall = { body: null, url: `${APP}/room`, method: "GET" } as const;

  await expect(send(aRequest(ofNoCall))).rejects.toThrow("connection refused");

  expect(lines()).toEqual([`10:11:12.345 - webhook GET ${APP}/room connection refused N ms`]);
});

test("[XN45] JSON parameters are read", async () => {
  const { log, lines } = aLog(true);
  const body = JSON.stringify({ CallSid: SID, Digits: 7 });

  await log.wrapSender(() => Promise.resolve({ ...answer, body: "" }))(aRequest({ body }));

  expect(lines()).toEqual([`10:11:12.345 ${SID} webhook POST ${APP}/voice 200 N ms Digits=7`]);
});
