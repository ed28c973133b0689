import { sql, type Kysely } from "kysely";

/** Who did what, when and from where: no erasure of a person changes it, whatever asks for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) - 'details' <> to_jsonb(old) - 'details' then
        raise exception 'audit_entry is append-only but for its details';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger audit_entry_said before update on audit_entry
      for each row execute function refuse_audit_change()`.execute(db);
}
