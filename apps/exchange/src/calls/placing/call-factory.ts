import type { Clock } from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { CallOrigin } from "../live/call-origin.ts";
import { CallTree } from "../live/call-tree.ts";
import type { CallbackTarget } from "../live/callback-target.ts";
import { LiveCall, type LiveCallListener, type LiveCallOptions } from "../live/live-call.ts";
import type { StoredCall, StoredCourse } from "../live/stored-call.ts";
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
      /**
       * Is false for a call that is refused at once. Its caller's number is not written to the
       * disk.
       */
      isStored?: boolean;
    },
  ): LiveCall {
    const { timeLimitS, statusCallback, isStored = true } = options;
    const limitS = Math.min(timeLimitS, MAX_TIME_LIMIT_S);
    return this.#add(origin, { timeLimitS: limitS, statusCallback }, isStored);
  }

  /** Continues a call from before the exchange restarted; it has no leg yet. */
  resumeCall(stored: StoredCall, course: StoredCourse): LiveCall {
    const { record, stirStatus, appParams } = stored;
    const { accountSid, parentCallSid, from, to, callerName, forwardedFrom } = record;
    const { phoneNumberSid, applicationSid, direction } = record;
    const parties = { accountSid, parentCallSid, from, to, callerName, forwardedFrom };
    const about = { phoneNumberSid, applicationSid, direction, stirStatus, appParams };
    const origin = { ...parties, ...about, tree: new CallTree() };
    const { timeLimitS, callback: statusCallback } = course;
    return this.#add(origin, { timeLimitS, statusCallback, stored });
  }

  #add(
    origin: CallOrigin,
    options: Pick<LiveCallOptions, "timeLimitS" | "statusCallback" | "stored">,
    isStored = true,
  ): LiveCall {
    const { media, clock, outbox, registry } = this.#deps;
    const listener = this.#listen(isStored);
    const call = new LiveCall({ origin, media, clock, outbox, listener, ...options });
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
