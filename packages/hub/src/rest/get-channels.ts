import type { HubApp } from "../app/hub-app.ts";
import { parseChannelName } from "../protocol/channel-name.ts";
import { channelAttributes, parseAttributes } from "./channel-attributes.ts";
import { RestError } from "./rest-error.ts";
import type { RestAnswer, RestRequest } from "./rest-request.ts";

/** `GET /apps/{id}/channels?filter_by_prefix=&info=`: every occupied channel. */
export function getChannels(app: HubApp, request: RestRequest): RestAnswer {
  const prefix = request.query["filter_by_prefix"] ?? "";
  const wanted = parseAttributes(request.query["info"]);
  if (wanted.includes("user_count") && !prefix.startsWith("presence-")) {
    throw new RestError(400, "user_count needs filter_by_prefix=presence-");
  }
  const channels: Record<string, object> = {};
  for (const { name } of app.channels.all()) {
    if (name.name.startsWith(prefix)) {
      channels[name.name] = channelAttributes(app, name.name, wanted);
    }
  }
  return { status: 200, body: { channels } };
}

/** `GET /apps/{id}/channels/{channel}?info=` */
export function getChannel(app: HubApp, request: RestRequest, name: string): RestAnswer {
  const attributes = channelAttributes(app, name, parseAttributes(request.query["info"]));
  const occupied = app.channels.get(name) !== undefined;
  return { status: 200, body: { occupied, ...attributes } };
}

/** `GET /apps/{id}/channels/{presence channel}/users` */
export function getChannelUsers(app: HubApp, name: string): RestAnswer {
  if (parseChannelName(name, app.limits.channelNameLength)?.kind !== "presence") {
    throw new RestError(400, "Users are known of presence channels only");
  }
  const ids = [...(app.channels.get(name)?.members.keys() ?? [])];
  return { status: 200, body: { users: ids.map((id) => ({ id })) } };
}
