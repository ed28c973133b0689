import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateSync } from "node:zlib";

export interface SentItem {
  type: string;
  /** The uncompressed text. */
  text: string;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

/** Unpacks a recording: a line of JSON, then the events, which may be compressed with zlib. */
function unpackRecording(payload: Buffer): string {
  const end = payload.indexOf("\n") + 1;
  const packed = payload.subarray(end);
  return packed[0] === 0x78 ? inflateSync(packed).toString("utf8") : packed.toString("utf8");
}

/**
 * Returns the items of an envelope: a line of headers, followed by a header line and a payload for
 * each item.
 */
export function readEnvelope(body: Buffer): SentItem[] {
  const items: SentItem[] = [];
  let at = body.indexOf("\n") + 1;
  items.push({ type: "envelope", text: body.subarray(0, at).toString("utf8") });
  while (at > 0 && at < body.length) {
    const lineEnd = body.indexOf("\n", at);
    const header = JSON.parse(body.subarray(at, lineEnd).toString("utf8")) as {
      type: string;
      length?: number;
    };
    const next = body.indexOf("\n", lineEnd + 1);
    const end =
      header.length === undefined ? (next < 0 ? body.length : next) : lineEnd + 1 + header.length;
    const payload = body.subarray(lineEnd + 1, end);
    const isRecording = header.type === "replay_recording";
    items.push({
      type: header.type,
      text: isRecording ? unpackRecording(payload) : payload.toString("utf8"),
    });
    at = end + 1;
  }
  return items;
}

/** Receives on a local port the data that Sentry's client sends to Sentry in production. */
export async function openRecordingSink() {
  const items: SentItem[] = [];
  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    void readBody(request).then((body) => {
      if (request.method === "POST") {
        items.push({ type: "address", text: request.url ?? "" }, ...readEnvelope(body));
      }
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    items,
    origin: `http://127.0.0.1:${port}`,
    dsn: `http://abc@127.0.0.1:${port}/1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
