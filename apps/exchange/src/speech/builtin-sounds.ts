import type { AudioSource } from "../media/media-port.ts";

/** The sounds that ship with the exchange, as far as the call side asks for them by itself. */
export const BUILTIN = {
  holdMusic: { type: "builtin", name: "hold-music" },
  apology: { type: "builtin", name: "apology" },
  beep: { type: "builtin", name: "beep" },
} as const satisfies Record<string, AudioSource>;
