import { type QueryExecutorProvider, sql } from "kysely";

/** A contact behind a switchboard has the number of the switchboard and an extension. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table contact drop constraint contact_number_check,
      add constraint contact_number_check
        check (number ~ '^[+][1-9][0-9]{1,14}(;ext=[0-9]{1,10})?$');
    drop index contact_number;
    create index contact_number on contact (split_part(number, ';', 1)) where deleted_at is null;
    alter table call add column dial_extension text check (dial_extension ~ '^[0-9]{1,10}$');
  `.execute(db);
}
