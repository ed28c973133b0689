/**
 * The folders of every app and package, the lowest first: a folder imports only what stands before
 * it. `check-directions.ts` refuses a folder that no list names.
 *
 * - A list is for the folder of its key; a folder in it may have a list of its own.
 * - An entry may be nested (`platform/db`); a file belongs to the longest entry that holds it.
 * - `.` stands for the files directly in the folder, and `hub.ts` for one of them; without such an
 *   entry they stand above all folders. `index.ts` and `main.ts` always do.
 * - An entry that is a list holds folders side by side, which never import one another;
 *   `features/*` stands for the folders in `features`, side by side.
 */
export type FolderOrder = readonly (string | readonly string[])[];

const exchangeOrders = {
  "apps/exchange/src": [
    "storage",
    "directory",
    "webhooks",
    "calls",
    "twiml",
    "control",
    "edges",
    "dev",
    "config",
  ],
  "apps/exchange/src/calls": [
    "legs",
    "dtmf",
    "quality",
    "amd",
    "live",
    "recordings",
    "registry",
    "playback",
    "placing",
    "transfers",
    "queues",
    "workflows",
    "conferences",
  ],
  "apps/exchange/src/twiml": ["document", "dial", "gather", "enqueue", "verbs"],
  "apps/exchange/src/control": ["intake", "outbound", "conferences", "recordings", "verification"],
  "apps/exchange/src/edges": [["sip", "signalling", "rest"]],
  "apps/exchange/src/edges/sip": [
    "trunks",
    "access",
    "dialogs",
    "transfers",
    "sessions",
    "dialling",
    "legs",
    "registration",
  ],
  "apps/exchange/src/edges/signalling": [
    "frames",
    "access",
    "token",
    "presence",
    "legs",
    "session",
  ],
  "apps/exchange/src/edges/rest": [
    "requests",
    "account",
    "recordings",
    "calls",
    "conferences",
    "numbers",
    "queues",
    "insights",
  ],
  "apps/exchange/src/dev": ["pages", "inspector", "test-account", "standalone"],
} as const;

const serverOrders = {
  "apps/server/src": [
    "config",
    "platform",
    "platform/db/tables",
    "platform/db/migrations",
    "platform/db",
    "platform/http",
    "platform/http/docs",
    "platform/http/tls",
    "platform/http/mounts",
    "platform/jobs",
    "platform/realtime",
    "platform/health",
    "people",
    "auth",
    "settings",
    "preflight",
    "console",
    "stations",
    "telephony",
    "telephony/webhooks",
    "audio-servers",
    "callers",
    "contests",
    "contacts",
    "calls/state",
    "calls/store",
    "calls",
    "calls/claims",
    "calls/dialling",
    "calls/legs",
    "calls/actions",
    "calls/repair",
    "calls/routes",
    "calls/webhooks",
    "prizes",
    "chat",
    "demo",
    "supervisor/postgres",
    "supervisor",
  ],
} as const;

const consoleOrders = {
  "apps/console/src": ["lib", ["ui", "client"], "features/*", "app"],
  "apps/console/src/client": [
    "words",
    "audio",
    "session",
    "softphone",
    "realtime",
    "audio-server",
    "failures",
    "store",
    "chat",
    "desk",
  ],
} as const;

const packageOrders = {
  "packages/base/src": ["."],
  "packages/audio/src": [
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
  "packages/media/src": [
    ".",
    "srtp",
    "amd",
    "utterances",
    "port",
    "codecs",
    "decoders",
    "encoding",
    "sounds",
    "playback",
    "live",
    "rtp",
    "webrtc",
    "mixing",
    "recording",
    "programme",
    "engine",
    "sources",
    "worker",
    "host",
  ],
  "packages/sip/src": ["messages", "digest", "sdp", "transactions", "transports"],
  "packages/speech/src": ["programs", "synthesis", "recognition"],
  "packages/contract/src": ["."],
  "packages/hub/src": ["protocol", "app", "messages", "rest", "webhooks", "sockets", "."],
  "packages/sso/src": ["."],
  "packages/testkit/src": [
    "sounds",
    "chromium",
    "hostile",
    "station",
    "sip-listener",
    "voice-client",
    "demo-calls",
  ],
} as const;

export const folderOrders: Readonly<Record<string, FolderOrder>> = {
  ...exchangeOrders,
  ...serverOrders,
  ...consoleOrders,
  ...packageOrders,
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
  "packages/sip": ["base", "audio"],
  "packages/speech": ["base", "audio", "media"],
  "packages/testkit": ["base", "audio", "media", "sip", "contract"],
};
