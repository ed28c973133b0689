import { z } from "zod";

export interface StoredElement {
  name: string;
  attributes: Record<string, string>;
  children: (string | StoredElement)[];
}

const storedElement: z.ZodType<StoredElement> = z.object({
  name: z.string(),
  attributes: z.record(z.string(), z.string()),
  children: z.array(z.union([z.string(), z.lazy(() => storedElement)])),
});

/**
 * A running Dial, and the verbs after it. After a restart of the exchange the Dial continues with
 * the call that it has connected; it never dials again.
 */
export const storedDial = z.object({
  /** The URL of the document. */
  url: z.string().nullable(),
  /** The Dial and the verbs that follow it. */
  verbs: z.array(storedElement).min(1),
  /** The call that the Dial has connected; `null` while it rings. */
  child: z.object({ sid: z.string(), noun: storedElement }).nullable(),
});

export type StoredDial = z.infer<typeof storedDial>;
