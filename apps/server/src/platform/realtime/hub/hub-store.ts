import { sql } from "kysely";

import type { ClusterChannel, ClusterJoin, ClusterMember } from "@linedesk/hub";
import { type Db, transact, type Trx } from "../../db/database.ts";

/** The notification by which the hubs of all servers send messages to each other. */
export const HUB_NOTIFICATION = "linedesk_hub";

/**
 * Sends every notice, in order. The rows of `hub_message` that the notices name are stored by the
 * same statement.
 */
export const PUBLISH_SQL = `
  with stored as (
    insert into hub_message (id, body)
    select id, body from unnest($1::uuid[], $2::text[]) as long (id, body)
  )
  select pg_notify('${HUB_NOTIFICATION}', notice) from unnest($3::text[]) as notice`;

export const LISTEN_SQL = `listen ${HUB_NOTIFICATION}`;

/**
 * Lets joins and removals of one channel run one after the other, so that exactly one of them adds
 * or removes a user. The statement after the lock sees everything that earlier transactions
 * committed.
 */
async function lockChannel(trx: Trx, channel: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('hub_member'), hashtext(${channel}))`.execute(
    trx,
  );
}

/** The id of a transaction rises with each change under the lock of a channel. */
const position = sql`pg_current_xact_id()::text::bigint`;

export interface StoredJoin {
  /** This is `null` when the channel has no space for a further user. */
  ticket: number | null;
  position: number;
  members: ClusterMember[];
}

/**
 * Adds a subscription of a user. The user's newest info applies. Changed info is announced again,
 * because a user can return with other rights before the old socket has left.
 */
export async function joinMember(
  db: Db,
  instanceId: string,
  { channel, socketId, userId, userInfo, limit }: ClusterJoin,
): Promise<StoredJoin> {
  const info = JSON.stringify(userInfo ?? null);
  return transact(db, async (trx) => {
    await lockChannel(trx, channel);
    const { rows } = await sql<StoredJoin>`
      with present as materialized (
        select distinct on (user_id) user_id, info, id from hub_member
        where channel = ${channel} order by user_id, id desc
      ), joined as (
        insert into hub_member (instance_id, socket_id, channel, user_id, info)
        select ${instanceId}::uuid, ${socketId}::text, ${channel}::text, ${userId}::text, ${info}::jsonb
        where exists (select from present where user_id = ${userId}::text)
          or (select count(*) from present) < ${limit}::int
        returning id, user_id, info
      ), announced as (
        select pg_notify(${HUB_NOTIFICATION}, jsonb_build_object('message', jsonb_build_object(
          'type', 'member_added', 'channel', channel, 'position', ${position}, 'userId', user_id,
          'userInfo', info, 'socketId', ${socketId}::text))::text)
        from (select ${channel}::text as channel, user_id, info from joined) as added
        where not exists (select from present
          where present.user_id = added.user_id and present.info = added.info)
      )
      select (select id from joined) as ticket, ${position} as position,
        (select coalesce(json_agg(json_build_object('userId', user_id, 'userInfo', info) order by id), '[]')
          from (select user_id, info, id from joined union all
            select * from present
            where not exists (select from joined where joined.user_id = present.user_id)) as every
        ) as members,
        (select count(*) from announced)`.execute(trx);
    const [row] = rows;
    if (row === undefined) {
      throw new Error("the member was not written");
    }
    return row;
  });
}

export async function deleteMembers(
  db: Db,
  channel: string,
  tickets: readonly number[],
): Promise<void> {
  await transact(db, async (trx) => {
    await lockChannel(trx, channel);
    await removeWhere(trx, sql`channel = ${channel} and id = any(${tickets}::bigint[])`);
  });
}

/**
 * Removes the channels and subscriptions that these servers left, and returns the number of the
 * subscriptions.
 */
export async function removeInstances(db: Db, ids: readonly string[]): Promise<number> {
  await sql`delete from hub_channel where instance_id = any(${ids}::uuid[])`.execute(db);
  const channels = await db
    .selectFrom("hub_member")
    .select("channel")
    .where("instance_id", "in", [...ids])
    .groupBy("channel")
    .execute();
  let removed = 0;
  for (const { channel } of channels) {
    removed += await transact(db, async (trx) => {
      await lockChannel(trx, channel);
      return removeWhere(trx, sql`channel = ${channel} and instance_id = any(${ids}::uuid[])`);
    });
  }
  return removed;
}

/** Deletes members under the lock of their channel, and announces users without another socket. */
async function removeWhere(trx: Trx, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with gone as (
      delete from hub_member where ${condition} returning id, channel, user_id
    ), announced as (
      select pg_notify(${HUB_NOTIFICATION}, jsonb_build_object('message', jsonb_build_object(
        'type', 'member_removed', 'channel', channel, 'position', ${position},
        'userId', user_id))::text)
      from (select distinct channel, user_id from gone) as left_users
      where not exists (
        select from hub_member m
        where m.channel = left_users.channel and m.user_id = left_users.user_id
          and m.id not in (select id from gone))
    )
    select (select count(*) from gone) as removed, (select count(*) from announced)`.execute(trx);
  return rows[0]?.removed ?? 0;
}

/** Returns the servers that have subscriptions and no registration. */
export async function listAbandonedInstances(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select instance_id as id from (
      select instance_id from hub_member union select instance_id from hub_channel) as used
    where not exists (
      select from server_instance i
      where i.id = instance_id and i.expires_at >= clock_timestamp())`.execute(db);
  return rows.map(({ id }) => id);
}

export interface SubscriberCount {
  channel: string;
  subscribers: number;
}

export async function writeSubscribers(
  db: Db,
  instanceId: string,
  counts: readonly SubscriberCount[],
): Promise<void> {
  const channels = counts.map(({ channel }) => channel);
  await sql`
    with given as (
      select * from unnest(${channels}::text[], ${counts.map((one) => one.subscribers)}::int[])
        as given (channel, subscribers)
    ), empty as (
      delete from hub_channel where instance_id = ${instanceId}
        and channel in (select channel from given where subscribers = 0)
    )
    insert into hub_channel (instance_id, channel, subscribers)
    select ${instanceId}::uuid, channel, subscribers from given where subscribers > 0
    order by channel
    on conflict (channel, instance_id) do update set subscribers = excluded.subscribers`.execute(
    db,
  );
}

/** More channels than this are not listed. */
const MAX_LISTED = 50_000;

export async function listChannels(db: Db, prefix: string): Promise<ClusterChannel[]> {
  return readChannels(db, sql`starts_with(channel, ${prefix})`);
}

export async function findChannel(db: Db, name: string): Promise<ClusterChannel | null> {
  const [found] = await readChannels(db, sql`channel = ${name}`);
  return found ?? null;
}

async function readChannels(db: Db, condition: ReturnType<typeof sql>): Promise<ClusterChannel[]> {
  const { rows } = await sql<ClusterChannel>`
    select channel as name, sum(subscribers)::int as subscribers,
      (select count(distinct user_id)::int from hub_member m where m.channel = c.channel) as users
    from hub_channel c where ${condition} group by channel order by channel limit ${MAX_LISTED}`.execute(
    db,
  );
  return rows;
}

export async function listMembers(db: Db, channel: string): Promise<ClusterMember[]> {
  const { rows } = await sql<ClusterMember>`
    select user_id as "userId", info as "userInfo" from (
      select distinct on (user_id) user_id, info, id from hub_member
      where channel = ${channel} order by user_id, id desc) as members
    order by id`.execute(db);
  return rows;
}

/** Returns `null` for a message that was deleted. */
export async function findMessage(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("hub_message")
    .select("body")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.body ?? null;
}

/** Deletes messages that every server has had time to read. */
export async function pruneMessages(db: Db, olderThanMs: number): Promise<void> {
  await sql`delete from hub_message
    where created_at < clock_timestamp() - ${olderThanMs} * interval '1 millisecond'`.execute(db);
}
