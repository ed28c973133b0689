import { z } from "zod";

const longestText = 4000;
const text = z.string().max(longestText);

/** What a recogniser writes, a line of JSON each. */
const output = z.discriminatedUnion("type", [
  z.object({ type: z.literal("partial"), text }),
  z.object({
    type: z.literal("final"),
    text,
    confidence: z.number().min(0).max(1).default(0),
  }),
  z.object({ type: z.literal("unsupported"), message: z.string().max(400).default("") }),
]);

export type RecogniserOutput = z.infer<typeof output>;

/** Null for what is no such line. */
export function readOutput(line: string): RecogniserOutput | null {
  try {
    return output.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // No JSON: whatever else a program says is not for us.
    return null;
  }
}
