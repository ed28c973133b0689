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
  alerts: "New callers",
  alertRing: "Ring",
  alertTitle: "Count in the title of the tab",
  alertBadge: "Count on the picture of the tab and of the app",
  alertDesktop: "Notification of the system while this page is hidden",
  alertNumber: "Show the whole number in notifications",
  allowNotifications: "Allow notifications",
  right: {
    default: "The browser has not been asked yet.",
    denied: "The browser blocks notifications of this page. Allow them beside the address.",
    unsupported: "This browser has no notifications for this page.",
  },
  callsTitle: "Calls",
  moveOnVerify: "A verified call leaves my line and stands ready",
  switchCall: "Line in use",
  switchHold: "Hold its call",
  switchEnd: "End its call",
  air: "On air",
  callBackDigit: "Waiting callers ask to be called back with",
  noDigit: "no digit",
  requiresReady: "Callers need the air-ready check first",
  feedsAir: "Line {line} feeds the air",
  feedsAirHint: "For everybody at {station}: the public hears what is said on such a line.",
  feedsAirTitle: "Line {line} on air?",
  feedsAirWords:
    "From the next call on, the public hears whoever is on line {line} at {station}, whoever answers it.",
  feedsAirConfirm: "Put line {line} to air",
  keys: "Keys",
  singleKeys: "Single letters, digits and signs are shortcuts",
  singleKeysHint: "Off, the keys F2 to F9, Alt 1, arrows, Enter, Del and Esc still work.",
  shortcuts: "Change the keys",
  scopes: {
    anywhere: "Anywhere, even while you write",
    page: "While you do not write",
    queue: "In the queue",
  },
  press: "Press a key",
  keyOf: "{action}: {key}",
  pressFor: "{action}: press the key that you want, Esc leaves it as it is",
  noKey: "No key",
  resetOne: "{action}: back to {key}",
  resetAll: "All keys back to the usual ones",
  refused: {
    browser: "{keys} belongs to the browser. Choose another key.",
    page: "{keys} moves about the page or writes. Choose another key.",
    alone: "{keys} would be taken while you write. Choose a key with F, Ctrl or Alt.",
  },
  clash: "{keys} is the key of “{other}”. Used here, that one is left without a key.",
  useHere: "Use it here",
  leave: "Leave it",
  firefox: "Firefox for Linux uses Alt and a digit for its tabs: choose another key.",
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
