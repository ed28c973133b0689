import { afterAll, afterEach, beforeAll, expect } from "vitest";

import type { VoiceCall } from "@linedesk/testkit";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { RawSocket } from "../support/raw-socket.ts";

export function useExchange(
  take: (booted: BootedExchange) => void,
  start: () => Promise<BootedExchange> = () => BootedExchange.start(),
): void {
  let booted: BootedExchange | undefined;
  beforeAll(async () => {
    booted = await start();
    take(booted);
  });
  afterEach(async () => {
    await booted?.endClients();
    booted?.web.clear();
  });
  afterAll(() => booted?.close());
}

/** A document that puts the call into a silent room. */
export function inRoom(name: string): string {
  return `<Dial><Conference beep="false" waitUrl="">${name}</Conference></Dial>`;
}

export function ringAlice({ rest }: BootedExchange, timeout = 20) {
  return rest.calls.create({
    to: "client:alice",
    from: "client:desk",
    twiml: `<Response>${inRoom("alice")}</Response>`,
    timeout,
  });
}

export async function statusOf({ rest }: BootedExchange, sid: string): Promise<string> {
  return (await rest.calls(sid).fetch()).status;
}

export async function statusSettles(
  booted: BootedExchange,
  sid: string,
  status: string,
): Promise<string> {
  return await eventually(
    () => statusOf(booted, sid),
    (is) => is === status,
  );
}

export async function endOf({ rest }: BootedExchange, sid: string): Promise<string> {
  const ended = await eventually(
    () => rest.calls(sid).fetch(),
    ({ endTime }) => endTime !== null,
  );
  return ended.status;
}

/** Waits for more than this number of further packets; a second of sound has fifty. */
export async function untilReceived(call: VoiceCall, packets: number): Promise<void> {
  const { received } = await call.streams();
  await expect
    .poll(async () => (await call.streams()).received, { timeout: 20_000 })
    .toBeGreaterThan(received + packets);
}

export async function anAuthenticatedSocket(
  booted: BootedExchange,
  identity: string,
): Promise<RawSocket> {
  const socket = await RawSocket.open(booted.exchange.signalUrl);
  socket.send("listen", { token: booted.token(identity), reconnectTimeout: 0 });
  await socket.waitFor("connected");
  return socket;
}
