/** One line in the browser's log, and to `_log` for who keeps the server's. */
export function reportError(page: Window, code: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // oxlint-disable-next-line no-console -- the browser's log is where support looks first.
  console.error(code, message);
  const body = new URLSearchParams({ level: "error", code, message: message.slice(0, 500) });
  page.navigator.sendBeacon?.("/api/auth/_log", body);
}
