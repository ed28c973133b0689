import type { FastifyInstance } from "fastify";

import { beatSeat, listSeats } from "@linedesk/contract";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { readSeats, takeBeat, type SeatDeps } from "./seats.ts";

export function registerSeatRoutes(app: FastifyInstance, deps: SeatDeps, bind: BindDeps): void {
  bindEndpoint(
    app,
    listSeats,
    async ({ params }) => ({ items: await readSeats(deps, params.id), nextCursor: null }),
    bind,
  );
  bindEndpoint(
    app,
    beatSeat,
    async ({ params, body, user }) => ({
      items: await takeBeat(deps, { station: params.id, user: user.id, lines: body.lines }),
      nextCursor: null,
    }),
    bind,
  );
}
