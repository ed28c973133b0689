export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Whether a `Host` names this machine by a loopback name, on whatever port it was forwarded from.
 * Any other would be a name that somebody else has pointed here (DNS rebinding).
 */
export function isLoopbackName(host: string | undefined): boolean {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@?#\s]+))(?::\d{1,5})?$/i.exec(host ?? "");
  const name = (match?.[1] ?? match?.[2] ?? "").toLowerCase();
  return isLoopback(name) || name.endsWith(".localhost");
}
