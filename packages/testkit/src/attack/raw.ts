import { connect } from "node:net";

const WAIT_MS = 8_000;

/**
 * Sends exactly these lines without a body. Resolves to all bytes that come before the far end
 * closes or 8 s have passed.
 */
export function askRaw(origin: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port || 80), hostname);
    let text = "";
    const timer = setTimeout(() => socket.destroy(), WAIT_MS);
    socket.on("data", (data: Buffer) => (text += data.toString()));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  });
}

/** Returns the status of a raw answer, or 0 if there was no answer. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
}
