import { AudioLines, Mic, MicOff, Play, Undo2, X } from "lucide-react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { findDialEnd } from "../../client/store/select-own-dials.ts";
import { Button } from "../../ui/Button.tsx";
import { DialLimit } from "../../ui/DialLimit.tsx";
import { PauseBars } from "../../ui/StateBadge.tsx";
import type { MemberView } from "./conference-view.ts";
import { useLineMembers } from "./use-conference.ts";

import styles from "./Conference.module.css";

export function MemberRow({ member }: { member: MemberView }) {
  const t = useTranslations("conference");
  const { call, status } = member;
  const name = describeCaller(call);
  const facts = [
    call.caller.name === null ? null : call.caller.numberDisplay,
    call.caller.location,
  ];
  return (
    <li className={styles["row"]} data-status={status}>
      <span className={styles["who"]}>
        <span className={styles["name"]} title={name}>
          <AudioLines size={14} aria-hidden="true" />
          {name}
        </span>
        <span className={styles["facts"]}>{facts.filter((fact) => fact !== null).join(", ")}</span>
        <span className={styles["doing"]}>{t(`status.${status}`)}</span>
      </span>
      <DialLimit endsAt={findDialEnd(call)} extend={member.extend} name={name} />
      <MemberButtons member={member} name={name} />
    </li>
  );
}

function MemberButtons({ member, name }: { member: MemberView; name: string }) {
  const t = useTranslations("conference");
  const { call, toggleMute, toggleHold, talkback, endTalkback, remove } = member;
  const isMuted = call.conference?.muted === true;
  const isHeld = call.conference?.onHold === true;
  return (
    <>
      <Button size="row" aria-label={t("talkLabel", { name })} onClick={talkback}>
        {t("talk")}
      </Button>
      {endTalkback === null ? null : (
        <Button
          size="row"
          icon={Undo2}
          aria-label={t("endTalkLabel", { name })}
          onClick={endTalkback}
        >
          {t("endTalkback")}
        </Button>
      )}
      <Button
        size="row"
        icon={isMuted ? MicOff : Mic}
        aria-pressed={isMuted}
        aria-label={t("muteLabel", { name })}
        onClick={toggleMute}
      >
        {t(isMuted ? "muted" : "mute")}
      </Button>
      <Button
        size="row"
        icon={isHeld ? Play : PauseBars}
        aria-label={t(isHeld ? "resumeLabel" : "holdLabel", { name })}
        onClick={toggleHold}
      >
        {t(isHeld ? "resume" : "hold")}
      </Button>
      <Button
        size="row"
        look="quiet"
        icon={X}
        aria-label={t("removeLabel", { name })}
        title={t("removeLabel", { name })}
        onClick={remove}
      />
    </>
  );
}

export function LineMembers({ line }: { line: DeviceLine }) {
  return <MemberList members={useLineMembers(line)} />;
}

export function MemberList({ members }: { members: readonly MemberView[] }) {
  const t = useTranslations("conference");
  return (
    <ul className={styles["onLine"]} aria-label={t("members")}>
      {members.map((member) => (
        <MemberRow key={member.call.id} member={member} />
      ))}
    </ul>
  );
}
