import { beatSeat, listSeats } from "@linedesk/contract";
import type { Api } from "../platform/http/api.ts";
import { readSeats, takeBeat, type SeatDeps } from "./seats.ts";

export function registerSeatRoutes(api: Api, deps: SeatDeps): void {
  api.serve(listSeats, async ({ params }) => ({
    items: await readSeats(deps, params.id),
    nextCursor: null,
  }));
  api.serve(beatSeat, async ({ params, body, user }) => ({
    items: await takeBeat(deps, { station: params.id, user: user.id, lines: body.lines }),
    nextCursor: null,
  }));
}
