import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { type LineDetails, may, removePhoneLine, type Role } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { AskAbout } from "./AskAbout.tsx";
import { LineForm } from "./LineForm.tsx";
import { OwnNumber } from "./OwnNumber.tsx";
import { SectionState } from "./SectionState.tsx";
import { ListCard, RowButtons } from "./table/ListCard.tsx";
import type { DataColumn } from "./table/use-data-rows.ts";
import { useLineDetails } from "./use-station-details.ts";
import { useMayLeave } from "./use-unsaved-guard.ts";

import styles from "./Admin.module.css";

export function LinesSection({ station, role }: { station: string; role: Role }) {
  const t = useTranslations("admin.lines");
  const fetched = useLineDetails(station);
  const { http } = useConsole();
  const mayLeave = useMayLeave();
  const [edited, setEdited] = useState<string | null>(null);
  const [removed, setRemoved] = useState<LineDetails | null>(null);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const lines = fetched.data;
  const shown = lines.find(({ id }) => id === edited) ?? null;
  const open = (id: string) => {
    if (mayLeave()) {
      setEdited(id);
    }
  };
  return (
    <div className={styles["section"]}>
      <LineCard lines={lines} edit={open} remove={setRemoved} add={() => open("new")} />
      {edited === null ? null : (
        <LineForm key={edited} station={station} line={shown} close={() => setEdited(null)} />
      )}
      {shown === null || shown.isOwn ? null : (
        <OwnNumber station={station} line={shown} canConfirmNumber={may(role, "own")} />
      )}
      <AskAbout
        station={station}
        about={removed}
        question={({ name, numberDisplay: number }) => ({
          title: t("removeTitle", { name }),
          words: t("removeWords", { number }),
          doWords: t("removeDo"),
        })}
        close={() => setRemoved(null)}
        run={({ id: line }) => http.call(removePhoneLine, { params: { id: station, line } })}
      />
    </div>
  );
}

interface LineCardProps {
  lines: readonly LineDetails[];
  edit: (id: string) => void;
  remove: (line: LineDetails) => void;
  add: () => void;
}

export function LineCard({ lines, edit, remove, add }: LineCardProps) {
  const t = useTranslations("admin");
  return (
    <ListCard
      name="lines"
      label={t("section.lines")}
      empty={{ title: t("lines.empty"), words: t("lines.emptyWords") }}
      rows={lines}
      rowKey={({ id }) => id}
      columns={useLineColumns()}
      actions={{
        title: t("edit"),
        cell: (line) => (
          <RowButtons name={line.name} edit={() => edit(line.id)} remove={() => remove(line)} />
        ),
      }}
    >
      <Button icon={Plus} onClick={add}>
        {t("lines.add")}
      </Button>
    </ListCard>
  );
}

function useLineColumns(): DataColumn<LineDetails>[] {
  const t = useTranslations("admin.lines");
  const readState = ({ open }: LineDetails) => t(open ? "stateOpen" : "stateClosed");
  return [
    {
      id: "name",
      title: t("name"),
      by: ({ name }) => name,
      cell: ({ name, priority }) => (
        <>
          {name}
          {priority ? <span className={styles["quiet"]}>{t("priorityShort")}</span> : null}
        </>
      ),
    },
    {
      id: "number",
      title: t("number"),
      by: ({ numberDisplay }) => numberDisplay,
      words: ({ numberDisplay, forwardTo }) => `${numberDisplay} ${forwardTo ?? ""}`,
      cell: ({ numberDisplay, forwardTo, isOwn }) => (
        <>
          {numberDisplay}
          {isOwn ? null : <span className={styles["quiet"]}>{t("notShown")}</span>}
          {forwardTo === null ? null : (
            <span className={styles["quiet"]}>{t("forwardedTo", { number: forwardTo })}</span>
          )}
        </>
      ),
    },
    { id: "state", title: t("state"), by: readState },
  ];
}
