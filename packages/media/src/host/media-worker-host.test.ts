import { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";

import { expect, test } from "vitest";

import type { MediaReply } from "../worker/media-messages.ts";
import { MediaWorkerHost } from "./media-worker-host.ts";

/** Starts a host whose media thread sends only this message. */
async function startWith(ready: MediaReply): Promise<string[]> {
  const worker = Object.assign(new EventEmitter(), { postMessage: () => undefined });
  const logged: string[] = [];
  const host = new MediaWorkerHost(worker as unknown as Worker, {
    soundsDirectory: "",
    isAllowedUrl: () => false,
    isAllowedAddress: () => false,
    onFault: (message) => logged.push(message),
    onPriorityRefused: () => logged.push("priority refused"),
    onFailure: (error) => logged.push(error.message),
  });
  worker.emit("message", ready);
  await host.ready;
  return logged;
}

test("[XM23] a media thread whose higher priority the system refuses works, and reports the refusal once", async () => {
  expect(await startWith({ type: "ready", isUrgent: false })).toEqual(["priority refused"]);
  expect(await startWith({ type: "ready", isUrgent: true })).toEqual([]);
});
