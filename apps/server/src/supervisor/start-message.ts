import { parsePhoneNumberFromString } from "libphonenumber-js/max";

import type { Config } from "../config/config.ts";
import { hostInUrl, isUnspecifiedAddress } from "../config/is-loopback.ts";
import type { StationFacts } from "./station-facts-store.ts";

export interface StartMessageOptions {
  /** A service has no terminal in which Ctrl+C could end it. */
  isService: boolean;
  config: Config;
  facts: StationFacts;
  sip: { host: string; port: number };
  /** MEDIA_ADDRESS, at which telephones reach the exchange; `null` without it. */
  announced: string | null;
  addresses: string[];
  dataDir: string;
  /**
   * The sentence about an issuer that cannot be used; empty for a usable issuer and for the
   * embedded issuer.
   */
  issuerProblem: string;
}

function shown(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}

/** A new station of production has no line; its first owner adds the station and its line. */
function firstSteps({ config, facts }: StartMessageOptions): string[] {
  if (facts.lines.length > 0 || config.demoData) {
    return [];
  }
  return [
    "",
    config.auth.ownerEmail === null
      ? "  No station exists yet. Set OWNER_EMAIL to the address of its first owner."
      : `  No station exists yet. ${config.auth.ownerEmail} signs in at the console and adds it.`,
  ];
}

function lineRows({ lines }: StationFacts): string[] {
  return lines.map(
    ({ station, number, line, open }) =>
      `    ${station}  ${shown(number)}  ${line}${open ? "" : " (closed)"}`,
  );
}

function certificateWords(config: Config): string[] {
  return config.http.tls === "self-signed"
    ? [
        "",
        "  TLS: this machine has a self-signed certificate. Browsers warn once; accept it,",
        "  or set TLS_CERT and TLS_KEY, or PUBLIC_URL behind a proxy.",
      ]
    : [];
}

function peopleWords({ config, facts, issuerProblem }: StartMessageOptions): string[] {
  if (config.auth.issuer !== null) {
    return [
      `  Sign in through ${config.auth.issuer}`,
      ...(issuerProblem === "" ? [] : [warning(issuerProblem)]),
    ];
  }
  if (facts.people.length === 0) {
    return [];
  }
  const names = facts.people.map(({ name, role }) => `${name} (${role})`).join(", ");
  return [`  Sign in as ${names}`];
}

/** Writes red text on a terminal that supports colours. */
function warning(words: string): string {
  return `  \u001b[31m${words}\u001b[0m`;
}

function publicAccessWords({ config }: StartMessageOptions): string[] {
  if (!config.isPublic) {
    return [];
  }
  const signIn =
    "OPEN: anybody who reaches this station can sign in as any person, without a password";
  const phone =
    "OPEN: anybody who reaches this station can call its lines at /phone, without an account";
  const words = [
    ...(config.auth.issuer === null ? [warning(`${signIn} (ALLOW_DEMO_SSO).`)] : []),
    ...(config.phoneEnabled ? [warning(`${phone} (PHONE_ENABLED).`)] : []),
  ];
  return words.length === 0 ? [] : ["", ...words];
}

function waysToCall(parts: StartMessageOptions): string[] {
  const { config, facts, sip } = parts;
  if (config.telephony.kind === "twilio") {
    return [];
  }
  const number = facts.lines.find((line) => line.open)?.number;
  const host = findSipHost(parts);
  const port = sip.port === 5060 ? "" : ` --port ${sip.port}`;
  const ways = [
    ...(config.phoneEnabled ? [`    in the browser   ${config.http.publicUrl}/phone`] : []),
    ...(number === undefined
      ? []
      : [`    any SIP phone    sip:${number}@${hostInUrl(host)}:${sip.port}`]),
    ...(config.demoData ? [`    twelve listeners npm run demo:calls -- 12${port}`] : []),
  ];
  const title = config.demoData ? "Three ways to call" : "To call the station";
  return ways.length === 0 ? [] : ["", `  ${title}`, ...ways];
}

function findSipHost({ sip, announced, addresses }: StartMessageOptions): string {
  return isUnspecifiedAddress(sip.host) ? (announced ?? addresses[0] ?? "127.0.0.1") : sip.host;
}

export function formatStartMessage(parts: StartMessageOptions): string {
  const { config, facts, addresses } = parts;
  const others = addresses.map((address) => {
    const url = new URL(config.http.publicUrl);
    url.hostname = hostInUrl(address);
    return `           ${url.origin}`;
  });
  return [
    "",
    "  Linedesk is ready.",
    "",
    `  Console  ${config.http.publicUrl}`,
    ...(config.http.publicUrlGiven ? [] : others),
    ...peopleWords(parts),
    ...publicAccessWords(parts),
    ...certificateWords(config),
    ...(config.stationsFile === null ? [] : ["", `  Stations from ${config.stationsFile}`]),
    ...(facts.lines.length === 0 ? [] : ["", "  Numbers", ...lineRows(facts)]),
    ...firstSteps(parts),
    ...waysToCall(parts),
    "",
    `  Data and logs are in ${parts.dataDir}.${parts.isService ? "" : " Ctrl+C ends the station."}`,
    "",
  ].join("\n");
}
