import { beatSeat, listSeats } from "@linedesk/contract";
import { answerWhole, type Api } from "../../platform/http/api.ts";
import { readSeats, takeBeat, type SeatDeps } from "./seats.ts";

export function registerSeats(api: Api, deps: SeatDeps): void {
  api.serve(listSeats, ({ params }) => answerWhole(readSeats(deps, params.id)));
  api.serve(beatSeat, ({ params, body, user }) =>
    answerWhole(takeBeat(deps, { station: params.id, user: user.id, lines: body.lines })),
  );
}
