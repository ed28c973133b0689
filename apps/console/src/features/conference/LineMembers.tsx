import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import type { MemberView } from "./conference-view.ts";
import { MemberRow } from "./MemberRow.tsx";
import { useLineMembers } from "./use-conference.ts";

import styles from "./Conference.module.css";

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
