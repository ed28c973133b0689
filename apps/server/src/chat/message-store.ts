import { sql, type Selectable } from "kysely";
import * as z from "zod";

import { chatCard, chatPerson, type ChatMessage } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import type { ChatMessageTable } from "../platform/db/tables/chat-tables.ts";

/**
 * Returns the number of the station's last message, 0 before the first. It locks the chat until the
 * transaction ends, so that numbers are committed in order and without gaps.
 */
export async function lockRoom(trx: Trx, station: string): Promise<number> {
  const { last_number: last } = await trx
    .insertInto("chat_room")
    .values({ station_id: station, last_number: 0 })
    .onConflict((room) =>
      room.column("station_id").doUpdateSet({ last_number: sql`chat_room.last_number` }),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last;
}

export async function appendMessage(trx: Trx, station: string, message: ChatMessage) {
  const { number, key, from, at, text, mentions, card } = message;
  await trx
    .updateTable("chat_room")
    .set({ last_number: number })
    .where("station_id", "=", station)
    .execute();
  await trx
    .insertInto("chat_message")
    .values({
      station_id: station,
      number,
      key,
      user_id: from.user,
      user_name: from.name,
      at,
      text,
      mentions: JSON.stringify(mentions),
      card: card === null ? null : JSON.stringify(card),
    })
    .execute();
}

export async function findMessageByKey(
  db: Db,
  { station, user, key }: { station: string; user: string; key: string },
): Promise<ChatMessage | null> {
  const row = await db
    .selectFrom("chat_message")
    .selectAll()
    .where("station_id", "=", station)
    .where("user_id", "=", user)
    .where("key", "=", key)
    .executeTakeFirst();
  return row === undefined ? null : toMessage(row);
}

export async function findMessages(
  db: Db,
  { station, before, limit }: { station: string; before: number | null; limit: number },
): Promise<ChatMessage[]> {
  const query = db.selectFrom("chat_message").selectAll().where("station_id", "=", station);
  const rows = await (before === null ? query : query.where("number", "<", before))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return rows.map(toMessage);
}

function toMessage(row: Selectable<ChatMessageTable>): ChatMessage {
  return {
    number: row.number,
    key: row.key,
    from: { user: row.user_id, name: row.user_name },
    at: row.at.toISOString(),
    text: row.text,
    mentions: z.array(chatPerson).parse(row.mentions),
    card: z.nullable(chatCard).parse(row.card),
  };
}
