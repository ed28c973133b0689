import * as z from "zod";

import {
  listCallerIds,
  removeCallerId as removeEndpoint,
  showCallerId as showEndpoint,
  verifyCallerId as verifyEndpoint,
} from "@linedesk/contract";
import { mapTelephonyErrors } from "../calls/routes/require-call.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { onStatusCallback, parseParams, type WebhookDeps } from "../telephony/webhooks/webhook.ts";
import {
  type CallerIdDeps,
  handleVerified,
  readCallerIds,
  removeCallerId,
  showCallerId,
  verifyCallerId,
} from "./caller-ids.ts";

const requested = z.object({ callerId: z.uuid(), at: z.coerce.number().int() });
const verified = z.object({
  VerificationStatus: z.string(),
  OutgoingCallerIdSid: z.string().max(64).optional(),
});

export function registerCallerIds(api: Api, deps: CallerIdDeps & { webhooks: WebhookDeps }) {
  api.serve(listCallerIds, ({ params }) => answerWhole(readCallerIds(deps, params.id)));
  api.serve(verifyEndpoint, async ({ body: { station, number, name }, actor }) => ({
    callerId: await mapTelephonyErrors(() =>
      verifyCallerId(deps, { station, number, name, actor }),
    ),
  }));
  api.serve(showEndpoint, async ({ params: { id: station, callerId }, body, actor }) => ({
    callerId: await showCallerId(deps, { station, callerId, ...body, actor }),
  }));
  api.serve(removeEndpoint, async ({ params: { id: station, callerId }, actor }) => ({
    removed: await mapTelephonyErrors(() => removeCallerId(deps, { station, callerId, actor })),
  }));
  onStatusCallback(
    api.app,
    { deps: deps.webhooks, name: "caller-id", schema: verified },
    ({ VerificationStatus: word, OutgoingCallerIdSid: sid }, request) => {
      const { callerId, at: requestedAt } = parseParams(requested, request.query);
      const serviceSid = word === "success" ? (sid ?? null) : null;
      return handleVerified(deps, { callerId, requestedAt, serviceSid });
    },
  );
}
