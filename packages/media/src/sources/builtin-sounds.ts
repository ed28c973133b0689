import type { AudioSource } from "../port/media-port.ts";

/** The built-in sounds that the exchange itself plays in calls. */
export const BUILTIN_SOUNDS = {
  holdMusic: { type: "builtin", name: "hold-music" },
  apology: { type: "builtin", name: "apology" },
  beep: { type: "builtin", name: "beep" },
  enterCode: { type: "builtin", name: "enter-code" },
  wrongCode: { type: "builtin", name: "wrong-code" },
  codeAccepted: { type: "builtin", name: "code-accepted" },
  codeRefused: { type: "builtin", name: "code-refused" },
} as const satisfies Record<string, AudioSource>;
