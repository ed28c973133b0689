import type { FastifyInstance } from "fastify";

import { TWILIO_CODES } from "@linedesk/base";
import { errorBody } from "../requests/error-body.ts";

/** What the SIP edge tells of itself. */
export interface TrunkSource {
  sip: { address: string; port: number };
  list: () => object[];
  test: (sid: string) => Promise<object | null>;
}

/** For people who look after the station: what its trunks are like, and asking one now [AD31]. */
export function trunkRoutes(app: FastifyInstance, trunks: TrunkSource): void {
  app.get("/inspect/trunks", () => ({ sip: trunks.sip, trunks: trunks.list() }));
  app.post<{ Params: { sid: string } }>("/inspect/trunks/:sid/test", async (request, reply) => {
    const answer = await trunks.test(request.params.sid);
    return answer === null
      ? await reply.code(404).send(errorBody(TWILIO_CODES.NOT_FOUND, "There is no such trunk", 404))
      : answer;
  });
}
