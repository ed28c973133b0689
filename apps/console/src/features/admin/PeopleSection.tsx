import { useState } from "react";
import { useTranslations } from "use-intl";

import { changeMember, mayGrant, type Role, roles, type StationMember } from "@linedesk/contract";
import { useRootState } from "../../client/ConsoleProvider.tsx";
import { selectMe } from "../../client/store/select-calls.ts";
import { InviteForm } from "./InviteForm.tsx";
import { type OpenQuestion, MemberButtons, MemberQuestion } from "./MemberQuestion.tsx";
import { RightsTable } from "./RightsTable.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import { SectionState } from "./SectionState.tsx";
import { ListCard } from "./table/ListCard.tsx";
import type { DataColumn } from "./table/use-data-rows.ts";
import { useMembers, useRefusableChange } from "./use-station-details.ts";

import styles from "./Admin.module.css";

export function PeopleSection({ station, role }: { station: string; role: Role }) {
  const fetched = useMembers(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  return (
    <div className={styles["section"]}>
      <MemberTable station={station} own={role} members={fetched.data} />
      <InviteForm station={station} own={role} />
      <RightsTable />
    </div>
  );
}

interface MemberTableProps {
  station: string;
  own: Role;
  members: readonly StationMember[];
}

export function MemberTable({ station, own, members }: MemberTableProps) {
  const t = useTranslations("admin");
  const { refused, change } = useChange(station);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const isFixed = ({ fromGroup, role }: StationMember) => fromGroup || !mayGrant(own, role);
  return (
    <>
      <ListCard
        name="people"
        label={t("section.people")}
        empty={{ title: t("people.invite"), words: t("people.emailHint") }}
        rows={members}
        rowKey={({ user }) => user}
        columns={useMemberColumns({ own, isFixed, change })}
        refused={refused}
        actions={{
          title: t("remove"),
          cell: (member) => (
            <MemberButtons member={member} own={own} isFixed={isFixed(member)} ask={setQuestion} />
          ),
        }}
      />
      <MemberQuestion station={station} question={question} close={() => setQuestion(null)} />
    </>
  );
}

interface MemberColumns {
  own: Role;
  isFixed: (member: StationMember) => boolean;
  change: (member: StationMember, role: Role) => Promise<void>;
}

function useMemberColumns({ own, isFixed, change }: MemberColumns): DataColumn<StationMember>[] {
  const t = useTranslations("admin");
  const me = useRootState(selectMe);
  return [
    {
      id: "name",
      title: t("lines.name"),
      by: ({ name }) => name,
      words: ({ name, email }) => `${name} ${email ?? ""}`,
      cell: ({ user, name, email, invited, fromGroup, group, disabled }) => (
        <>
          {name}
          {user === me ? ` (${t("people.you")})` : ""}
          {email === null || email === name ? null : (
            <span className={styles["quiet"]}>{email}</span>
          )}
          {invited ? <span className={styles["quiet"]}>{t("people.invited")}</span> : null}
          {fromGroup ? (
            <span className={styles["quiet"]}>
              {group === null ? t("people.fromGroup") : t("people.fromThisGroup", { group })}
            </span>
          ) : null}
          {disabled ? <span className={styles["quiet"]}>{t("people.disabled")}</span> : null}
        </>
      ),
    },
    {
      id: "role",
      title: t("people.role"),
      by: ({ role }) => roles.indexOf(role),
      words: ({ role }) => t(`roles.${role}`),
      cell: (member) =>
        isFixed(member) ? (
          t(`roles.${member.role}`)
        ) : (
          <RoleSelect
            label={t("people.roleOf", { name: member.name })}
            value={member.role}
            own={own}
            onChange={(role) => void change(member, role)}
          />
        ),
    },
  ];
}

/**
 * Changes a role without a question. If the server refuses the change, the reason appears below the
 * table.
 */
function useChange(station: string) {
  const { refused, run } = useRefusableChange(station);
  function change({ user, role: before }: StationMember, role: Role) {
    const body = { role, seen: { role: before } };
    return run((http) => http.call(changeMember, { params: { id: station, user }, body }));
  }
  return { refused, change };
}
