import * as z from "zod";

/** An order to a supervisor is one line of JSON, and so is its answer. */
export const orderSchema = z.object({ order: z.literal("restart"), part: z.literal("exchange") });
export type Order = z.output<typeof orderSchema>;

export const orderAnswerSchema = z.union([
  z.object({ pid: z.number().nullable() }),
  z.object({ code: z.string(), message: z.string() }),
]);
export type OrderAnswer = z.output<typeof orderAnswerSchema>;
