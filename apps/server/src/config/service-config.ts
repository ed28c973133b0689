import { parseEdges } from "@linedesk/base";
import { listServices } from "./list-services.ts";
import type { NamedService } from "./parse-services.ts";
import type { Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";

export interface ServiceConfig {
  /** Its name in the database, in webhooks and on the desk. */
  service: string;
  kind: "exchange" | "twilio";
  /** The address of all servers, from WEBHOOK_URL; `null` means this server's own address. */
  webhookUrl: string | null;
  accountSid: string;
  authToken: string;
  /** The token that is accepted beside `authToken` while the account's token is replaced. */
  secondaryAuthToken: string | null;
  apiKey: string;
  apiSecret: string;
  appSid: string;
  /** Base URL of the REST API; `null` means Twilio's own. */
  apiUrl: string | null;
  accountUrl: string | null;
  isChosen: boolean;
  /** The region of Twilio that processes the calls; `null` means Twilio's default, us1. */
  region: string | null;
  edge: string;
  edgeAddress: string | null;
  hasRelays: boolean;
  /** Is true when the exchange continues its calls after a crash. */
  keepsCalls: boolean;
  sipCertificate: string | null;
}

/** Returns the telephony services in order of preference. */
export function buildServices(
  given: Settings,
  secrets: Secrets,
): readonly [ServiceConfig, ...ServiceConfig[]] {
  const [first, ...others] = listServices(given).map((one, _at, all) =>
    buildService(one, { given, secrets, hasTwilio: all.some(({ url }) => url === null) }),
  );
  if (first === undefined) {
    throw new Error("The list of telephony services is empty.");
  }
  return [first, ...others];
}

/** Returns our own exchanges, without Twilio. */
export function listOwnExchanges(services: readonly ServiceConfig[]): ServiceConfig[] {
  return services.filter(({ kind }) => kind === "exchange");
}

interface Given {
  given: Settings;
  secrets: Secrets;
  hasTwilio: boolean;
}

function buildService({ service, url }: NamedService, how: Given): ServiceConfig {
  const { given } = how;
  const isTwilio = url === null;
  return {
    service,
    kind: isTwilio ? "twilio" : "exchange",
    webhookUrl: given.WEBHOOK_URL ?? null,
    ...(how.hasTwilio && !isTwilio ? readExchangeAccount(how) : readAccount(how)),
    accountUrl: given.TWILIO_API_URL ?? null,
    isChosen: false,
    apiUrl: url ?? given.TWILIO_API_URL ?? null,
    region: given.TWILIO_REGION ?? null,
    edge: given.TWILIO_EDGE,
    edgeAddress: isTwilio ? null : findEdgeAddress(given),
    sipCertificate: isTwilio ? null : (given.SIP_TLS_CERT ?? null),
    hasRelays: !isTwilio && given.TURN_URL !== undefined,
    keepsCalls: given.KEEP_CALLS === "on",
  };
}

type Account = Pick<
  ServiceConfig,
  "accountSid" | "authToken" | "secondaryAuthToken" | "apiKey" | "apiSecret" | "appSid"
>;

function readAccount({ given, secrets }: Given): Account {
  return {
    accountSid: given.TWILIO_ACCOUNT_SID ?? secrets.accountSid,
    authToken: given.TWILIO_AUTH_TOKEN ?? secrets.authToken,
    secondaryAuthToken: given.TWILIO_AUTH_TOKEN_SECONDARY ?? null,
    apiKey: given.TWILIO_API_KEY ?? secrets.apiKey,
    apiSecret: given.TWILIO_API_SECRET ?? secrets.apiSecret,
    appSid: given.TWILIO_APP_SID ?? secrets.appSid,
  };
}

/** Beside Twilio, the settings TWILIO_* name Twilio's account, so the exchanges have their own. */
function readExchangeAccount({ given, secrets }: Given): Account {
  return {
    accountSid: given.EXCHANGE_ACCOUNT_SID ?? secrets.accountSid,
    authToken: given.EXCHANGE_AUTH_TOKEN ?? secrets.authToken,
    secondaryAuthToken: null,
    apiKey: given.EXCHANGE_API_KEY ?? secrets.apiKey,
    apiSecret: given.EXCHANGE_API_SECRET ?? secrets.apiSecret,
    appSid: secrets.appSid,
  };
}

function findEdgeAddress({ EDGES: edges = "", TWILIO_EDGE: edge }: Settings): string | null {
  return parseEdges(edges)?.get(edge.toLowerCase()) ?? null;
}
