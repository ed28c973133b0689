import { randomBytes } from "node:crypto";

import type { FastifyInstance } from "fastify";

import { buildIceServers, relayLogin, type RelayLogin } from "../../../directory/media-relay.ts";
import { buildSubresourceUri, buildUri } from "../requests/build-uri.ts";
import { field } from "../requests/form.ts";
import { resource, type RestDeps } from "../requests/resource.ts";
import { rfc2822 } from "../requests/rfc2822.ts";

const DAY_S = 86_400;

const SUBRESOURCES = [
  "Applications",
  "Calls",
  "Conferences",
  "IncomingPhoneNumbers",
  "Keys",
  "Notifications",
  "OutgoingCallerIds",
  "Queues",
  "Recordings",
];

export function accountRoutes(app: FastifyInstance, world: RestDeps<never, "account">): void {
  const { accountSid } = world;
  resource(app, "", { GET: () => presentAccount(world) });
  resource(app, "/Tokens", {
    POST(request) {
      const { Ttl } = request.form({ Ttl: field.integer(1, DAY_S).optional() });
      const nowMs = Date.now();
      const now = rfc2822(new Date(nowMs));
      const ttlS = Ttl ?? DAY_S;
      const { relays } = world;
      const login =
        relays === null
          ? anonymousRelayLogin()
          : relayLogin(relays, Math.floor(nowMs / 1000) + ttlS);
      return request.created({
        account_sid: accountSid,
        ...login,
        ttl: String(ttlS),
        // Without relays, browsers reach the exchange directly.
        ice_servers: relays === null ? [] : buildIceServers(relays, login),
        date_created: now,
        date_updated: now,
      });
    },
  });
}

/** The answer must always contain a login, so this returns one that no relay accepts. */
function anonymousRelayLogin(): RelayLogin {
  return {
    username: randomBytes(32).toString("hex"),
    password: randomBytes(32).toString("base64"),
  };
}

function presentAccount({ accountSid, directory }: RestDeps<never, "account">): object {
  const { friendlyName, createdAt, updatedAt } = directory.account;
  return {
    sid: accountSid,
    owner_account_sid: accountSid,
    friendly_name: friendlyName,
    status: "active",
    type: "Full",
    // The client already has the token, so the answer omits it.
    auth_token: null,
    date_created: rfc2822(createdAt),
    date_updated: rfc2822(updatedAt),
    uri: buildUri(accountSid),
    subresource_uris: Object.fromEntries(
      SUBRESOURCES.map((name) => [snake(name), `${buildSubresourceUri(accountSid, name)}.json`]),
    ),
  };
}

function snake(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
}
