import type { GivenTimestamp, Json, LaterJson } from "./timestamp.ts";

export interface ChatMessageTable {
  station_id: string;
  number: number;
  key: string;
  user_id: string;
  user_name: string;
  at: GivenTimestamp;
  text: string;
  mentions: Json;
  card: LaterJson;
}

export interface ChatTables {
  chat_room: { station_id: string; last_number: number };
  chat_message: ChatMessageTable;
}
