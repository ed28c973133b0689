import {
  AlarmClockPlus,
  AudioLines,
  MessageSquareLock,
  Mic,
  MicOff,
  Play,
  Plus,
  Undo2,
  X,
} from "lucide-react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { findDialEnd } from "../../client/store/select-own-dials.ts";
import { Button, type ButtonProps } from "../../ui/Button.tsx";
import { DialLimit } from "../../ui/DialLimit.tsx";
import { withWords } from "../../ui/LazyWords.tsx";
import { PauseBars } from "../../ui/StateBadge.tsx";
import { useSettledClicks } from "../../ui/use-settled-clicks.ts";
import { conferenceMessages } from "./conference-messages.ts";
import type { MemberView } from "./conference-view.ts";
import { useLineMembers } from "./use-conference.ts";

import styles from "./Conference.module.css";

function MemberRow({ member }: { member: MemberView }) {
  const t = useTranslations("conference");
  const { call, status } = member;
  const name = describeCaller(call);
  const { numberDisplay, location } = call.caller;
  return (
    <li className={styles["member"]} data-status={status}>
      <AudioLines size={16} aria-hidden="true" />
      <span className={styles["who"]}>
        <span
          className={styles["name"]}
          title={name === numberDisplay ? name : `${name}, ${numberDisplay}`}
        >
          {name}
        </span>
        <span className={styles["facts"]}>
          {location === null ? "" : `${location} · `}
          <span className={styles["doing"]}>{t(`status.${status}`)}</span>
        </span>
        <DialLimit
          endsAt={findDialEnd(call)}
          extend={member.extend}
          name={name}
          icon={AlarmClockPlus}
        />
      </span>
      <MemberButtons member={member} name={name} />
    </li>
  );
}

/**
 * Shows at most three buttons: a member on hold cannot be muted, and only a member on hold can talk
 * privately.
 */
function MemberButtons({ member, name }: { member: MemberView; name: string }) {
  const t = useTranslations("conference");
  const { call, toggleMute, toggleHold, talkback, endTalkback, remove } = member;
  const isMuted = call.conference?.muted === true;
  const isHeld = call.conference?.onHold === true;
  return (
    <>
      <MemberButton words={t("talkLabel", { name })} icon={MessageSquareLock} run={talkback} />
      <MemberButton words={t("endTalkLabel", { name })} icon={Undo2} run={endTalkback} />
      <MemberButton
        words={t("muteLabel", { name })}
        icon={isMuted ? MicOff : Mic}
        aria-pressed={isMuted}
        run={toggleMute}
      />
      <MemberButton
        words={t(isHeld ? "resumeLabel" : "holdLabel", { name })}
        icon={isHeld ? Play : PauseBars}
        run={toggleHold}
      />
      <MemberButton words={t("removeLabel", { name })} look="quiet" icon={X} run={remove} />
    </>
  );
}

interface MemberButtonProps extends Pick<ButtonProps, "icon" | "look" | "aria-pressed"> {
  words: string;
  run: (() => void) | null;
}

function MemberButton({ words, run, ...rest }: MemberButtonProps) {
  return (
    <Button
      {...rest}
      size="row"
      className={styles["icon"]}
      aria-label={words}
      title={words}
      onClick={run}
    />
  );
}

interface LineMembersProps {
  line: DeviceLine;
  bringIn: () => void;
}

export function LineMembers({ line, bringIn }: LineMembersProps) {
  return <MemberList members={useLineMembers(line)} bringIn={bringIn} />;
}

interface MemberListProps {
  members: readonly MemberView[];
  bringIn: () => void;
}

function Members({ members, bringIn }: MemberListProps) {
  const t = useTranslations("conference");
  const settle = useSettledClicks(members.map(({ call }) => call.id));
  return (
    <div className={styles["members"]}>
      <ul className={styles["places"]} aria-label={t("members")} onClickCapture={settle}>
        {members.map((member) => (
          <MemberRow key={member.call.id} member={member} />
        ))}
      </ul>
      <Button look="quiet" icon={Plus} className={styles["bringIn"]} onClick={bringIn}>
        {t("bringIn")}
      </Button>
    </div>
  );
}

export const MemberList = withWords(Members, { conference: conferenceMessages });
