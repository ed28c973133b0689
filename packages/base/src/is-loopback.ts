export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Returns true when `Host` is a loopback name of this machine, on any forwarded port. An attacker
 * can point any other name at this machine (DNS rebinding).
 */
export function isLoopbackName(host: string | undefined): boolean {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@?#\s]+))(?::\d{1,5})?$/i.exec(host ?? "");
  const name = (match?.[1] ?? match?.[2] ?? "").toLowerCase();
  return isLoopback(name) || name.endsWith(".localhost");
}
