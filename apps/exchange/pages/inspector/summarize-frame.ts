import type { FrameView } from "../../src/dev/inspector/feed-events.ts";

interface FrameSummary {
  words: string;
  isBad: boolean;
}

/** What a frame says beyond its type: the digits, the error, whose token; null for the others. */
export function summarizeFrame({ type, text }: FrameView): FrameSummary | null {
  const errorCode = /"code": (\d{5})/.exec(text)?.[1];
  if (errorCode !== undefined) {
    return { words: `${errorCode} ${readString(text, "message")}`.trim(), isBad: true };
  }
  const name = SUMMARY_FIELDS[type];
  if (name !== undefined) {
    return { words: readString(text, name), isBad: false };
  }
  if (type === "invite" && text.includes('"reconnect": ') && !text.includes('"parameters"')) {
    return { words: "reconnect", isBad: false };
  }
  return null;
}

const SUMMARY_FIELDS: Record<string, string> = {
  dtmf: "dtmf",
  connected: "identity",
  message: "messagetype",
  ack: "voiceeventsid",
};

/** The frame may have been cut, so it is not parsed. */
function readString(text: string, name: string): string {
  return new RegExp(`"${name}": "([^"]*)"`).exec(text)?.[1] ?? "";
}
