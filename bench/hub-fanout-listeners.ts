import { WebSocket } from "ws";

/** A child process that holds the sockets and records the delay of each message. */

type Command =
  | { type: "open"; url: string; count: number; subscribe: string | null }
  | { type: "report" };

/** One list for each method of sending. */
let delaysMs: number[][] = [[], []];

process.on("message", (command: Command) => {
  if (command.type === "report") {
    process.send?.({ type: "delays", delaysMs });
    delaysMs = [[], []];
    return;
  }
  void openAll(command).then(() => process.send?.({ type: "opened" }));
});

async function openAll(command: Extract<Command, { type: "open" }>): Promise<void> {
  // With small groups the server's queue of connections does not overflow.
  for (let opened = 0; opened < command.count; opened += 50) {
    const group = Math.min(50, command.count - opened);
    await Promise.all(Array.from({ length: group }, () => open(command)));
  }
}

function open({ url, subscribe }: { url: string; subscribe: string | null }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on("error", reject);
    socket.on("message", (message: Buffer) => {
      const arrivedAt = process.hrtime.bigint();
      const text = message.toString();
      const [, way, sentAt] = /way(\d)sent(\d+)sent/.exec(text) ?? [];
      if (sentAt !== undefined) {
        delaysMs[Number(way)]?.push(Number(arrivedAt - BigInt(sentAt)) / 1e6);
      }
      if (text.includes("subscription_succeeded")) {
        resolve();
      }
    });
    socket.on("open", () => {
      if (subscribe === null) {
        return resolve();
      }
      const frame = { event: "pusher:subscribe", data: { channel: subscribe } };
      return socket.send(JSON.stringify(frame));
    });
  });
}
