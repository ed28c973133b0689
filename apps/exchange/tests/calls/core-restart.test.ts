import http from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { createExchangeControl } from "../../src/control/create-exchange-control.ts";
import type { ExchangeControl } from "../../src/control/exchange-control.ts";
import { FakeLeg } from "../../src/testing/fake-edges.ts";
import { FakeMedia } from "../../src/testing/fake-media.ts";

const STATION = "+61255500101";

/** An application that can die and come back on the same port. */
class Application {
  readonly requests: { path: string; params: URLSearchParams }[] = [];
  waitMusic = "first.mp3";
  #server: http.Server | null = null;
  port = 0;

  async start(): Promise<void> {
    const server = http.createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        this.requests.push({ path: request.url ?? "", params: new URLSearchParams(body) });
        response.setHeader("content-type", "text/xml").end(this.#answer(request.url ?? ""));
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  async die(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  of(path: string): URLSearchParams[] {
    return this.requests.filter((each) => each.path === path).map(({ params }) => params);
  }

  #answer(path: string): string {
    if (path === "/incoming") {
      return `<Response><Enqueue waitUrl="/wait">2zz</Enqueue></Response>`;
    }
    if (path === "/wait") {
      return `<Response><Play>/${this.waitMusic}</Play></Response>`;
    }
    return "<Response/>";
  }
}

let application: Application;
let media: FakeMedia;
let core: ExchangeControl;

beforeEach(async () => {
  application = new Application();
  await application.start();
  media = new FakeMedia();
  core = createExchangeControl({
    media,
    webhooks: { allowedHosts: ["127.0.0.1"] },
    account: { sid: "AC1", authToken: "t" },
    logger: pino({ level: "silent" }),
    defaults: { speech: false },
  });
  core.directory.numbers.create({
    phoneNumber: STATION,
    voiceUrl: `http://127.0.0.1:${application.port}/incoming`,
    statusCallback: `http://127.0.0.1:${application.port}/status`,
  });
});

afterEach(async () => {
  await core.close();
  await application.die();
});

function ring(): { leg: FakeLeg; hangUp: () => void } {
  const leg = new FakeLeg();
  const { sink } = core.edges.intake.receive(leg, {
    from: "+61491570006",
    to: STATION,
    callerName: null,
    params: [],
    applicationSid: null,
    stirStatus: null,
  });
  return { leg, hangUp: () => sink.onEnded({ cause: "hangup" }) };
}

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { timeout: 20_000, interval: 20 }).toBe(true);
}

test("[XW17] a restart of the application drops nobody and silences nobody", async () => {
  const waiting = ring();
  const leaving = ring();
  function soundOf(call: { leg: FakeLeg }) {
    return media.soundOf(call.leg.id).replace(/^.*\//, "");
  }
  await until(() => soundOf(waiting) === "first.mp3" && soundOf(leaving) === "first.mp3");

  await application.die();
  application.waitMusic = "second.mp3";
  const arriving = ring();
  media.finish(waiting.leg.id);
  await until(() => soundOf(waiting) === "first.mp3" || soundOf(waiting) === "hold-music");
  leaving.hangUp();
  await until(() => arriving.leg.rings === 1);
  expect(arriving.leg.isOver).toBe(false);

  await application.start();
  media.finish(waiting.leg.id);

  await until(() => soundOf(waiting) === "second.mp3" && soundOf(arriving) === "second.mp3");
  await until(() => application.of("/status").length === 1);
  expect(application.of("/status")[0]?.get("CallStatus")).toBe("completed");
  const [queue] = core.queues.list();
  expect(queue?.currentSize).toBe(2);
});

test("[XR51] what is in progress at an orderly stop is told as lost, and not as hung up", async () => {
  const waiting = ring();
  await until(() => media.soundOf(waiting.leg.id).endsWith("first.mp3"));
  const [call] = core.calls.list();

  await core.close();

  await until(() => application.of("/status").length === 1);
  expect(Object.fromEntries(application.of("/status")[0] ?? [])).toMatchObject({
    CallStatus: "completed",
    ErrorCode: "20500",
    ErrorMessage: "the exchange stopped while the call was in progress",
  });
  expect(core.reports.notifications.list(call?.sid ?? "")).toMatchObject([{ errorCode: 20_500 }]);
});

test("[XR51] who hung up before the stop is told as ever", async () => {
  const leaving = ring();
  await until(() => media.soundOf(leaving.leg.id).endsWith("first.mp3"));

  leaving.hangUp();
  await core.close();

  await until(() => application.of("/status").length === 1);
  expect(application.of("/status")[0]?.has("ErrorCode")).toBe(false);
});
