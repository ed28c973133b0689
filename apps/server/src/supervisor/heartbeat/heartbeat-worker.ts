import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { parentPort } from "node:worker_threads";

import { HEARTBEAT_FD, stackThread, type HeartbeatLine, type StackThread } from "./heartbeat.ts";
import { takeStack } from "./take-stack.ts";

/** A stopped supervisor reads nothing, so the part discards heartbeats beyond this limit. */
const MAX_UNREAD_BYTES = 64 * 1024;

const channel = new Socket({ fd: HEARTBEAT_FD });

function send(line: HeartbeatLine): void {
  if (channel.writableLength < MAX_UNREAD_BYTES) {
    channel.write(`${JSON.stringify(line)}\n`);
  }
}

async function answerStackRequest(thread: StackThread): Promise<void> {
  send({ type: "stack", text: (await takeStack(thread)) ?? "" });
}

parentPort?.on("message", (beat: HeartbeatLine) => send(beat));
channel.on("error", () => {
  // The supervisor has ended; `close` follows.
});
channel.on("close", () => parentPort?.close());
createInterface({ input: channel }).on("line", (text) => {
  const thread = stackThread.safeParse(text);
  if (thread.success) {
    void answerStackRequest(thread.data);
  }
});
