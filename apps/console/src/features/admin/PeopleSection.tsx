import { useState } from "react";
import { useTranslations } from "use-intl";

import {
  changeMember,
  mayGrant,
  removeMember,
  type Role,
  type StationMember,
} from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { selectMe } from "../../client/store/select-calls.ts";
import { Button } from "../../ui/Button.tsx";
import { AskDialog } from "./AskDialog.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { RightsTable } from "./RightsTable.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import { SectionState } from "./SectionState.tsx";
import { useMembers, useRefresh } from "./use-station-details.ts";

import styles from "./Admin.module.css";

interface PeopleSectionProps {
  station: string;
  /** My role, which says whom I may change. */
  own: Role;
}

/** Who works at the station and as what [AD23]; the table of rights stands below [RL2]. */
export function PeopleSection({ station, own }: PeopleSectionProps) {
  const fetched = useMembers(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  return (
    <div className={styles["section"]}>
      <MemberTable station={station} own={own} members={fetched.data} />
      <InviteForm station={station} own={own} />
      <RightsTable />
    </div>
  );
}

function MemberTable({
  station,
  own,
  members,
}: PeopleSectionProps & { members: readonly StationMember[] }) {
  const t = useTranslations("admin");
  const me = useRootState(selectMe);
  const { refused, change } = useChange(station);
  const [removed, setRemoved] = useState<StationMember | null>(null);
  return (
    <div className={styles["card"]}>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">{t("lines.name")}</th>
              <th scope="col">{t("people.role")}</th>
              <th aria-label={t("remove")} />
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <MemberRow
                key={member.user}
                member={member}
                isMe={member.user === me}
                own={own}
                change={(role) => void change(member, role)}
                remove={() => setRemoved(member)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {refused === null ? null : <output className={styles["refused"]}>{refused}</output>}
      <RemoveMember station={station} member={removed} close={() => setRemoved(null)} />
    </div>
  );
}

/** A role takes effect at once; a refusal is said below the table. */
function useChange(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const [refused, setRefused] = useState<string | null>(null);
  async function change({ user }: StationMember, role: Role) {
    setRefused(null);
    try {
      await http.call(changeMember, { params: { id: station, user }, body: { role } });
    } catch (error) {
      setRefused(describeFailure(error).words);
    }
    await refresh();
  }
  return { refused, change };
}

interface RemoveMemberProps {
  station: string;
  member: StationMember | null;
  close: () => void;
}

function RemoveMember({ station, member, close }: RemoveMemberProps) {
  const t = useTranslations("admin.people");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const name = member?.name ?? "";
  return (
    <AskDialog
      open={member !== null}
      title={t("removeTitle", { name })}
      words={t("removeWords", { name })}
      doWords={t("removeDo")}
      close={close}
      run={async () => {
        if (member !== null) {
          await http.call(removeMember, { params: { id: station, user: member.user } });
          await refresh();
        }
      }}
    />
  );
}

interface MemberRowProps {
  member: StationMember;
  isMe: boolean;
  own: Role;
  change: (role: Role) => void;
  remove: () => void;
}

function MemberRow({ member, isMe, own, change, remove }: MemberRowProps) {
  const t = useTranslations("admin");
  const { name, email, role, fromGroup, invited } = member;
  const isFixed = fromGroup || !mayGrant(own, role);
  return (
    <tr>
      <td>
        {name}
        {isMe ? ` (${t("people.you")})` : ""}
        {email === null || email === name ? null : <span className={styles["quiet"]}>{email}</span>}
        {invited ? <span className={styles["quiet"]}>{t("people.invited")}</span> : null}
        {fromGroup ? <span className={styles["quiet"]}>{t("people.fromGroup")}</span> : null}
      </td>
      <td>
        {isFixed ? (
          t(`roles.${role}`)
        ) : (
          <RoleSelect
            label={t("people.roleOf", { name })}
            value={role}
            own={own}
            onChange={change}
          />
        )}
      </td>
      <td>
        {isFixed ? null : (
          <Button look="quiet" aria-label={t("removeOf", { name })} onClick={remove}>
            {t("remove")}
          </Button>
        )}
      </td>
    </tr>
  );
}
