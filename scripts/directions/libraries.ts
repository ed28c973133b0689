import type { Breach } from "../breach.ts";
import { findImports } from "../sources/imports.ts";
import { findOwner, isTestCode, type SourceFile } from "../sources/source-file.ts";

/** Each is imported, as a value, by exactly one file of an app or package. */
const ONE_IMPORTER = [
  "node-datachannel",
  "@roamhq/wrtc",
  "werift",
  "@twilio/voice-sdk",
  "pusher-js",
  "pusher",
  "twilio",
  "mpg123-decoder",
  "wasm-media-encoders",
  "openid-client",
  "saxes",
  "pg-boss",
];

/** Finds third-party libraries of telephony and media that more than one file imports. */
export function findLibraryBreaches(files: SourceFile[]): Breach[] {
  return ONE_IMPORTER.flatMap((library) => {
    const importers = files
      .filter((file) => !isTestCode(file.path))
      .filter((file) => findImports(file).some((one) => one.from === library && !one.isType))
      .map(({ path }) => path);
    return importers
      .filter((path) => importers.find((one) => findOwner(one) === findOwner(path)) !== path)
      .map((path) => ({
        check: "library-importer",
        at: path,
        message: `It imports ${library}, which one other file of its app or package imports.`,
      }));
  });
}
