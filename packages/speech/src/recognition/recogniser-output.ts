import { z } from "zod";

const MAX_TEXT = 4000;
const text = z.string().max(MAX_TEXT);

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

/** A last word of which a value is wrong: nothing else is to come. */
interface WrongOutput {
  type: "wrong";
  why: string;
}

const last = z.object({ type: z.enum(["final", "unsupported"]) });

/** Null for what is no such line, and for a partial one that is wrong. */
export function readOutput(line: string): RecogniserOutput | WrongOutput | null {
  const json = parsed(line);
  const read = output.safeParse(json);
  if (read.success) {
    return read.data;
  }
  if (!last.safeParse(json).success) {
    return null;
  }
  const [{ path, message } = { path: [], message: "" }] = read.error.issues;
  return { type: "wrong", why: `${path.join(".")}: ${message}` };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Whatever else a program says is not for us.
    return null;
  }
}
