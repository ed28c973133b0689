export const audioServerMessages = {
  empty: "No audio servers yet",
  emptyWords:
    "An audio server is a small computer in the studio that carries a line's sound to the desk, in place of a browser. Name the first; its pairing code is shown then.",
  name: "Name",
  lines: "Lines",
  actions: "Actions",
  add: "Add an audio server",
  addDo: "Add and show the code",
  nameHint: "As people call the place where it stands, such as Studio B.",
  rename: "Rename",
  renameOf: "Rename {name}",
  newCode: "New code",
  newCodeOf: "New pairing code for {name}",
  revoke: "Revoke",
  revokeOf: "Revoke {name}",
  revokeTitle: "Revoke {name}?",
  revokeWords:
    "It is cut off at once: a call on it is put on hold. To use it again, pair it with a new code.",
  revokeDo: "Revoke",
  remove: "Remove",
  removeOf: "Remove {name}",
  removeTitle: "Remove {name}?",
  removeWords:
    "Its name goes from this list for good, and presets leave the lines that it carried to the browser.",
  removeDo: "Remove it",
  notPaired: "Not paired",
  codeUntil: "Waits for its code until {time}",
  line: "Line {number}",
  status: {
    connecting: "Connecting...",
    online: "Online",
    offline: "Offline",
    unknown: "Not known yet",
  },
  states: {
    idle: "free",
    connecting: "connecting a call",
    connected: "in a call",
    fault: "sound device fault",
  },
  toStudio: "To the studio",
  fromStudio: "From the studio",
  db: "{db} dB",
  silence: "silence",
  delay: "delay {ms} ms",
  versionOf: "Version {version}",
  upMinutes: "up {count} min",
  upHours: "up {count} h",
  lastSeen: "Last seen {time}",
  log: "Download log",
  logOf: "Download the log of {name}",
  restart: "Restart",
  restartOf: "Restart {name}",
  restartTitle: "Restart {name}?",
  restartWords:
    "Its program ends and starts again, which takes some seconds. A call on it is put on hold.",
  restartDo: "Restart",
  notReached: "The audio server does not answer.",
  code: "Pairing code of {name}",
  codeWords:
    "Type it at the audio server within ten minutes: npm run audio-server -- pair {code}. It works once and is not shown again.",
  codeDone: "Done",
  presets: {
    empty: "No device presets yet",
    emptyWords:
      "A device preset sets both lines of an operator at once: which audio server carries line 1 and line 2.",
    add: "Add a device preset",
    name: "Name",
    line: "Line {number}",
    browser: "Browser",
    feeds: "Line {number} feeds the air",
    feedsBy: { station: "As the station has set it", yes: "Yes", no: "No" },
    removeTitle: "Remove {name}?",
    removeWords: "Lines that were set by it keep their devices until somebody chooses others.",
    removeDo: "Remove the preset",
    onAir: "feeds the air",
    offAir: "off air",
  },
} as const;

declare module "../../../lib/messages.ts" {
  interface LazyMessages {
    audioServers: typeof audioServerMessages;
  }
}
