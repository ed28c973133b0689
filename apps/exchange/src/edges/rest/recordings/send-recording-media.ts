import { createReadStream } from "node:fs";

import { GrowingFile } from "../../../calls/recordings/growing-file.ts";
import type { RecordingApi } from "../../../calls/recordings/recording-api.ts";
import { field } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";

export type MediaType = "wav" | "mp3";

/** The sound of a recording: whole, or the one range that was asked for. */
export async function sendRecordingMedia(
  request: RestRequest,
  { sid, type, api }: { sid: string; type: MediaType; api: RecordingApi },
): Promise<unknown> {
  const query = request.values({ RequestedChannels: field.integer(1, 2).optional() });
  const channels = query.RequestedChannels === undefined ? null : parseChannels(query);
  // Whoever wants a part, or the length alone, needs to know how long the whole is.
  const isWhole = request.isHead || request.readHeader("range") !== undefined;
  const sound = await api.sound(sid, { type, channels, isWhole });
  const tag = `"${sound.tag}"`;
  request.header("accept-ranges", "bytes").header("content-type", sound.type);
  request.header("etag", tag).header("cache-control", "private, no-cache");
  if (sound.content instanceof GrowingFile) {
    return sound.content.read();
  }
  const { path, bytes } = sound.content;
  const range = parseRange(request.readHeader("range"), bytes);
  const condition = request.readHeader("if-range");
  const isRange = range !== null && (condition === undefined || condition === tag);
  if (!isRange) {
    request.header("content-length", String(bytes));
    return createReadStream(path);
  }
  if (range === "none") {
    request.header("content-range", `bytes */${bytes}`).header("content-length", "0");
    return request.status(416, "");
  }
  const { start, end } = range;
  request.header("content-range", `bytes ${start}-${end}/${bytes}`);
  request.header("content-length", String(end - start + 1));
  return request.status(206, createReadStream(path, { start, end }));
}

function parseChannels({ RequestedChannels }: { RequestedChannels?: number | undefined }): 1 | 2 {
  return RequestedChannels === 2 ? 2 : 1;
}

/**
 * One range of bytes; null where the header asks for none that we serve, so that the whole is
 * sent (RFC 9110 section 14.2), "none" where it lies outside.
 */
export function parseRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | "none" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) {
    return null;
  }
  if (first === "") {
    const start = Math.max(0, bytes - Number(last));
    return start >= bytes ? "none" : { start, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== "" && Number(last) < start) {
    return null;
  }
  return start >= bytes ? "none" : { start, end };
}
