import type { FastifyInstance, FastifyRequest } from "fastify";

import { RefusedError, systemClock } from "@linedesk/base";
import type { TestAccountConfig } from "../../directory/account-config.ts";
import { createNumberRepository } from "../../directory/create-number-repository.ts";
import { readNewCallForm } from "../../edges/rest/calls/call-forms.ts";
import { presentCall } from "../../edges/rest/calls/present-call.ts";
import { readNewNumber, readNumberChange } from "../../edges/rest/numbers/number-forms.ts";
import { presentNumber } from "../../edges/rest/numbers/present-number.ts";
import { buildSubresourceUri } from "../../edges/rest/requests/build-uri.ts";
import { CODES } from "../../edges/rest/requests/error-body.ts";
import { resource, type RestRequest, type RestDeps } from "../../edges/rest/requests/resource.ts";
import type { TestAccount } from "../../edges/rest/requests/test-account.ts";
import { resolvePurchasedNumber, assertNotMagicFailure } from "./assert-not-magic-failure.ts";

/** What may be asked for with test credentials; everything else is forbidden. */
const OPEN = ["/Calls", "/IncomingPhoneNumbers"];

function isTestAccountRequest(request: FastifyRequest, accountSid: string): boolean {
  const path = request.routeOptions.url ?? "";
  const isOpen = OPEN.some((end) => path === `${buildSubresourceUri(accountSid)}${end}`);
  return request.method === "POST" && isOpen;
}

export function createTestAccount({ sid, authToken }: TestAccountConfig): TestAccount {
  return {
    sid,
    authToken,
    accepts: (request) => isTestAccountRequest(request, sid),
    register: (app, deps) => registerRoutes(app, deps, sid),
  };
}

/** Requests are read and answered as the others are; nothing is dialled, sent or stored. */
function registerRoutes(
  app: FastifyInstance,
  { control }: RestDeps<"calls">,
  accountSid: string,
): void {
  function buy(request: RestRequest) {
    const { phoneNumber, areaCode, ...form } = readNewNumber(request);
    // The trunks and the applications are the other account's.
    const others = { knowsTrunk: () => false, directory: { applications: { find: () => null } } };
    const change = readNumberChange(form, others);
    const bought = resolvePurchasedNumber({ phoneNumber, areaCode });
    const nowhere = { accountSid, clock: systemClock, rows: [], onChange: () => undefined };
    return presentNumber(
      createNumberRepository(nowhere).create({ phoneNumber: bought, ...change }),
    );
  }
  function call(request: RestRequest) {
    const fields = readNewCallForm(request);
    if (fields.program.type === "application") {
      throw new RefusedError(CODES.application, "Invalid ApplicationSid");
    }
    assertNotMagicFailure({ to: fields.to, from: fields.callerId ?? fields.from });
    return presentCall({ ...control.calls.dryRun(fields), accountSid });
  }
  resource(app, "/Calls", { POST: (request) => request.created(call(request)) });
  resource(app, "/IncomingPhoneNumbers", { POST: (request) => request.created(buy(request)) });
}
