import { HttpError, type HttpFailure } from "../../lib/http-client.ts";
import { parseVoiceFailure } from "../softphone/voice-failure.ts";

export interface FailureDescription {
  /** Empty for what was given up on purpose: nothing is said. */
  words: string;
  /** Small beside the words, for support. */
  code: string | null;
}

const voiceWords = new Map<number, string>([
  [31401, "The browser blocks the microphone. Show me how"],
  [31402, "We could not open the microphone. Choose another device"],
  [20104, "Your phone login ran out. We are renewing it"],
  [31205, "Your phone login ran out. We are renewing it"],
  [20101, "Phone login was refused. Tell an admin"],
  [20151, "Phone login was refused. Tell an admin"],
  [31202, "Phone login was refused. Tell an admin"],
  [31204, "Phone login was refused. Tell an admin"],
  [31000, "Lost the phone network. Reconnecting..."],
  [31005, "Lost the phone network. Reconnecting..."],
  [31009, "Lost the phone network. Reconnecting..."],
  [53000, "Lost the phone network. Reconnecting..."],
  [53001, "Lost the phone network. Reconnecting..."],
  [53405, "The sound path failed. Your network may block calls. Run the check"],
  [31486, "Busy"],
  [31603, "Declined"],
  [31480, "Not reachable"],
  [31404, "Number not found"],
  [31206, "Too many tries. Wait a minute"],
]);

const lostNetwork = [31000, 31005, 31009, 53000, 53001];

/** The SDK reconnects by itself after these, and says one of them at every attempt. */
export function isNetworkFailure(code: number | null): boolean {
  return code !== null && lostNetwork.includes(code);
}

/** Words for a code of the voice catalogue [EW1]; others get general words and the code [EW2]. */
export function describeVoiceFailure(code: number | null): FailureDescription {
  return {
    words: voiceWords.get(code ?? 0) ?? "The browser phone failed",
    code: code === null ? null : String(code),
  };
}

/** Words for any failure of an action, whatever threw it. */
export function describeFailure(error: unknown): FailureDescription {
  if (error instanceof HttpError) {
    return describeHttpFailure(error.failure);
  }
  if (error instanceof DOMException && error.name === "NotAllowedError") {
    return describeVoiceFailure(31401);
  }
  return describeVoiceFailure(parseVoiceFailure(error).code);
}

function describeHttpFailure(failure: HttpFailure): FailureDescription {
  switch (failure.kind) {
    case "network":
      return { words: "We could not reach the server", code: "network" };
    case "timeout":
      return { words: "The server did not answer in 10 s. Try again", code: "timeout" };
    case "aborted":
      return { words: "", code: "aborted" };
    case "malformed":
      return { words: "The server and this page do not match. Reload the page", code: "malformed" };
    case "answered":
      return {
        words: failure.body?.message ?? `The server answered ${failure.status}`,
        code: failure.body?.code ?? String(failure.status),
      };
  }
}
