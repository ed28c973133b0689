import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { TWILIO_CODES } from "@linedesk/base";
import { errorBody } from "../requests/error-body.ts";

export interface DrainSwitch {
  readonly isDraining: boolean;
  set(isDraining: boolean): void;
}

const drainBody = z.object({ draining: z.boolean() });

export function drainRoutes(
  app: FastifyInstance,
  drain: DrainSwitch,
  countCalls: () => number,
): void {
  app.put("/inspect/drain", async ({ body }, reply) => {
    const wanted = drainBody.safeParse(body);
    if (!wanted.success) {
      const message = "draining: must be true or false";
      return await reply.code(400).send(errorBody(TWILIO_CODES.INVALID_PARAMETER, message, 400));
    }
    drain.set(wanted.data.draining);
    return { draining: drain.isDraining, calls: countCalls() };
  });
}
