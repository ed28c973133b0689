import { createReadStream } from "node:fs";

import type { SoundFile } from "../../../calls/recordings/recording-api.ts";
import type { RestRequest } from "../requests/resource.ts";

export function sendRecordingMedia(
  request: RestRequest,
  { path, bytes, checksum }: SoundFile,
): unknown {
  const tag = `"${checksum}"`;
  request.header("accept-ranges", "bytes").header("content-type", "audio/x-wav");
  request.header("etag", tag).header("cache-control", "private, no-cache");
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

/**
 * Returns one range of bytes. `null` means that we do not support the range, so the whole file is
 * sent (RFC 9110 section 14.2). "none" means a range outside the file.
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
