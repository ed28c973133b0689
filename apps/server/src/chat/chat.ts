import type { Clock, TokenBuckets } from "@linedesk/base";
import type { ChatCard, ChatMessage, ChatPerson } from "@linedesk/contract";
import { readCallOf } from "../calls/call-list.ts";
import { queueWebhook } from "../integrations/queue-webhook.ts";
import { listColleagues } from "../people/colleagues.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { findMentions } from "./find-mentions.ts";
import { appendMessage, findMessageByKey, findMessages, lockRoom } from "./message-store.ts";

export interface ChatDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  rate: TokenBuckets;
  typingRate: TokenBuckets;
}

export interface NewChatMessage {
  station: string;
  user: { id: string; name: string };
  key: string;
  text: string;
  call: string | undefined;
}

const PAGE_SIZE = 50;
/** The call itself shows the rest of a longer point. */
const MAX_POINT = 200;

export async function readChat(
  { db, clock }: ChatDeps,
  {
    station,
    before,
    limit = PAGE_SIZE,
  }: { station: string; before: number | null; limit?: number | undefined },
): Promise<{ items: ChatMessage[]; nextCursor: string | null; now: string }> {
  const rows = await findMessages(db, { station, before, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? String(items.at(-1)?.number) : null;
  return { items, nextCursor, now: new Date(clock.now()).toISOString() };
}

/**
 * Adds a message and notifies the station's seats. If the person has already sent a message with
 * this key, returns the stored message. A message that is sent again after a lost response
 * therefore appears only once.
 */
export async function sendChatMessage(deps: ChatDeps, sent: NewChatMessage): Promise<ChatMessage> {
  const { station, user, key } = sent;
  const text = cleanText(sent.text);
  if (text === "" && sent.call === undefined) {
    throw new ApiError("message_empty", {
      fields: { text: "is_empty" },
    });
  }
  if (!deps.rate.take(user.id)) {
    throw new ApiError("messages_too_often");
  }
  return deps.db.transaction().execute(async (trx) => {
    const last = await lockRoom(trx, station);
    const known = await findMessageByKey(trx, { station, user: user.id, key });
    if (known !== null) {
      return requireSame(known, { text, call: sent.call });
    }
    const message: ChatMessage = {
      number: last + 1,
      key,
      from: { user: user.id, name: user.name },
      at: new Date(deps.clock.now()).toISOString(),
      text,
      mentions: await readMentions(trx, station, text),
      card: sent.call === undefined ? null : await makeCard(trx, station, sent.call),
    };
    await appendMessage(trx, station, message);
    await publish(trx, station, { type: "chat.sent", message });
    const at = new Date(message.at);
    await queueWebhook(trx, { station, event: "chat.sent", at }, () => ({ message }));
    return message;
  });
}

/** Control characters are not text, and would make an event exceed its limit. */
function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n]/gu, " ")
    .trim();
}

function requireSame(known: ChatMessage, sent: Pick<NewChatMessage, "text" | "call">): ChatMessage {
  if (known.text === sent.text && known.card?.call === sent.call) {
    return known;
  }
  throw new ApiError("message_key_used");
}

async function readMentions(trx: Trx, station: string, text: string): Promise<ChatPerson[]> {
  return text.includes("@") ? findMentions(text, await listChatMembers(trx, station)) : [];
}

async function makeCard(trx: Trx, station: string, id: string): Promise<ChatCard> {
  const call = requireFound(await readCallOf(trx, station, id), "call_of_other_station");
  const { caller, description } = call;
  const { name, numberDisplay, location } = caller;
  return { call: id, name, numberDisplay, location, point: description.slice(0, MAX_POINT) };
}

export async function listChatMembers(db: Db, station: string): Promise<ChatPerson[]> {
  const members = await listColleagues(db, station, "screen");
  return members
    .map(({ user, name }) => ({ user, name: name.slice(0, 100) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

export async function noteTyping(
  { db, typingRate }: ChatDeps,
  { station, user }: Pick<NewChatMessage, "station" | "user">,
): Promise<void> {
  if (!typingRate.take(user.id)) {
    return;
  }
  const person = { user: user.id, name: user.name };
  await db.transaction().execute((trx) => publish(trx, station, { type: "chat.typed", person }));
}
