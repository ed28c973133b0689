import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";

import { type Clock, systemClock, TokenBucket } from "@linedesk/base";

/** Limits the lines of the log: a burst of 20, and then one every 15 s. */
const LINES = { burst: 20, perSecond: 1 / 15 };

/** Creates a function that logs the sender of each refused request, at a limited rate. */
export function createRefusalLog(
  logger: Logger,
  clock: Clock = systemClock,
): (request: FastifyRequest, refusal: { status: number }) => void {
  const lines = new TokenBucket(clock, LINES);
  return ({ ip: address, method, routeOptions }, { status }) => {
    if (lines.take()) {
      logger.warn({ address, method, route: routeOptions.url, status }, "request refused");
    }
  };
}
