export const soundMessages = {
  check: "Check",
  checking: "Fetched and measured…",
  play: "Play the beginning",
  stop: "Stop",
  upload: "Or a file: WAV, MP3 or Ogg of at most 4 MB",
  remove: "Remove the file",
  stored: "{name} (stored with Linedesk)",
  good: "Can be played",
  file: "{duration} long",
  stream: "a stream without an end",
  loudness: "{lufs} LUFS, peaks at {peak} dBFS",
  quietNow: "silent just now: callers hear the hold music",
  problem: {
    not_allowed:
      "Sounds may not be fetched from here: WEBHOOK_HOSTS names the hosts that may, with the port of those inside",
    unreachable: "Cannot be reached",
    unreadable: "No WAV, MP3 or Ogg that can be decoded",
    too_long:
      "Too long or too large: music of at most 15 minutes, an announcement of at most 2, 20 MB",
    endless: "A stream without an end, and an announcement needs one",
    not_live: "A sound with an end, and a live programme has none",
    silent: "Silent",
    too_quiet: "Too quiet: less than -40 LUFS",
    too_loud: "Too loud: more than -5 LUFS",
  },
} as const;
