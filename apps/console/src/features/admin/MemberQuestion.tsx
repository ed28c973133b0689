import { useTranslations } from "use-intl";

import {
  may,
  removeMember,
  type Role,
  setMemberActive,
  type StationMember,
} from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { selectMe } from "../../client/store/select-calls.ts";
import { Button } from "../../ui/Button.tsx";
import { AskAbout } from "./AskAbout.tsx";
import { RowButtons } from "./table/ListCard.tsx";

export interface OpenQuestion {
  member: StationMember;
  what: "remove" | "disable" | "enable";
}

interface MemberButtonsProps {
  member: StationMember;
  /** The role of the signed-in person; only an owner may disable a member. */
  own: Role;
  /** Is true when the signed-in person may not change the member's role. */
  isFixed: boolean;
  ask: (question: OpenQuestion) => void;
}

export function MemberButtons({ member, own, isFixed, ask }: MemberButtonsProps) {
  const t = useTranslations("admin");
  const me = useRootState(selectMe);
  const { name, user, disabled } = member;
  const what = disabled ? "enable" : "disable";
  return (
    <>
      {isFixed ? null : <RowButtons name={name} remove={() => ask({ member, what: "remove" })} />}
      {may(own, "own") && user !== me ? (
        <Button
          look="quiet"
          aria-label={t(`people.${what}Of`, { name })}
          onClick={() => ask({ member, what })}
        >
          {t(`people.${what}`)}
        </Button>
      ) : null}
    </>
  );
}

interface MemberQuestionProps {
  station: string;
  question: OpenQuestion | null;
  close: () => void;
}

export function MemberQuestion({ station, question, close }: MemberQuestionProps) {
  const t = useTranslations("admin");
  const { http } = useConsole();
  function run({ member, what }: OpenQuestion) {
    const params = { id: station, user: member.user };
    return what === "remove"
      ? http.call(removeMember, { params })
      : http.call(setMemberActive, { params, body: { active: what === "enable" } });
  }
  return (
    <AskAbout
      station={station}
      about={question}
      question={({ member: { name }, what }) => ({
        title: t(`people.${what}Title`, { name }),
        words: t(`people.${what}Words`, { name }),
        doWords: t(`people.${what}Do`),
      })}
      close={close}
      run={run}
    />
  );
}
