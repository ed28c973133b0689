/** The words of the settings. */
export const settingsMessages = {
  title: "Settings",
  sound: "Sound",
  screen: "Screen",
  microphone: "Microphone",
  calls: "Calls play on",
  ring: "Ring on",
  ringVolume: "Ring volume",
  percent: "{value} percent",
  muteRinger: "Do not ring while I am on a call",
  default: "System default",
  test: "Test",
  testOf: "Test: {device}",
  theme: "Theme",
  rows: "Rows",
  firstStation: "Queue that opens first",
  firstOfMine: "The first of my stations",
  startMuted: "Start calls with the microphone muted",
  keys: "Keys",
  singleKeys: "Single letters, digits and signs are shortcuts",
  singleKeysHint: "Off, the keys F2 to F9, Alt 1, arrows, Enter, Del and Esc still work.",
  good: "Speak as on air: the bar should reach between the two marks.",
} as const;

/** The words of the person's menu, some of which the settings use. */
export const userMessages = {
  menu: "{name}, your settings",
  theme: "Theme",
  light: "Light",
  dark: "Dark",
  system: "As the system",
  density: "Rows",
  comfortable: "Comfortable",
  compact: "Compact",
  shortcuts: "Keyboard shortcuts",
  signOut: "Sign out",
  signOutTitle: "Sign out during a call?",
  signOutWords:
    "{names} {count, plural, one {is} other {are}} on your {count, plural, one {line} other {lines}} and will hear music, with nobody attending, until a colleague takes over.",
  stay: "Stay signed in",
  role: {
    screener: "Screener",
    presenter: "Presenter",
    producer: "Producer",
    admin: "Admin",
    owner: "Owner",
  },
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    settings: typeof settingsMessages;
    user: typeof userMessages;
  }
}
