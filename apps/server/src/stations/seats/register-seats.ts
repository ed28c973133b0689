import { listSeats, sendHeartbeat } from "@linedesk/contract";
import { answerWhole, type Api } from "../../platform/http/api.ts";
import { acceptHeartbeat, readSeats, type SeatDeps } from "./seats.ts";

export interface SeatRouteDeps extends SeatDeps {
  /** The interval of heartbeats if the server watches the softphones; otherwise `null`. */
  beatEveryMs: number | null;
}

export function registerSeats(api: Api, { beatEveryMs, ...deps }: SeatRouteDeps): void {
  api.serve(listSeats, ({ params }) => answerWhole(readSeats(deps, params.id)));
  api.serve(sendHeartbeat, async ({ params, body, user }) => {
    const { lines } = body;
    const seats = acceptHeartbeat(deps, { station: params.id, user: user.id, lines });
    return { ...(await answerWhole(seats)), ...(beatEveryMs === null ? {} : { beatEveryMs }) };
  });
}
