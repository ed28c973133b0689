export const stationMessages = {
  bar: "Station",
  switch: "Station: {name}",
  stations: "Your stations",
  linesOpen: "Lines open",
  linesClosed: "Lines closed",
  linesSome: "Some lines open",
  lines: "Phone lines",
  linesOf: "Phone lines of {station}",
  openAllOf: "Open all lines of {station}",
  closeAllOf: "Close all lines of {station}",
  openAll: "Open all lines",
  closeAll: "Close all lines",
  eachLine: "Each line",
  waiting: "Waiting",
  longest: "Longest",
  nobody: "-",
  live: "Live",
  connecting: "Connecting",
  reconnecting: "Reconnecting",
  offline: "Offline",
  exchangeDown: "Telephones down",
  sydney: "Sydney",
  confirmAllTitle: "Close all lines?",
  confirmLineTitle: "Close {line}?",
  confirmAll:
    "{station} stops taking calls. Callers hear the line-closed message. Calls already here go on.",
  confirmLine:
    "{line}, {number}, stops taking calls. Callers hear the line-closed message. Calls already here go on.",
  done: {
    held: "{name} is on hold",
    resumed: "{name} is on the line again",
    ended: "The call with {name} is ended",
    rejected: "{name} is rejected",
    muted: "Line {number} is muted",
    unmuted: "Line {number} is no longer muted",
    verified: "{name} is verified",
    unverified: "{name} is no longer verified",
    next: "{name} is next",
    locked: "{name} is locked",
    unlocked: "{name} is unlocked",
    moved: "The call is moved to line {number}",
    swapped: "The lines have changed places",
    offered: "{name} is offered to {to}",
    saved: "{name} is brought back",
  },
  confirmClose: "Close the lines",
  confirmCloseOne: "Close the line",
} as const;

export const bottomMessages = {
  bar: "Actions",
  takeNext: "Take next: {name}",
  takeNextNobody: "Take next",
  skipped: "{count} hidden by flags skipped",
  because: {
    other_tab: "Your other tab has the lines",
    nobody_waits: "Nobody is waiting",
    all_hidden: "Only hidden callers are waiting",
    for_screener: "Waiting callers are for the screener",
    feeds_air: "This line goes to air",
    device_not_ready: "The selected line is not registered",
    not_connected: "Not connected to the server",
  },
  side: "Caller",
  more: "More",
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    station: typeof stationMessages;
    bottom: typeof bottomMessages;
  }
}
