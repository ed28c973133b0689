import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { folderOf, uriOf } from "./addresses.ts";
import { field } from "./form.ts";
import { resource, type RestWorld } from "./resource.ts";
import { rfc2822 } from "./rest-dates.ts";

const DAY_S = 86_400;

const SUBRESOURCES = [
  "Applications",
  "Calls",
  "Conferences",
  "IncomingPhoneNumbers",
  "OutgoingCallerIds",
  "Queues",
];

/** The one account, and its tokens for media relays. */
export function accountRoutes(app: FastifyInstance, { accountSid, startedAt }: RestWorld): void {
  resource(app, "", {
    GET: () => ({
      sid: accountSid,
      owner_account_sid: accountSid,
      friendly_name: "Linedesk exchange",
      status: "active",
      type: "Full",
      // Whoever asks has it already; it need not travel again.
      auth_token: null,
      date_created: rfc2822(startedAt),
      date_updated: rfc2822(startedAt),
      uri: uriOf(accountSid),
      subresource_uris: Object.fromEntries(
        SUBRESOURCES.map((name) => [snake(name), `${folderOf(accountSid, name)}.json`]),
      ),
    }),
  });
  resource(app, "/Tokens", {
    POST(request) {
      const { Ttl } = request.form({ Ttl: field.integer(1, DAY_S).optional() });
      const now = rfc2822(new Date());
      return request.created({
        account_sid: accountSid,
        username: randomBytes(32).toString("hex"),
        password: randomBytes(32).toString("base64"),
        ttl: String(Ttl ?? DAY_S),
        // Browsers reach the exchange directly, so there is nothing to relay.
        ice_servers: [],
        date_created: now,
        date_updated: now,
      });
    },
  });
}

function snake(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
}
