import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

import { afterEach, expect, test, vi } from "vitest";

import { openRtpPort } from "./rtp-port.ts";

const closing: { close(): void }[] = [];
const fromSignalled = 1;
const fromStranger = 2;
const fromThird = 3;

afterEach(() => {
  for (const one of closing.splice(0)) {
    one.close();
  }
});

async function aSource(): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  closing.push(socket);
  return socket;
}

/** A port to which a signalled far end and a stranger send packets with their own byte in them. */
async function aPort() {
  let nowMs = 0;
  const heard: number[] = [];
  const events = {
    isExpected: (bytes: Uint8Array) => bytes[1] === 0,
    onRtp: (bytes: Uint8Array) => void heard.push(bytes[2] ?? 0),
    onRtcp: () => undefined,
  };
  const options = { bindAddress: "127.0.0.1", portRange: null, clock: { nowMs: () => nowMs } };
  const port = await openRtpPort(options, events);
  closing.push(port);
  const signalled = await aSource();
  const stranger = await aSource();
  const third = await aSource();
  function signal(): void {
    port.connect({ address: "127.0.0.1", port: signalled.address().port });
  }
  signal();
  function say(from: Socket, byte: number, payloadType = 0): void {
    from.send(Uint8Array.of(0x80, payloadType, byte), port.endpoint.port, "127.0.0.1");
  }
  return {
    port,
    heard,
    advance: (ms: number) => void (nowMs += ms),
    speak: () => say(signalled, fromSignalled),
    intrude: () => say(stranger, fromStranger),
    intrudeAsThird: () => say(third, fromThird),
    say: (payloadType: number) => say(stranger, fromStranger, payloadType),
    signal,
    signalled,
    stranger,
  };
}

async function heardLast(heard: number[], byte: number): Promise<void> {
  return vi.waitFor(() => expect(heard.at(-1)).toBe(byte), { timeout: 5000, interval: 2 });
}

test("[XI10] once latched, a second source is ignored for good", async () => {
  const { port, heard, speak, intrude, signalled, advance } = await aPort();
  speak();
  await heardLast(heard, fromSignalled);
  for (let i = 0; i < 50; i += 1) {
    intrude();
  }
  advance(60_000);
  speak();
  await vi.waitFor(() => expect(heard.length).toBe(2));

  expect(heard).toEqual([fromSignalled, fromSignalled]);
  port.send(Uint8Array.of(7));
  const [bytes] = (await once(signalled, "message")) as [Uint8Array];
  expect([...bytes]).toEqual([7]);
});

test("[XI10] the signalled address takes its place back within the first second", async () => {
  const { heard, speak, intrude, advance } = await aPort();
  intrude();
  await heardLast(heard, fromStranger);
  advance(900);
  speak();
  await heardLast(heard, fromSignalled);
  const before = heard.length;
  for (let i = 0; i < 20; i += 1) {
    intrude();
  }
  speak();
  await vi.waitFor(() => expect(heard.length).toBe(before + 1));

  expect(heard.at(-1)).toBe(fromSignalled);
});

test("[XI10] behind a router the first source stays, and later claims change nothing", async () => {
  const { port, heard, speak, intrude, advance, stranger } = await aPort();
  intrude();
  await heardLast(heard, fromStranger);
  advance(1000);
  speak();
  intrude();
  await vi.waitFor(() => expect(heard.length).toBe(2));
  expect(heard).toEqual([fromStranger, fromStranger]);
  expect(port.isLocked).toBe(true);
  port.send(Uint8Array.of(7));
  const [bytes] = (await once(stranger, "message")) as [Uint8Array];
  expect([...bytes]).toEqual([7]);
});

test("[XI10] packets of a kind that was not agreed teach nothing", async () => {
  const { heard, speak, say } = await aPort();
  for (let i = 0; i < 20; i += 1) {
    say(77);
  }
  speak();
  await heardLast(heard, fromSignalled);

  expect(heard).toEqual([fromSignalled]);
});

test("[XI10] while the first source may still be put out, a third is not heard", async () => {
  const { heard, intrude, intrudeAsThird } = await aPort();
  intrude();
  await heardLast(heard, fromStranger);
  for (let i = 0; i < 20; i += 1) {
    intrudeAsThird();
  }
  intrude();
  await vi.waitFor(() => expect(heard.length).toBe(2));

  expect(heard).toEqual([fromStranger, fromStranger]);
});

test("[XI10] the same address told again, as by a refresh, opens the lock for nobody", async () => {
  const { port, heard, intrude, intrudeAsThird, advance, signal } = await aPort();
  intrude();
  await heardLast(heard, fromStranger);
  advance(1000);
  intrude();
  await vi.waitFor(() => expect(port.isLocked).toBe(true));

  signal();
  for (let i = 0; i < 20; i += 1) {
    intrudeAsThird();
  }
  intrude();
  await vi.waitFor(() => expect(heard.length).toBe(3));

  expect(port.isLocked).toBe(true);
  expect(new Set(heard)).toEqual(new Set([fromStranger]));
});
