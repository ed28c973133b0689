const phrases: ReadonlyMap<number, string> = new Map([
  [100, "Trying"],
  [180, "Ringing"],
  [200, "OK"],
  [202, "Accepted"],
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not Found"],
  [405, "Method Not Allowed"],
  [415, "Unsupported Media Type"],
  [420, "Bad Extension"],
  [422, "Session Interval Too Small"],
  [416, "Unsupported URI Scheme"],
  [480, "Temporarily Unavailable"],
  [481, "Call/Transaction Does Not Exist"],
  [482, "Loop Detected"],
  [486, "Busy Here"],
  [487, "Request Terminated"],
  [488, "Not Acceptable Here"],
  [491, "Request Pending"],
  [500, "Server Internal Error"],
  [501, "Not Implemented"],
  [503, "Service Unavailable"],
  [504, "Server Time-out"],
  [505, "Version Not Supported"],
  [603, "Decline"],
]);

const classPhrases = ["Progress", "OK", "Redirected", "Request Failed", "Server Failed", "Refused"];

/**
 * Returns the reason phrase of a status, or the phrase of its class (RFC 3261 section 21) if it has
 * none.
 */
export function reasonPhrase(status: number): string {
  return phrases.get(status) ?? classPhrases[Math.floor(status / 100) - 1] ?? "Unknown";
}
