const MAX_HEADERS = 20;
const NAME = /^X-(?!Twilio-)[A-Za-z0-9-]{1,64}$/i;
/** Line ends are refused, because they would add other headers. */
const VALUE = /^[\x20-\x7e]{0,256}$/;

/** Returns the X headers in a `sip:` address, such as `?X-Team=news&X-Seat=2`, for its INVITE. */
export function readUriHeaders(to: string): [name: string, value: string][] {
  if (!/^sips?:/i.test(to)) {
    return [];
  }
  const [, query = ""] = to.split("?", 2);
  return [...new URLSearchParams(query)]
    .filter(([name, value]) => NAME.test(name) && VALUE.test(value))
    .slice(0, MAX_HEADERS);
}
