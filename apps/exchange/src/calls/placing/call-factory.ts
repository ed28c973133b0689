import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { CallOrigin } from "../live/call-origin.ts";
import type { CallbackTarget } from "../live/callback-target.ts";
import { LiveCall, type LiveCallListener } from "../live/live-call.ts";
import type { CallRegistry } from "../registry/call-registry.ts";
import type { NotificationRepository } from "../registry/notification-repository.ts";

const MAX_TIME_LIMIT_S = 86_400;

interface CallFactoryDeps {
  media: MediaPort;
  clock: Clock;
  outbox: CallbackOutbox;
  notifications: NotificationRepository;
  registry: CallRegistry;
}

export class CallFactory {
  readonly #deps: CallFactoryDeps;

  constructor(deps: CallFactoryDeps) {
    this.#deps = deps;
  }

  createCall(
    origin: CallOrigin,
    options: {
      timeLimitS: number;
      statusCallback: CallbackTarget | null;
      /** False for a call that nobody takes. Its caller's number is not written to the disk. */
      isStored?: boolean;
    },
  ): LiveCall {
    const { media, clock, outbox, registry } = this.#deps;
    const call = new LiveCall({
      origin,
      media,
      clock,
      outbox,
      timeLimitS: Math.min(options.timeLimitS, MAX_TIME_LIMIT_S),
      statusCallback: options.statusCallback,
      listener: this.#listen(options.isStored ?? true),
    });
    origin.tree?.add(call.ended);
    registry.add(call);
    return call;
  }

  #listen(isStored: boolean): LiveCallListener {
    const { notifications, registry } = this.#deps;
    const store = (changed: LiveCall) => isStored && registry.store(changed);
    return {
      onChange: (changed) => {
        store(changed);
        registry.emitChange(changed);
      },
      onStoredChange: store,
      onMessage: (to, message) => registry.emitMessage(to, message),
      onNotification: ({ sid }, entry, exchange) => notifications.add(sid, entry, exchange),
      onCallbacksSettled: (settled) => isStored && registry.handleCallbacksSettled(settled),
    };
  }
}
