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
