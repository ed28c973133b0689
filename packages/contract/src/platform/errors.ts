import * as z from "zod/mini";

import { type ErrorCode, errorStatus } from "../reasons/error-codes.ts";
import { shownRefusal } from "./error-reasons.ts";

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

export const apiError = z.object({
  error: z.object({
    code: z.enum(codes),
    ...shownRefusal.shape,
    /** The reason of each wrong field of a bad request, by dotted path. */
    fields: z.optional(z.record(z.string(), shownRefusal)),
    /** Only for `not_signed_in`: the sign-in page with the reason and the return address. */
    signIn: z.optional(z.string()),
    requestId: z.string(),
  }),
});

export type ApiErrorBody = z.output<typeof apiError>;
