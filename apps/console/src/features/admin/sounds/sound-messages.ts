export const soundMessages = {
  check: "Check",
  checking: "Checking…",
  play: "Play the beginning",
  stop: "Stop",
  upload: "Or a file: WAV, MP3 or Ogg of at most 4 MB",
  remove: "Remove the file",
  stored: "{name} (stored with Linedesk)",
  good: "Can be played",
  file: "{duration} long",
  stream: "a live stream",
  loudness: "{lufs} LUFS, peaks at {peak} dBFS",
  quietNow: "silent now: callers hear the hold music",
  problem: {
    not_allowed:
      "This host is not allowed. WEBHOOK_HOSTS lists the allowed hosts, internal ones with their port",
    unreachable: "Cannot be reached",
    unreadable: "Not a readable WAV, MP3 or Ogg file",
    too_long:
      "Too long or too large: at most 15 minutes of music, 2 minutes of announcement, 20 MB",
    endless: "An announcement cannot be a live stream. Use a file",
    not_live: "A live programme cannot be a file. Use a live stream",
    silent: "Silent",
    too_quiet: "Too quiet: less than -40 LUFS",
    too_loud: "Too loud: more than -5 LUFS",
  },
} as const;
