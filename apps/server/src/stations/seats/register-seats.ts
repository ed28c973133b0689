import { listSeats, sendHeartbeat } from "@linedesk/contract";
import { answerWhole, type Api } from "../../platform/http/api.ts";
import { acceptHeartbeat, readSeats, type SeatDeps } from "./seats.ts";

export function registerSeats(api: Api, deps: SeatDeps): void {
  api.serve(listSeats, ({ params }) => answerWhole(readSeats(deps, params.id)));
  api.serve(sendHeartbeat, ({ params, body, user }) =>
    answerWhole(acceptHeartbeat(deps, { station: params.id, user: user.id, lines: body.lines })),
  );
}
