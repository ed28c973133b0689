import { type Clock, TokenBuckets } from "@linedesk/base";
import { listChat, listChatPeople, sendChat, typeChat } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import { listChatMembers, noteTyping, readChat, sendChatMessage, type ChatDeps } from "./chat.ts";

/**
 * People write more slowly than this. Messages that were queued while a desk was offline fit into
 * the burst.
 */
const SEND_RATE = { perSecond: 5, burst: 30 };
const TYPING_RATE = { perSecond: 0.5, burst: 2 };

export function registerChat(api: Api, { db, clock }: { db: Db; clock: Clock }): void {
  const rate = new TokenBuckets(clock, SEND_RATE);
  const deps: ChatDeps = { db, clock, rate, typingRate: new TokenBuckets(clock, TYPING_RATE) };
  api.serve(listChat, ({ query: { station, cursor, limit } }) =>
    readChat(deps, { station, before: readCursor(cursor), limit }),
  );
  api.serve(sendChat, async ({ body, user }) => ({
    message: await sendChatMessage(deps, { ...body, call: body.call, user }),
  }));
  api.serve(typeChat, async ({ body, user }) => {
    await noteTyping(deps, { station: body.station, user });
    return {};
  });
  api.serve(listChatPeople, ({ query }) => answerWhole(listChatMembers(db, query.station)));
}

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) {
    return null;
  }
  if (!/^\d{1,9}$/.test(cursor)) {
    throw new ApiError("cursor_unknown", {
      fields: { cursor: "must_be_earlier_cursor" },
    });
  }
  return Number(cursor);
}
