import * as z from "zod/mini";

/** What becomes of a caller whose number is withheld: as others, last of all, or let go. */
export const withheldRules = ["accept", "to_back", "reject"] as const;
export const withheldRule = z.enum(withheldRules);
export type WithheldRule = z.output<typeof withheldRule>;

/** What a phone line says of them. */
export const withheld = {
  withheld: withheldRule,
  /** What they are told who are let go; null: the built-in words. */
  withheldWords: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
};
