import { type QueryExecutorProvider, sql } from "kysely";

/**
 * A call that is dialled again gets another sid. The telephony service stores the caller's number
 * under each sid, so that retention and an erasure need all of them.
 */
const earlierSids = sql`
  alter table call add column earlier_sids text[] not null default '{}';

  create function keep_earlier_sid() returns trigger language plpgsql as $$
  begin
    new.earlier_sids := old.earlier_sids || old.call_sid;
    return new;
  end $$;
  create trigger call_keeps_sids before update on call
    for each row when (old.call_sid is not null and new.number is not null
      and new.call_sid is distinct from old.call_sid)
    execute function keep_earlier_sid();
`;

/** Retention and an erasure delete the deliveries of a call. */
const deliveryIndex = sql`
  create index integration_delivery_call on integration_delivery ((payload #>> '{data,call,id}'))
`;

export async function up(db: QueryExecutorProvider): Promise<void> {
  await earlierSids.execute(db);
  await deliveryIndex.execute(db);
}
