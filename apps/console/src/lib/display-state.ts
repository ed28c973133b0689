/** What a call is for whoever looks at its row, its badge or its line. */
export type DisplayState =
  | "ringing"
  | "next"
  | "verified"
  | "held"
  | "unattended"
  | "on_line"
  | "elsewhere"
  | "on_air"
  | "offered"
  | "leaving"
  | "claimed"
  | "ended";
