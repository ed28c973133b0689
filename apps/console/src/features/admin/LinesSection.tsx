import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { type LineDetails, removePhoneLine } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { AskDialog } from "./AskDialog.tsx";
import { LineForm } from "./LineForm.tsx";
import { SectionState } from "./SectionState.tsx";
import { useLineDetails, useRefresh } from "./use-station-details.ts";

import styles from "./Admin.module.css";

/** Phone lines: names, numbers, what their callers hear and where they are sent [AD22]. */
export function LinesSection({ station }: { station: string }) {
  const t = useTranslations("admin");
  const fetched = useLineDetails(station);
  const [edited, setEdited] = useState<string | null>(null);
  const [removed, setRemoved] = useState<LineDetails | null>(null);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const lines = fetched.data;
  const shown = lines.find(({ id }) => id === edited) ?? null;
  const close = () => setEdited(null);
  return (
    <div className={styles["section"]}>
      <div className={styles["card"]}>
        {lines.length === 0 ? (
          <EmptyState title={t("lines.empty")}>{t("lines.emptyWords")}</EmptyState>
        ) : (
          <LineTable lines={lines} edit={setEdited} remove={setRemoved} />
        )}
        <div className={styles["buttons"]}>
          <Button icon={Plus} onClick={() => setEdited("new")}>
            {t("lines.add")}
          </Button>
        </div>
      </div>
      {edited === null ? null : (
        <LineForm key={edited} station={station} line={shown} close={close} />
      )}
      <RemoveLine station={station} line={removed} close={() => setRemoved(null)} />
    </div>
  );
}

interface LineTableProps {
  lines: readonly LineDetails[];
  edit: (id: string) => void;
  remove: (line: LineDetails) => void;
}

function LineTable({ lines, edit, remove }: LineTableProps) {
  const t = useTranslations("admin");
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("lines.name")}</th>
            <th scope="col">{t("lines.number")}</th>
            <th scope="col">{t("lines.state")}</th>
            <th aria-label={t("edit")} />
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.name}
                {line.priority ? (
                  <span className={styles["quiet"]}>{t("lines.priorityShort")}</span>
                ) : null}
              </td>
              <td>
                {line.numberDisplay}
                {line.forwardTo === null ? null : (
                  <span className={styles["quiet"]}>
                    {t("lines.forwardedTo", { number: line.forwardTo })}
                  </span>
                )}
              </td>
              <td>{t(line.open ? "lines.stateOpen" : "lines.stateClosed")}</td>
              <td>
                <Button aria-label={t("editOf", { name: line.name })} onClick={() => edit(line.id)}>
                  {t("edit")}
                </Button>{" "}
                <Button
                  look="quiet"
                  aria-label={t("removeOf", { name: line.name })}
                  onClick={() => remove(line)}
                >
                  {t("remove")}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RemoveLineProps {
  station: string;
  line: LineDetails | null;
  close: () => void;
}

/** Names what it means before it is done [AC13]. */
function RemoveLine({ station, line, close }: RemoveLineProps) {
  const t = useTranslations("admin.lines");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return (
    <AskDialog
      open={line !== null}
      title={t("removeTitle", { name: line?.name ?? "" })}
      words={t("removeWords", { number: line?.numberDisplay ?? "" })}
      doWords={t("removeDo")}
      close={close}
      run={async () => {
        if (line !== null) {
          await http.call(removePhoneLine, { params: { id: station, line: line.id } });
          await refresh();
        }
      }}
    />
  );
}
