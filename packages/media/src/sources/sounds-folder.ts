import { fileURLToPath } from "node:url";

import { isRelease } from "../start-thread.ts";

/**
 * Returns the folder of the built-in sounds, with a slash at its end. It contains WAV files.
 * `{ type: "builtin", name }` names them without `.wav`. In a release the folder is beside the
 * bundles.
 */
export function soundsFolder(): string {
  return fileURLToPath(new URL(isRelease ? "./sounds/" : "../../sounds/", import.meta.url));
}
