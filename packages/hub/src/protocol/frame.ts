import { z } from "zod";

/**
 * A frame to a client. `data` is the event's payload as a JSON string, which the protocol encodes
 * twice.
 */
export interface ServerFrame {
  event: string;
  channel?: string;
  data?: string;
  user_id?: string;
}

export interface ClientFrame {
  event: string;
  channel?: string | undefined;
  data?: unknown;
}

const clientFrame = z.object({
  event: z.string().min(1),
  channel: z.string().optional(),
  data: z.unknown().optional(),
});

/** Encodes a frame once for any number of sockets. */
export function encodeFrame(frame: ServerFrame): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

export function decodeFrame(text: string): ClientFrame | null {
  const parsed = clientFrame.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

/** Returns a JSON value, or undefined for invalid text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is no error here, because the schema refuses `undefined`.
    return undefined;
  }
}

/** Some clients encode `data` twice, as the server does; others send the object itself. */
export function messageData(frame: ClientFrame): unknown {
  return typeof frame.data === "string" ? parseJson(frame.data) : frame.data;
}
