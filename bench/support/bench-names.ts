/** In the order in which they run: what needs the machine for itself comes first. */
export const benchNames: readonly string[] = [
  "media-legs",
  "media-delay",
  "media-janus",
  "steady-sound",
  "hold-music",
  "webrtc-legs",
  "sip-setups",
  "webhooks",
  "speech",
  "hub-fanout",
  "ring-to-screen",
  "accept-to-audio",
  "page-load",
  "reconnect",
  "start-time",
  "soak",
];
