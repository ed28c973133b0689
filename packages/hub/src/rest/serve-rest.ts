import type { IncomingMessage, ServerResponse } from "node:http";

import type { RestAnswer, RestRequest } from "./rest-request.ts";

/**
 * Reads one request for the HTTP API off a plain node server, its body bounded, and answers it.
 * Never rejects: a client that goes away in the middle is not answered.
 */
export async function serveRest(
  request: IncomingMessage,
  response: ServerResponse,
  api: { maxBytes: number; handle: (request: RestRequest) => RestAnswer },
): Promise<void> {
  const body = await readBody(request, api.maxBytes);
  if (body === "gone") {
    return;
  }
  if (body === "too_large") {
    // Whoever still sends is told and cut off, not read to their end.
    response.setHeader("connection", "close");
    return send(response, { status: 413, body: { error: `At most ${api.maxBytes} bytes` } });
  }
  // Not by URL, which throws at some paths and rewrites others after they were signed.
  const [path = "/", ...query] = (request.url ?? "/").split("?");
  const answer = api.handle({
    method: request.method ?? "GET",
    path,
    query: Object.fromEntries(new URLSearchParams(query.join("?"))),
    headers: request.headers,
    body: body.text,
  });
  send(response, answer);
}

type Body = { text: string } | "too_large" | "gone";

function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
      } else {
        resolve("too_large");
      }
    });
    request.on("end", () => resolve({ text: Buffer.concat(chunks).toString() }));
    request.on("error", () => resolve("gone"));
    request.on("close", () => resolve("gone"));
  });
}

function send(response: ServerResponse, answer: RestAnswer): void {
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer.body));
}
