import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { FastifyRequest } from "fastify";

import { PAGE_HEADER } from "@linedesk/contract";

/** Returns the page's first script, whose name has a hash of everything that it loads. */
export function readEntry(html: string): string | null {
  return /<script\b[^>]*\bsrc="([^"]+\.\w+)"/.exec(html)?.[1] ?? null;
}

/**
 * Returns a check for requests of a console's page that is older or newer than the page of this
 * server. Clients other than the console send no page.
 */
export function createReleaseCheck(folder: string) {
  return async ({ headers }: Pick<FastifyRequest, "headers">): Promise<boolean> => {
    const named = headers[PAGE_HEADER];
    if (named === undefined) {
      return false;
    }
    const page = await readFile(join(folder, "index.html"), "utf8").catch(() => "");
    return named !== readEntry(page);
  };
}
