import { fileURLToPath } from "node:url";

function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** The scripts of a page that runs the SDK, by the name that it is served under; to be bundled. */
export const voicePageScripts = {
  "page.js": here("page.ts"),
  "packet-tap.js": here("packet-tap.ts"),
};
