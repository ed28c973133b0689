/**
 * The folders of every app and package, the lowest first: a folder imports only what stands before
 * it. `check-directions.ts` refuses a folder that no list names.
 *
 * - An entry may be nested (`edges/sip`); a file belongs to the longest entry that holds it.
 * - `.` stands for the files directly in `src`, and `hub.ts` for one of them; without such an entry
 *   they stand above all folders. `index.ts` and `main.ts` always do.
 * - An entry that is a list holds folders side by side, which never import one another; `features/*`
 *   stands for the folders in `features`, side by side.
 */
export type FolderOrder = readonly (string | readonly string[])[];

export const folderOrders: Readonly<Record<string, FolderOrder>> = {
  "apps/exchange": [
    "base",
    "storage",
    "directory",
    "media",
    "speech",
    "sip",
    "webhooks",
    "calls",
    "twiml",
    "control",
    ["edges/sip", "edges/signalling", "edges/rest"],
    "dev",
    "config",
  ],
  "apps/server": [
    "config",
    "platform",
    "auth",
    "people",
    "settings",
    "stations",
    "callers",
    "demo",
    "telephony",
    "calls",
    "supervisor",
  ],
  "apps/console": ["lib", ["ui", "client"], "features/*", "app"],
  "packages/base": ["."],
  "packages/audio": [
    ".",
    "codecs",
    "levels",
    "mixing",
    "rtp",
    "jitter",
    "resampling",
    "tones",
    "wav",
  ],
  "packages/media": [
    ".",
    "rtp",
    "srtp",
    "codecs",
    "decoders",
    "mixing",
    "playback",
    "live",
    "recording",
    "amd",
    "webrtc",
    "engine",
  ],
  "packages/sip": [".", "messages", "digest", "transports", "transactions"],
  "packages/speech": [".", ["synthesis", "recognition"]],
  "packages/contract": ["."],
  "packages/hub": [".", "messages", "rest", "hub.ts"],
  "packages/sso": ["."],
  "packages/testkit": [
    "chromium",
    "hostile",
    "sounds",
    "sip-listener",
    "station",
    "voice-client",
    "demo-calls",
  ],
};

/** The packages of ours that each app and package may import; tests may import testkit as well. */
export const packageDirections: Readonly<Record<string, readonly string[]>> = {
  "apps/console": ["contract"],
  "apps/server": ["base", "audio", "contract", "hub", "sso"],
  "apps/exchange": ["base", "audio", "media", "sip", "speech"],
  "packages/base": [],
  "packages/audio": [],
  "packages/contract": [],
  "packages/hub": ["base"],
  "packages/sso": ["base"],
  "packages/media": ["base", "audio"],
  "packages/sip": ["base"],
  "packages/speech": ["base", "audio", "media"],
  "packages/testkit": ["base", "audio", "media", "sip", "contract"],
};
