import { FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { changeFlag, type FlagDetails, removeFlag } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { SectionState } from "../SectionState.tsx";
import { useRefresh } from "../use-station-details.ts";
import { FlagForm } from "./FlagForm.tsx";
import { FlagImport } from "./FlagImport.tsx";
import { FlagTable } from "./FlagTable.tsx";
import { useFlagDetails } from "./use-flag-details.ts";

import styles from "../Admin.module.css";

type Open = { type: "none" | "new" | "import" } | { type: "edit"; id: string };

/** The station's flags: what they are called, how they look and what they do [FL20]. */
export function FlagsSection({ station }: { station: string }) {
  const t = useTranslations("registers.flags");
  const fetched = useFlagDetails(station);
  const [open, setOpen] = useState<Open>({ type: "none" });
  const [leaving, setLeaving] = useState<FlagDetails | null>(null);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const flags = fetched.data;
  const close = () => setOpen({ type: "none" });
  const edited = open.type === "edit" ? flags.find(({ id }) => id === open.id) : undefined;
  return (
    <div className={styles["section"]}>
      <div className={styles["card"]}>
        {flags.length === 0 ? (
          <EmptyState title={t("empty")}>{t("emptyWords")}</EmptyState>
        ) : (
          <FlagTable
            station={station}
            flags={flags}
            edit={(id) => setOpen({ type: "edit", id })}
            leave={setLeaving}
          />
        )}
        <div className={styles["buttons"]}>
          <Button icon={Plus} onClick={() => setOpen({ type: "new" })}>
            {t("add")}
          </Button>
          <Button icon={FileUp} onClick={() => setOpen({ type: "import" })}>
            {t("import")}
          </Button>
        </div>
      </div>
      {open.type === "new" ? <FlagForm station={station} flag={null} close={close} /> : null}
      {edited === undefined ? null : (
        <FlagForm key={edited.id} station={station} flag={edited} close={close} />
      )}
      {open.type === "import" ? <FlagImport station={station} close={close} /> : null}
      <LeaveDialog station={station} flag={leaving} close={() => setLeaving(null)} />
    </div>
  );
}

interface LeaveDialogProps {
  station: string;
  flag: FlagDetails | null;
  close: () => void;
}

/** A flag that nobody carries is removed; one that somebody carries is retired [FL20] [FL23]. */
function LeaveDialog({ station, flag, close }: LeaveDialogProps) {
  const t = useTranslations("registers.flags");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const isCarried = flag !== null && flag.carriers > 0;
  const name = flag?.name ?? "";
  return (
    <AskDialog
      open={flag !== null}
      title={t(isCarried ? "retireTitle" : "removeTitle", { name })}
      words={t(isCarried ? "retireWords" : "removeWords")}
      doWords={t(isCarried ? "retireDo" : "removeDo")}
      close={close}
      run={async () => {
        if (flag === null) {
          return;
        }
        const { id, carriers, ...body } = flag;
        const params = { id: station, flag: id };
        await (carriers > 0
          ? http.call(changeFlag, { params, body: { ...body, retired: true, seen: body } })
          : http.call(removeFlag, { params }));
        await refresh();
      }}
    />
  );
}
