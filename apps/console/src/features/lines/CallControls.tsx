import {
  AudioLines,
  Grid3x3,
  LockOpen,
  LogOut,
  Mic,
  MicOff,
  Play,
  Undo2,
  UsersRound,
} from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { bindPanel, type KeyBinding } from "../../lib/key-binding.ts";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import type { ShownShortcut } from "../../ui/keys/command.ts";
import { PauseBars } from "../../ui/StateBadge.tsx";
import { useDeskSize } from "../../ui/use-desk-size.ts";
import { EndButton, type EndPress } from "./EndButton.tsx";
import { KEYPAD_KEY, KEYPAD_PANEL } from "./keypad-key.ts";
import { isLineOnAir } from "./line-tone.ts";
import type { LineCallView, LineView } from "./line-view.ts";
import { FoldedWords, MoveButtons } from "./MoveButtons.tsx";
import { useFold } from "./use-fold.ts";

import styles from "./LineControls.module.css";

const LineMenu = lazy(async () => ({ default: (await import("./LineMenu.tsx")).LineMenu }));

interface CallControlsProps {
  view: LineView;
  call: LineCallView;
  guard: EndPress;
  openKeypad: () => void;
  openConference: () => void;
  giving: boolean;
  setGiving: (giving: boolean) => void;
}

/** Draws only the possible actions. Each action has a fixed place, even when others are missing. */
export function CallControls(props: CallControlsProps) {
  const { view, call, guard, giving, setGiving } = props;
  const t = useTranslations("lines");
  const { selected } = view;
  const row = useFold();
  const size = useDeskSize();
  if (call.state.status === "ended") {
    return <p className={styles["ended"]}>{t(`endedWords.${call.state.reason}`)}</p>;
  }
  if (call.state.status === "offered") {
    const isFed = call.besides === "toAir";
    return <OfferedControls takeBack={call.moves.takeBack} toAir={isFed} />;
  }
  function bind(key: KeyBinding): Bound {
    return selected ? { shortcut: toShortcut(key) } : {};
  }
  const moves = (
    <MoveButtons moves={call.moves} selected={selected} giving={giving} setGiving={setGiving} />
  );
  return (
    <div
      ref={row}
      className={styles["controls"]}
      data-conference={call.conference !== null || undefined}
    >
      <MuteButton
        call={call}
        number={String(view.number)}
        isShort={size !== "wide"}
        bound={bind(findKey("mute"))}
      />
      <HoldButton call={call} bound={bind(findKey("hold"))} />
      {size === "wide" ? (
        <WideControls {...props} moves={moves} />
      ) : (
        <>
          {size === "middle" ? moves : null}
          <Suspense>
            <LineMenu {...props} size={size} />
          </Suspense>
        </>
      )}
      {call.hangUp === null && call.pending !== "hang_up" ? null : (
        <EndButton
          guard={guard}
          onAir={isLineOnAir(call)}
          selected={selected}
          conferenceEnd={call.conference?.end ?? null}
          pending={call.pending === "hang_up"}
        />
      )}
    </div>
  );
}

/** Shows the buttons of the wide layout; narrower layouts have them in a menu. */
function WideControls(props: CallControlsProps & { moves: ReactNode }) {
  const { view, call, openKeypad, openConference, moves } = props;
  const t = useTranslations("lines");
  const shown = view.selected ? { shortcut: toShortcut(bindPanel(KEYPAD_PANEL, KEYPAD_KEY)) } : {};
  return (
    <>
      {call.sendDigit === null || call.conference !== null ? null : (
        <Button
          size="call"
          icon={Grid3x3}
          className={classNames(styles["compact"], styles["pictured"])}
          title={t("keypad")}
          onClick={openKeypad}
          {...shown}
        >
          {t("keypad")}
        </Button>
      )}
      <ResumeBesideButton call={call} />
      {moves}
      <ConferenceButtons call={call} open={openConference} />
      <Button size="call" icon={Undo2} title={t("endTalkHint")} onClick={call.endTalkback}>
        {t("endTalkback")}
      </Button>
      <UnlockButton call={call} />
    </>
  );
}

interface Bound {
  shortcut?: ShownShortcut;
}

interface ButtonProps {
  call: LineCallView;
  bound: Bound;
}

interface MuteButtonProps extends ButtonProps {
  number: string;
  isShort: boolean;
}

function MuteButton({ call, number, isShort, bound }: MuteButtonProps) {
  const t = useTranslations("lines");
  const toggle = call.muted ? call.unmute : call.mute;
  const words = t(call.muted ? "muted" : "mute", { number });
  const short = t(call.muted ? "mutedShort" : "muteShort");
  return (
    <Button
      size="call"
      icon={call.muted ? MicOff : Mic}
      className={styles["mute"]}
      aria-pressed={call.muted}
      aria-label={words}
      title={t("muteHint", { number })}
      onClick={toggle}
      {...bound}
    >
      {isShort ? short : <FoldedWords whole={words} short={short} />}
    </Button>
  );
}

function ResumeBesideButton({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  return (
    <Button
      size="call"
      icon={AudioLines}
      className={classNames(styles["compact"], styles["pictured"])}
      title={t("resumeBesideHint")}
      onClick={call.resumeBeside}
    >
      {t("resumeBeside")}
    </Button>
  );
}

/** With up to five members, the list of members has space for the button "Bring in somebody". */
const MAX_WITH_BUTTON = 5;

function ConferenceButtons({ call, open }: { call: LineCallView; open: () => void }) {
  const t = useTranslations("lines");
  const hasOwnButton = call.conference !== null && call.conference.people <= MAX_WITH_BUTTON;
  return (
    <>
      {call.mayConfer && !hasOwnButton ? (
        <Button
          size="call"
          icon={UsersRound}
          className={classNames(styles["compact"], styles["pictured"])}
          title={t("conferenceHint")}
          onClick={open}
        >
          {t(call.conference === null ? "conference" : "conferenceAdd")}
        </Button>
      ) : null}
      {call.conference === null ? null : (
        <Button
          size="call"
          icon={LogOut}
          className={styles["compact"]}
          title={t("leaveHint")}
          onClick={call.conference.leave}
        >
          {t("leave")}
        </Button>
      )}
    </>
  );
}

function UnlockButton({ call }: { call: LineCallView }) {
  const t = useTranslations("lines");
  const actions = useTranslations("deskActions");
  return (
    <Button
      size="call"
      icon={LockOpen}
      className={classNames(styles["compact"], styles["unlock"])}
      title={t("unlockHint")}
      onClick={call.unlock}
    >
      {actions("unlock.name")}
    </Button>
  );
}

/**
 * Shows the only action on a call that this person has offered: withdrawing the offer, until a
 * colleague takes the call.
 */
function OfferedControls({ takeBack, toAir }: { takeBack: (() => void) | null; toAir: boolean }) {
  const t = useTranslations("lines");
  return (
    <div className={styles["controls"]}>
      {takeBack === null ? null : (
        <Button
          size="call"
          icon={Undo2}
          data-to-air={toAir || undefined}
          shortcut={toShortcut(findKey("undo", "page"))}
          onClick={takeBack}
        >
          {t("takeBack")}
        </Button>
      )}
      <span className={styles["aside"]}>{t("callerHearsMusic")}</span>
    </div>
  );
}

function HoldButton({ call, bound }: ButtonProps) {
  const t = useTranslations("lines");
  const actions = useTranslations("deskActions");
  const action = call.hold ?? call.resume;
  const pending = call.pending === "hold" || call.pending === "resume";
  if (action === null && !pending) {
    return null;
  }
  // While the request is pending the button stays unchanged, so that nothing moves.
  const holds = pending ? call.pending === "hold" : call.hold !== null;
  const words = holds ? "hold" : "resume";
  return (
    <Button
      size="call"
      icon={holds ? PauseBars : Play}
      className={styles["hold"]}
      data-to-air={(!holds && call.besides === "toAir") || undefined}
      pending={pending}
      onClick={() => action?.()}
      {...bound}
    >
      {call.conference === null ? actions(`${words}.name`) : t(`${words}All`)}
    </Button>
  );
}
