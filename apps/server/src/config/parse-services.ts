const TWILIO_SERVICE = "twilio";

const MOST_SERVICES = 8;
const NAME = /^[a-z0-9-]{1,20}$/;

/** A telephony service that EXCHANGES names; `url` is `null` for Twilio. */
export interface NamedService {
  service: string;
  url: string | null;
}

/** Returns `null` for a text that is no list of services, each with its own name and address. */
export function parseServices(text: string): NamedService[] | null {
  const entries = text.split(",").map((entry) => parseService(entry.trim()));
  const services = entries.filter((entry) => entry !== null);
  const isEachOnce = [services.map(({ service }) => service), services.map(({ url }) => url)].every(
    (list) => new Set(list).size === entries.length,
  );
  return isEachOnce && services.length <= MOST_SERVICES ? services : null;
}

function parseService(entry: string): NamedService | null {
  if (entry === TWILIO_SERVICE) {
    return { service: TWILIO_SERVICE, url: null };
  }
  const [service = "", url = ""] = entry.split(/=(.*)/);
  if (!NAME.test(service) || service === TWILIO_SERVICE || !URL.canParse(url)) {
    return null;
  }
  const { protocol, origin, pathname, search } = new URL(url);
  const isOrigin = protocol === "http:" && pathname === "/" && search === "";
  return isOrigin ? { service, url: origin } : null;
}
