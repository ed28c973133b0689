import { fileURLToPath } from "node:url";

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/**
 * The sources of a page that runs the SDK, by the names under which they are served. They need
 * bundling.
 */
export const voicePageScripts = {
  "page.js": here("page.ts"),
  "packet-tap.js": here("packet-tap.ts"),
};
