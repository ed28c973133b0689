import { z } from "zod";

import { triggerEvent, type HubApp, type Trigger } from "../app/hub-app.ts";
import type { ClusterMessage } from "../cluster/hub-cluster.ts";
import { parseChannelName } from "../protocol/channel-name.ts";
import { parseJson } from "../protocol/frame.ts";
import { channelAttributes, parseAttributes, type Attribute } from "./channel-attributes.ts";
import { openDirectory } from "./channel-directory.ts";
import { RestError } from "./rest-error.ts";
import type { RestAnswer, RestRequest } from "./rest-request.ts";

const socketId = z.string().regex(/^\d+\.\d+$/);
const shared = {
  name: z.string().min(1),
  data: z.string(),
  socket_id: socketId.optional(),
  info: z.string().optional(),
};
const single = z.object({
  ...shared,
  channel: z.string().optional(),
  channels: z.array(z.string()).min(1).optional(),
});
const batch = z.object({ batch: z.array(z.object({ ...shared, channel: z.string() })).min(1) });

/** Handles `POST /apps/{id}/events`: one event to up to 100 channels. */
export async function postEvents(app: HubApp, request: RestRequest): Promise<RestAnswer> {
  const body = parseBody(single, request.body);
  const channels = body.channels ?? (body.channel === undefined ? [] : [body.channel]);
  if (channels.length === 0) {
    throw new RestError(400, "channel or channels is required");
  }
  if (channels.length > app.limits.channelsPerTrigger) {
    throw new RestError(400, `An event may have at most ${app.limits.channelsPerTrigger} channels`);
  }
  const wanted = parseAttributes(body.info);
  const trigger = { name: body.name, data: body.data, channels, socketId: body.socket_id };
  checkTrigger(app, trigger);
  await triggerEverywhere(app, trigger);
  if (wanted.length === 0) {
    return { status: 200, body: {} };
  }
  const entries = await Promise.all(
    channels.map(async (name) => [name, await readAttributes(app, name, wanted)] as const),
  );
  return { status: 200, body: { channels: Object.fromEntries(entries) } };
}

/**
 * Handles `POST /apps/{id}/batch_events`: up to 10 events, all of which are checked before any is
 * sent.
 */
export async function postBatchEvents(app: HubApp, request: RestRequest): Promise<RestAnswer> {
  const events = parseBody(batch, request.body).batch;
  if (events.length > app.limits.eventsPerBatch) {
    throw new RestError(400, `A batch may have at most ${app.limits.eventsPerBatch} events`);
  }
  const triggers = events.map((event) => ({
    trigger: {
      name: event.name,
      data: event.data,
      channels: [event.channel],
      socketId: event.socket_id,
    },
    wanted: parseAttributes(event.info),
    channel: event.channel,
  }));
  for (const { trigger } of triggers) {
    checkTrigger(app, trigger);
  }
  const infos = await Promise.all(
    triggers.map(({ trigger, wanted, channel }) => sendOne(app, trigger, { wanted, channel })),
  );
  const asksInfo = triggers.some(({ wanted }) => wanted.length > 0);
  return { status: 200, body: asksInfo ? { batch: infos } : {} };
}

async function sendOne(
  app: HubApp,
  trigger: Trigger,
  { wanted, channel }: { wanted: readonly Attribute[]; channel: string },
): Promise<object> {
  await triggerEverywhere(app, trigger);
  return wanted.length === 0 ? {} : readAttributes(app, channel, wanted);
}

async function readAttributes(
  app: HubApp,
  name: string,
  wanted: readonly Attribute[],
): Promise<object> {
  const channel = await openDirectory(app).findChannel(name);
  return channelAttributes(app, { name, channel }, wanted);
}

/** Sends an event to the sockets of every hub. The sockets of this hub get it at once. */
export async function triggerEverywhere(app: HubApp, trigger: Trigger): Promise<void> {
  triggerEvent(app, trigger);
  await publish(app, { type: "event", ...trigger });
}

/** Throws RestError 503 when the other hubs do not get the message. */
export async function publish(app: HubApp, message: ClusterMessage): Promise<void> {
  try {
    await app.cluster?.publish(message);
  } catch (error) {
    app.logger.warn({ err: error }, "hub cluster dropped message");
    throw new RestError(503, "The other servers do not answer");
  }
}

/** Throws RestError when an event exceeds a limit. Triggers inside this process use it too. */
export function checkTrigger(app: HubApp, trigger: Trigger): void {
  const { limits } = app;
  if (trigger.name.length === 0 || trigger.name.length > limits.eventNameLength) {
    throw new RestError(400, `An event's name must have 1 to ${limits.eventNameLength} characters`);
  }
  if (Buffer.byteLength(trigger.data) > limits.eventDataBytes) {
    throw new RestError(
      413,
      `The data of an event may have at most ${limits.eventDataBytes} bytes`,
    );
  }
  const invalid = trigger.channels.find(
    (name) => parseChannelName(name, limits.channelNameLength) === null,
  );
  if (invalid !== undefined) {
    throw new RestError(400, "Invalid channel name");
  }
}

function parseBody<Body>(schema: z.ZodType<Body>, text: string): Body {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) {
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") ?? "";
  throw new RestError(400, `Invalid body${where ? ` at ${where}` : ""}: ${issue?.message ?? ""}`);
}
