import { once } from "node:events";
import { Duplex } from "node:stream";

import { expect, test } from "vitest";

import { PartHeartbeat } from "./part-heartbeat.ts";

class Channel extends Duplex {
  readonly written: string[] = [];
  override _read(): void {
    // The test pushes the part's lines.
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written.push(chunk.toString());
    this.emit("written");
    done();
  }
  async say(...lines: string[]): Promise<void> {
    this.push(lines.map((line) => `${line}\n`).join(""));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function aBeat(beats: number): string {
  const facts = { calls: 2, media: { ticks: 50, thread: 7 } };
  return JSON.stringify({ type: "beat", beats, delayMs: 3, facts });
}

test("[XR263] the newest heartbeat of a part counts, and an invalid line changes nothing", async () => {
  const channel = new Channel();
  const heartbeat = new PartHeartbeat(channel);
  expect(heartbeat.newest).toBe(null);

  await channel.say(aBeat(1), aBeat(2), "not JSON", `{"type":"beat","beats":-1}`, "{}");

  expect(heartbeat.newest).toMatchObject({
    beats: 2,
    delayMs: 3,
    facts: { calls: 2, media: { ticks: 50, thread: 7 } },
  });
  heartbeat.close();
});

test("[XR263] the stack of a thread is requested by its name", async () => {
  const channel = new Channel();
  const heartbeat = new PartHeartbeat(channel);
  const written = once(channel, "written");
  const stack = heartbeat.takeStack("media-worker");
  await written;

  await channel.say(`{"type":"stack","text":"at spin (exchange.js:1:1)"}`);

  expect(channel.written).toEqual(["media-worker\n"]);
  expect(await stack).toBe("at spin (exchange.js:1:1)");
  heartbeat.close();
});

test("[XR263] a part that runs no JavaScript, or whose channel ends, gives no stack", async () => {
  const channel = new Channel();
  const heartbeat = new PartHeartbeat(channel);
  const stack = heartbeat.takeStack("main");
  await channel.say(`{"type":"stack","text":""}`);
  expect(await stack).toBe(null);

  const late = heartbeat.takeStack("main");
  const closed = once(channel, "close");
  channel.push(null);
  channel.destroy();
  await closed;

  expect(await late).toBe(null);
  expect(heartbeat.isOpen).toBe(false);
  expect(await heartbeat.takeStack("main")).toBe(null);
});
