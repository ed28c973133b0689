import { once } from "node:events";

import { WebSocket } from "ws";

import { StationError } from "./station-error.ts";

/** With this environment, a test can block the threads of a station's parts. */
export const inspectableEnvironment = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

const BLOCK = {
  id: 1,
  method: "Runtime.evaluate",
  params: { expression: "setTimeout(function spinForEver() { for (;;); }, 0)" },
};

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId: string; workerInfo?: { title: string } };
}

/**
 * Blocks a thread of a part in an endless loop, like an error in its code. The part's log contains
 * the address of its inspector; the last one is current.
 */
export async function blockThread(log: string, thread: "main" | "media-worker"): Promise<void> {
  const address = [...log.matchAll(/Debugger listening on (ws:\/\/[\w.:/-]+)/g)].at(-1)?.[1];
  if (address === undefined) {
    throw new StationError("The part printed no address of its inspector.");
  }
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, "open");
  try {
    await (thread === "main" ? blockMain(socket) : blockWorker(socket, thread));
  } finally {
    socket.terminate();
  }
}

async function blockMain(socket: WebSocket): Promise<void> {
  const answered = waitFor(socket, ({ id }) => id === BLOCK.id);
  send(socket, BLOCK);
  await answered;
}

async function blockWorker(socket: WebSocket, name: string): Promise<void> {
  const attached = waitFor(
    socket,
    ({ params }) => params?.workerInfo?.title.endsWith(name) === true,
  );
  send(socket, { id: 2, method: "NodeWorker.enable", params: { waitForDebuggerOnStart: false } });
  const { params } = await attached;
  const answered = waitFor(
    socket,
    ({ method }) => method === "NodeWorker.receivedMessageFromWorker",
  );
  send(socket, {
    id: 3,
    method: "NodeWorker.sendMessageToWorker",
    params: { sessionId: params?.sessionId, message: JSON.stringify(BLOCK) },
  });
  await answered;
}

function send(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message));
}

function waitFor(socket: WebSocket, isWanted: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve) => {
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      if (isWanted(message)) {
        resolve(message);
      }
    });
  });
}
