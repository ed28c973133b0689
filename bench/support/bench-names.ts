/** The benches in the order of a run. Those that need the whole machine come first. */
export const benchNames: readonly string[] = [
  "media-legs",
  "media-delay",
  "media-janus",
  "hold-music",
  "idle",
  "studio-delay",
  "studio-glitches",
  "sip-setups",
  "exchange-crashes",
  "crash-recovery",
  "random-kills",
  "planned-restart",
  "hub-fanout",
  "hub-cluster",
  "ring-to-screen",
  "queue-scroll",
  "desk-response",
  "palette",
  "accept-to-audio",
  "show",
  "page-load",
  "reconnect",
  "people",
  "analytics",
  "hidden-tab",
  "busy-machine",
  "soak",
];

/** Benches whose failure fails the run. */
export const proofNames: readonly string[] = [
  "busy-machine",
  "exchange-crashes",
  "crash-recovery",
  "random-kills",
  "planned-restart",
];
