import * as z from "zod/mini";

/** A call with a withheld number is accepted like other calls, sent to the back, or rejected. */
export const withheldRules = ["accept", "to_back", "reject"] as const;
export const withheldRule = z.enum(withheldRules);
export type WithheldRule = z.output<typeof withheldRule>;

/** The rule of a phone line for calls with a withheld number. */
export const withheld = {
  withheld: withheldRule,
  /** The words for a rejected caller; `null` means the built-in words. */
  withheldWords: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
};
