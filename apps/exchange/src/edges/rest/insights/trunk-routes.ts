import type { FastifyInstance, FastifyReply } from "fastify";

import { TWILIO_CODES } from "@linedesk/base";
import { errorBody } from "../requests/error-body.ts";

export type TrunksResult =
  | { type: "accepted"; answer: object }
  | { type: "invalid"; message: string };

export interface TrunkSource {
  sip: { address: string; port: number };
  list: () => object[];
  test: (sid: string) => Promise<object | null>;
  /** Tests the single trunk in the body, without adding it to the trunks for calls. */
  probe: (body: unknown) => Promise<TrunksResult>;
  replaceAdded: (body: unknown) => TrunksResult;
}

export function trunkRoutes(app: FastifyInstance, trunks: TrunkSource): void {
  app.get("/inspect/trunks", () => ({ sip: trunks.sip, trunks: trunks.list() }));
  app.put("/inspect/trunks", (request, reply) => answer(reply, trunks.replaceAdded(request.body)));
  app.post("/inspect/trunks/probe", async (request, reply) =>
    answer(reply, await trunks.probe(request.body)),
  );
  app.post<{ Params: { sid: string } }>("/inspect/trunks/:sid/test", async (request, reply) => {
    const tested = await trunks.test(request.params.sid);
    return tested === null
      ? await reply.code(404).send(errorBody(TWILIO_CODES.NOT_FOUND, "There is no such trunk", 404))
      : tested;
  });
}

function answer(reply: FastifyReply, result: TrunksResult): object {
  return result.type === "accepted"
    ? result.answer
    : reply.code(400).send(errorBody(TWILIO_CODES.INVALID_PARAMETER, result.message, 400));
}
