import type { CallRecord } from "../../../calls/live/call.ts";
import { formatParty } from "../../../directory/number-format.ts";
import { API_VERSION, buildSubresourceUri, buildUri } from "../requests/build-uri.ts";
import { rfc2822 } from "../requests/rfc2822.ts";

const SUBRESOURCES = {
  notifications: "Notifications",
  recordings: "Recordings",
  user_defined_messages: "UserDefinedMessages",
  user_defined_message_subscriptions: "UserDefinedMessageSubscriptions",
};

export function presentCall(call: CallRecord): object {
  const folder = buildSubresourceUri(call.accountSid, "Calls", call.sid);
  return {
    sid: call.sid,
    account_sid: call.accountSid,
    parent_call_sid: call.parentCallSid,
    to: call.to,
    to_formatted: formatParty(call.to),
    from: call.from,
    from_formatted: formatParty(call.from),
    phone_number_sid: call.phoneNumberSid,
    status: call.status,
    direction: call.direction,
    start_time: rfc2822(call.startedAt),
    end_time: rfc2822(call.endedAt),
    duration: call.durationS === null ? null : String(call.durationS),
    price: null,
    price_unit: "AUD",
    answered_by: null,
    api_version: API_VERSION,
    forwarded_from: call.forwardedFrom,
    group_sid: null,
    caller_name: call.callerName,
    queue_time: String(call.queueTimeMs),
    trunk_sid: call.trunkSid,
    date_created: rfc2822(call.createdAt),
    date_updated: rfc2822(call.updatedAt),
    uri: buildUri(call.accountSid, "Calls", call.sid),
    subresource_uris: Object.fromEntries(
      Object.entries(SUBRESOURCES).map(([name, part]) => [name, `${folder}/${part}.json`]),
    ),
  };
}
