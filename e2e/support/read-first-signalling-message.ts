import { WebSocket } from "ws";

/** What the telephone exchange says first to who shows that voice token at `/signal`. */
export function readFirstSignallingMessage(
  stationUrl: string,
  token: string,
): Promise<{ type: string; payload: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${stationUrl.replace(/^http/, "ws")}/signal`, {
      handshakeTimeout: 5_000,
    });
    const timer = setTimeout(() => {
      socket.terminate();
      reject(new Error("no answer at /signal within 5 s"));
    }, 5_000);
    socket.once("open", () => {
      socket.send(JSON.stringify({ type: "listen", version: "1.6", payload: { token } }));
    });
    socket.once("error", reject);
    socket.on("message", (data: Buffer) => {
      const text = data.toString("utf8");
      // A newline alone is a heartbeat.
      if (text.trim() === "") {
        return;
      }
      clearTimeout(timer);
      socket.terminate();
      resolve(JSON.parse(text) as { type: string; payload: Record<string, unknown> });
    });
  });
}
