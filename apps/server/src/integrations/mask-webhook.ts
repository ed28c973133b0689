import * as z from "zod/mini";

import { callerNumber, chatMessage, maskNumber } from "@linedesk/contract";
import { mapNumbers } from "../platform/map-numbers.ts";
import { maskInWords } from "../platform/mask-numbers.ts";

/** Where a number of a caller stands in what is sent. */
const sentData = z.object({
  call: z.optional(z.object({ caller: z.object({ number: callerNumber }) })),
  win: z.optional(z.object({ number: callerNumber })),
  message: z.optional(chatMessage),
});
const sentPayload = z.object({ data: sentData });

/** What goes to other systems of a station that masks callers' numbers [AD170]. */
export function maskWebhook(payload: object): unknown {
  return mapNumbers(sentPayload, payload, {
    number: maskNumber,
    display: maskNumber,
    text: maskInWords,
  });
}
