import { z } from "zod";

import { listOwnMembers, presenceBlock, type Channel, type Member } from "../app/channel-table.ts";
import type { Connection } from "../app/connection.ts";
import type { HubApp } from "../app/hub-app.ts";
import type { Joining } from "../app/joining-sockets.ts";
import type { HubCluster } from "../cluster/hub-cluster.ts";
import {
  parseChannelName,
  USER_CHANNEL_PREFIX,
  type ChannelName,
} from "../protocol/channel-name.ts";
import { pusherErrors } from "../protocol/codes.ts";
import { messageData, parseJson, type ClientFrame } from "../protocol/frame.ts";
import type { HubLimits } from "../protocol/limits.ts";
import { isAuthFor } from "../protocol/sign.ts";
import { joinCluster } from "./join-cluster.ts";

/** Some clients send `null` for absent fields. */
const textOrNone = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined);
const subscription = z.object({
  channel: z.string().min(1),
  auth: textOrNone,
  channel_data: textOrNone,
});
type Subscription = z.infer<typeof subscription>;

const channelData = z.object({
  user_id: z.union([z.string().min(1), z.number()]).transform(String),
  user_info: z.unknown().optional(),
});

interface Refusal {
  type: "AuthError" | "InvalidChannel" | "LimitReached";
  error: string;
  status: number;
}
type Admission =
  | { status: "admitted"; name: ChannelName; member: Member | null }
  | { status: "refused"; refusal: Refusal };

/** Handles `pusher:subscribe {channel, auth?, channel_data?}`. A refusal keeps the socket open. */
export function handleSubscribe(app: HubApp, connection: Connection, frame: ClientFrame): void {
  const parsed = subscription.safeParse(messageData(frame));
  if (!parsed.success) {
    return connection.refuseFrame("pusher:subscribe needs data.channel, a string");
  }
  const wanted = parsed.data;
  if (connection.channels.has(wanted.channel)) {
    return connection.sendError(`Existing subscription to channel ${wanted.channel}`);
  }
  const admission = admit(app, connection, wanted);
  if (app.cluster !== null && needsCluster(admission)) {
    subscribeWithCluster(app, app.cluster, connection, wanted).catch((err: unknown) => {
      app.logger.warn({ err }, "hub cluster subscription failed");
      connection.closeWith(pusherErrors.clusterAway);
    });
    return;
  }
  settle(app, connection, wanted, admission);
}

/**
 * Returns true if only the cluster can decide: it knows the members of a channel, and a grant of
 * another hub may still be on its way.
 */
function needsCluster(admission: Admission): boolean {
  return admission.status === "admitted" ? admission.member !== null : isUnsigned(admission);
}

function isUnsigned(admission: Admission): boolean {
  return admission.status === "refused" && admission.refusal.status === 401;
}

async function subscribeWithCluster(
  app: HubApp,
  cluster: HubCluster,
  connection: Connection,
  wanted: Subscription,
): Promise<void> {
  const joining = app.channels.joining.begin(connection, wanted.channel);
  const admission = await admitAfterGrants(app, cluster, connection, wanted);
  if (joining.isCancelled) {
    return;
  }
  if (admission.status === "refused" || admission.member === null) {
    stopJoining(app, connection, joining);
    return settle(app, connection, wanted, admission);
  }
  const { name, member } = admission;
  const request = { connection, joining, target: { name, member } };
  const outcome = await joinCluster(app, cluster, request, (channel, block) =>
    welcome(app, connection, channel, block),
  );
  if (outcome === "presence_full" && !joining.isCancelled) {
    stopJoining(app, connection, joining);
    refuseFull(app, connection, wanted.channel);
  }
  if (joining.isOverfull) {
    connection.closeWith(pusherErrors.reconnect);
  }
}

async function admitAfterGrants(
  app: HubApp,
  cluster: HubCluster,
  connection: Connection,
  wanted: Subscription,
): Promise<Admission> {
  const first = admit(app, connection, wanted);
  if (!isUnsigned(first)) {
    return first;
  }
  await cluster.sync();
  return admit(app, connection, wanted);
}

function stopJoining({ channels }: HubApp, connection: Connection, joining: Joining): void {
  channels.joining.end(connection, joining);
  connection.channels.delete(joining.channel);
}

function settle(
  app: HubApp,
  connection: Connection,
  wanted: Subscription,
  admission: Admission,
): void {
  if (admission.status === "refused") {
    return refuse(connection, wanted.channel, admission.refusal);
  }
  const outcome = app.channels.join(connection, admission, (channel) =>
    welcome(app, connection, channel, presenceBlock(listOwnMembers(channel))),
  );
  if (outcome === "presence_full") {
    return refuseFull(app, connection, wanted.channel);
  }
  app.channels.counts.noteChange(wanted.channel);
}

function welcome(app: HubApp, connection: Connection, { name }: Channel, block: string): void {
  connection.send({
    event: "pusher_internal:subscription_succeeded",
    channel: name.name,
    data: name.kind === "presence" ? block : "{}",
  });
  if (name.isCache) {
    replayCached(app, connection, name.name);
  }
  connection.noteEvent();
}

function refuseFull(app: HubApp, connection: Connection, channel: string): void {
  const error = `A presence channel may have at most ${app.limits.presenceMembers} members`;
  refuse(connection, channel, { type: "LimitReached", error, status: 403 });
}

function admit(app: HubApp, connection: Connection, wanted: Subscription): Admission {
  const name = parseChannelName(wanted.channel, app.limits.channelNameLength);
  if (name === null) {
    return refused("InvalidChannel", "Invalid channel name", 400);
  }
  const others = connection.channels.size - (connection.channels.has(wanted.channel) ? 1 : 0);
  if (others >= app.limits.channelsPerConnection) {
    const error = `A connection may have at most ${app.limits.channelsPerConnection} channels`;
    return refused("LimitReached", error, 403);
  }
  switch (name.kind) {
    case "public":
      return app.access.needsUser && connection.user === null
        ? refused("AuthError", "No user is signed in on this socket", 401)
        : { status: "admitted", name, member: null };
    case "user":
      return `${USER_CHANNEL_PREFIX}${connection.user?.id ?? ""}` === name.name
        ? { status: "admitted", name, member: null }
        : refused("AuthError", "The channel belongs to another user", 401);
    case "private":
    case "encrypted":
      return admitSigned(app, connection, wanted) ?? { status: "admitted", name, member: null };
    case "presence":
      return admitMember(app, connection, { name, wanted });
  }
}

/**
 * Returns `null` for a valid signature. If `needsUser` is set, the signed `channel_data` must
 * contain the signed-in user, or a user whom the application has granted to the socket. In the
 * second case this signs the socket in.
 */
function admitSigned(
  app: HubApp,
  connection: Connection,
  params: Subscription,
): Extract<Admission, { status: "refused" }> | null {
  const wanted = app.access.needsUser ? addUser(app, connection, params) : params;
  if (!isSigned(app, connection, wanted)) {
    return refused("AuthError", "Invalid signature", 401);
  }
  if (!app.access.needsUser) {
    return null;
  }
  const named = channelData.safeParse(parseJson(wanted.channel_data ?? "")).data?.user_id ?? "";
  const granted = connection.grants.get(named);
  if (connection.user === null && granted !== undefined) {
    app.users.signIn(connection, granted);
  }
  return connection.user !== null && named === connection.user.id
    ? null
    : refused("AuthError", "The signature is for a user who is not signed in on this socket", 401);
}

function admitMember(
  app: HubApp,
  connection: Connection,
  request: { name: ChannelName; wanted: Subscription },
): Admission {
  const { name, wanted } = request;
  const refusal = admitSigned(app, connection, wanted);
  if (refusal !== null) {
    return refusal;
  }
  const parsed = channelData.safeParse(parseJson(wanted.channel_data ?? ""));
  if (!parsed.success) {
    return refused("AuthError", "channel_data must be JSON with a user_id", 400);
  }
  const member = { userId: parsed.data.user_id, userInfo: parsed.data.user_info };
  const problem = memberProblem(member, app.limits);
  return problem === null
    ? { status: "admitted", name, member }
    : refused("LimitReached", problem, 413);
}

function memberProblem(member: Member, limits: HubLimits): string | null {
  if (member.userId.length > limits.userIdLength) {
    return `user_id may have at most ${limits.userIdLength} characters`;
  }
  const infoBytes = Buffer.byteLength(JSON.stringify(member.userInfo ?? null));
  if (infoBytes > limits.presenceInfoBytes) {
    return `user_info may have at most ${limits.presenceInfoBytes} bytes`;
  }
  return null;
}

/**
 * Adds the `channel_data` that the signature was given for. The protocol defines it only for
 * presence channels, so many clients send only `auth` for a private channel.
 */
function addUser(app: HubApp, connection: Connection, wanted: Subscription): Subscription {
  if (wanted.channel_data !== undefined) {
    return wanted;
  }
  const users = [...connection.grants.keys(), connection.user?.id ?? ""];
  const named = users
    .map((user) => ({ ...wanted, channel_data: JSON.stringify({ user_id: user }) }))
    .find((one) => isSigned(app, connection, one));
  return named ?? wanted;
}

function isSigned(app: HubApp, connection: Connection, wanted: Subscription): boolean {
  const text = `${connection.socketId}:${wanted.channel}`;
  const signed = wanted.channel_data === undefined ? text : `${text}:${wanted.channel_data}`;
  return isAuthFor(app.access.keys, wanted.auth ?? "", signed);
}

function replayCached(app: HubApp, connection: Connection, channel: string): void {
  const cached = app.channels.cache.get(channel);
  if (cached !== null) {
    return connection.sendEncoded(cached.frame);
  }
  connection.send({ event: "pusher:cache_miss", channel });
  app.notify({ name: "cache_miss", channel });
}

function refused(
  type: Refusal["type"],
  error: string,
  status: number,
): Extract<Admission, { status: "refused" }> {
  return { status: "refused", refusal: { type, error, status } };
}

function refuse(connection: Connection, channel: string, refusal: Refusal): void {
  const data = JSON.stringify(refusal);
  connection.send({ event: "pusher:subscription_error", channel, data });
}
