import * as z from "zod";

import type { Logger } from "../platform/logger.ts";

const MAX_TEXT_LENGTH = 300;
const text = z.string().transform((value) => value.slice(0, MAX_TEXT_LENGTH));

const entry = z.object({
  level: z.enum(["error", "warn", "debug"]).catch("error"),
  code: z
    .string()
    .regex(/^[A-Z_]{1,80}$/)
    .catch("UNKNOWN"),
  name: text.optional().catch(undefined),
  message: text.optional().catch(undefined),
  url: text.optional().catch(undefined),
});

/** Returns the path of an address without the query, which may contain a code or a token. */
function parsePath(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url, "http://page.invalid")
    ? new URL(url, "http://page.invalid").pathname
    : undefined;
}

/** Logs the report of the browser's auth client, with its texts only in a `pii` field. */
export function logBrowserEntry(log: Logger, body: unknown): void {
  const parsed = entry.safeParse(body ?? {});
  if (!parsed.success) {
    return;
  }
  const { level, code, name, message, url } = parsed.data;
  const fields = { code, path: parsePath(url), pii: { name, message } };
  log[level](fields, "browser auth client reported");
}
