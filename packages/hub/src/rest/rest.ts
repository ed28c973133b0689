import { terminateUser, type HubApp } from "../app/hub-app.ts";
import { parseChannelName } from "../protocol/channel-name.ts";
import { pusherErrors } from "../protocol/codes.ts";
import { isSameText } from "../protocol/sign.ts";
import { authenticate } from "./authenticate.ts";
import { channelAttributes, parseAttributes, requireChannelName } from "./channel-attributes.ts";
import { openDirectory } from "./channel-directory.ts";
import { postBatchEvents, postEvents, publish } from "./post-events.ts";
import { RestError } from "./rest-error.ts";
import type { RestAnswer, RestRequest } from "./rest-request.ts";

/** Answers a request of the Channels HTTP API (`/apps/{id}/...`). Never throws. */
export async function answerRest(
  app: HubApp,
  request: RestRequest,
  isDisabled: boolean,
): Promise<RestAnswer> {
  try {
    if (Buffer.byteLength(request.body) > app.limits.requestBytes) {
      throw new RestError(413, `A request may have at most ${app.limits.requestBytes} bytes`);
    }
    return await route(app, request, isDisabled);
  } catch (error) {
    return toAnswer(app, error);
  }
}

/**
 * Returns the refusal of a request before its body is read, otherwise `null`. It checks the app,
 * the key, the age and the signature, which covers the MD5 of the body. Never throws.
 */
export function refuseByHead(app: HubApp, head: Omit<RestRequest, "body">): RestAnswer | null {
  try {
    readTarget(app, { ...head, body: "" });
    return null;
  } catch (error) {
    return toAnswer(app, error);
  }
}

function toAnswer(app: HubApp, error: unknown): RestAnswer {
  if (error instanceof RestError) {
    return { status: error.status, body: { error: error.message } };
  }
  app.logger.error({ err: error }, "hub request failed");
  return { status: 500, body: { error: "Internal error" } };
}

async function route(app: HubApp, request: RestRequest, isDisabled: boolean): Promise<RestAnswer> {
  const target = readTarget(app, request);
  if (isDisabled) {
    throw new RestError(403, "The app is disabled");
  }
  const method = request.method.toUpperCase();
  const answer = method === "GET" ? await get(app, request, target) : null;
  const done = method === "POST" ? await post(app, request, target) : answer;
  if (done === null) {
    throw new RestError(404, "Unknown path or method");
  }
  return done;
}

function readTarget(app: HubApp, request: RestRequest): Target {
  const [root, appId, resource, name, action, ...rest] = pathParts(request.path);
  if (root !== "apps" || resource === undefined || rest.length > 0) {
    throw new RestError(404, "Unknown path");
  }
  if (!isSameText(appId ?? "", app.access.keys.appId)) {
    throw new RestError(404, "Unknown app");
  }
  const { access, clock, limits } = app;
  const { timestampWindowMs } = limits;
  authenticate({ keys: access.keys, clock, timestampWindowMs }, request);
  return { resource, name, action };
}

interface Target {
  resource: string;
  name: string | undefined;
  action: string | undefined;
}

async function get(app: HubApp, request: RestRequest, target: Target): Promise<RestAnswer | null> {
  const { resource, name, action } = target;
  if (resource !== "channels") {
    return null;
  }
  if (name === undefined) {
    return getChannels(app, request);
  }
  if (action === undefined) {
    return getChannel(app, request, name);
  }
  return action === "users" ? getChannelUsers(app, name) : null;
}

async function post(app: HubApp, request: RestRequest, target: Target): Promise<RestAnswer | null> {
  const { resource, name, action } = target;
  if (resource === "events" && name === undefined) {
    return postEvents(app, request);
  }
  if (resource === "batch_events" && name === undefined) {
    return postBatchEvents(app, request);
  }
  if (resource !== "users" || name === undefined || action !== "terminate_connections") {
    return null;
  }
  terminateUser(app, name, pusherErrors.terminated);
  await publish(app, { type: "user_terminated", userId: name });
  return { status: 200, body: {} };
}

function pathParts(path: string): string[] {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    // An invalid percent escape matches no path.
    throw new RestError(404, "Unknown path");
  }
}

/** Handles `GET /apps/{id}/channels?filter_by_prefix=&info=`: every occupied channel. */
async function getChannels(app: HubApp, request: RestRequest): Promise<RestAnswer> {
  const prefix = request.query["filter_by_prefix"] ?? "";
  const wanted = parseAttributes(request.query["info"]);
  if (wanted.includes("user_count") && !prefix.startsWith("presence-")) {
    throw new RestError(400, "user_count needs filter_by_prefix=presence-");
  }
  const occupied = await openDirectory(app).listChannels(prefix);
  const entries = occupied.map((channel) => [
    channel.name,
    channelAttributes(app, { name: channel.name, channel }, wanted),
  ]);
  return { status: 200, body: { channels: Object.fromEntries(entries) } };
}

async function getChannel(app: HubApp, request: RestRequest, name: string): Promise<RestAnswer> {
  const wanted = parseAttributes(request.query["info"]);
  requireChannelName(app, name);
  const channel = await openDirectory(app).findChannel(name);
  const attributes = channelAttributes(app, { name, channel }, wanted);
  return { status: 200, body: { occupied: channel !== null, ...attributes } };
}

async function getChannelUsers(app: HubApp, name: string): Promise<RestAnswer> {
  if (parseChannelName(name, app.limits.channelNameLength)?.kind !== "presence") {
    throw new RestError(400, "Only presence channels have users");
  }
  const members = await openDirectory(app).listMembers(name);
  return { status: 200, body: { users: members.map(({ userId }) => ({ id: userId })) } };
}
