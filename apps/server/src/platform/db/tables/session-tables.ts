export interface SessionTable {
  id: string;
  token_hash: Buffer;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  id_token_hint: string | null;
  user_agent: string | null;
}

export interface SessionTables {
  session: SessionTable;
}
