import { Session } from "node:inspector";

import * as z from "zod";

import type { StackThread } from "./heartbeat.ts";

const PAUSE_TIMEOUT_MS = 5_000;
const MAX_FRAMES = 40;

const pause = z.object({
  method: z.literal("Debugger.paused"),
  params: z.object({
    callFrames: z.array(
      z.object({
        functionName: z.string(),
        url: z.string(),
        location: z.object({ lineNumber: z.number(), columnNumber: z.number().optional() }),
      }),
    ),
  }),
});

type CallFrames = z.output<typeof pause>["params"]["callFrames"];

/**
 * Returns the JavaScript stack of another thread of this process, without values of variables. This
 * works even in an endless loop. Returns `null` when the thread executes no JavaScript.
 */
export async function takeStack(thread: StackThread): Promise<string | null> {
  const session = new Session();
  session.connectToMainThread();
  try {
    const frames = await (thread === "main" ? pauseMain(session) : pauseWorker(session, thread));
    return frames === null ? null : formatFrames(frames);
  } finally {
    // The thread continues undisturbed.
    session.disconnect();
  }
}

function pauseMain(session: Session): Promise<CallFrames | null> {
  return waitForFrames((resolve) => {
    session.once("Debugger.paused", ({ params }) => resolve(params.callFrames));
    session.post("Debugger.enable");
    session.post("Debugger.pause");
  });
}

/** The main thread forwards the inspector's messages, but only while its event loop runs. */
function pauseWorker(session: Session, name: string): Promise<CallFrames | null> {
  return waitForFrames((resolve) => {
    session.on("NodeWorker.attachedToWorker", ({ params: { sessionId, workerInfo } }) => {
      if (workerInfo.title.endsWith(name)) {
        for (const [id, method] of ["Debugger.enable", "Debugger.pause"].entries()) {
          const message = JSON.stringify({ id, method });
          session.post("NodeWorker.sendMessageToWorker", { sessionId, message });
        }
      }
    });
    session.on("NodeWorker.receivedMessageFromWorker", ({ params }) => {
      const parsed = pause.safeParse(JSON.parse(params.message));
      if (parsed.success) {
        resolve(parsed.data.params.callFrames);
      }
    });
    session.post("NodeWorker.enable", { waitForDebuggerOnStart: false });
  });
}

function waitForFrames(
  request: (resolve: (frames: CallFrames | null) => void) => void,
): Promise<CallFrames | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), PAUSE_TIMEOUT_MS);
    request((frames) => {
      clearTimeout(late);
      resolve(frames);
    });
  });
}

function formatFrames(frames: CallFrames): string {
  return frames
    .slice(0, MAX_FRAMES)
    .map(({ functionName, url, location: { lineNumber, columnNumber = 0 } }) => {
      const name = functionName === "" ? "(anonymous)" : functionName;
      return `at ${name} (${url}:${lineNumber + 1}:${columnNumber + 1})`;
    })
    .join("\n");
}
