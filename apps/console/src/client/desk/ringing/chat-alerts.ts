import type { ChatMessage } from "@linedesk/contract";
import { selectIsOnCall, selectMe } from "../../store/select-calls.ts";
import { selectIsOnAir } from "../../store/survey-calls.ts";
import { pageWords } from "../../words/page-words.ts";
import type { CallNotification } from "./desktop-notifications.ts";
import type { PlaySound } from "./play-sound.ts";
import type { AlertsOptions } from "./start-alerts.ts";

/** The interval in which several messages make one sound. */
const BLIP_EVERY_MS = 2_000;
const MAX_SHOWN_TEXT = 120;

/**
 * Plays a short sound for a message while the chat is closed or the page is hidden. For a message
 * that names this person, it also plays while the chat is open, and notifies on a hidden page.
 */
export function createChatAlerts(
  options: AlertsOptions & { play?: PlaySound },
): (message: ChatMessage) => void {
  const { store, timers, notifier, storage, settings, isHidden } = options;
  let isQuiet = false;

  async function playAlert(): Promise<void> {
    const { ringVolume } = settings().sounds;
    const { station } = store.getState().calls;
    if (isQuiet || ringVolume <= 0 || station === null) {
      return;
    }
    isQuiet = true;
    timers.schedule(() => (isQuiet = false), BLIP_EVERY_MS);
    const play = options.play ?? (await import("./play-sound.ts")).playOnce;
    const base = await options.soundsUrl();
    const url = `${base.replace(/\/$/, "")}/message.wav`;
    play({ url, volume: ringVolume, output: storage.ringerDevice(station) });
  }

  return (message) => {
    const state = store.getState();
    const me = selectMe(state);
    const namesMe = message.mentions.some(({ user }) => user === me);
    if (state.seats.tab !== "leading") {
      return;
    }
    const isBarred = settings().sounds.muteRingerWhileTalking && selectIsOnCall(state);
    const isMuted = isBarred || selectIsOnAir(state);
    const sounds = settings().alerts.ring && settings().heard.chat && !isMuted;
    if (sounds && (namesMe || !state.chat.isOpen || isHidden())) {
      void playAlert();
    }
    if (namesMe && isHidden() && settings().alerts.desktop && notifier.permission() === "granted") {
      notifier.show(describeMention(message));
    }
  };
}

function describeMention({ from, text }: ChatMessage): CallNotification {
  const body = text.length > MAX_SHOWN_TEXT ? `${text.slice(0, MAX_SHOWN_TEXT)}…` : text;
  return { tag: "chat", title: pageWords()("notices.mentioned", { name: from.name }), body };
}
