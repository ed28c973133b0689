import { FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { changeFlag, type FlagDetails, removeFlag } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { AskAbout } from "../AskAbout.tsx";
import { SectionState } from "../SectionState.tsx";
import { useMayLeave } from "../use-unsaved-guard.ts";
import { FlagForm } from "./FlagForm.tsx";
import { FlagImport } from "./FlagImport.tsx";
import { FlagTable } from "./FlagTable.tsx";
import { useFlagDetails } from "./use-flag-details.ts";

import styles from "../Admin.module.css";

type Open = { type: "none" | "new" | "import" } | { type: "edit"; id: string };

export function FlagsSection({ station }: { station: string }) {
  const t = useTranslations("registers.flags");
  const fetched = useFlagDetails(station);
  const mayLeave = useMayLeave();
  const [open, setOpen] = useState<Open>({ type: isImportAddress() ? "import" : "none" });
  const [leaving, setLeaving] = useState<FlagDetails | null>(null);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const flags = fetched.data;
  const close = () => setOpen({ type: "none" });
  const change = (to: Open) => {
    if (mayLeave()) {
      setOpen(to);
    }
  };
  const edited = open.type === "edit" ? flags.find(({ id }) => id === open.id) : undefined;
  return (
    <div className={styles["section"]}>
      <FlagTable
        station={station}
        flags={flags}
        edit={(id) => change({ type: "edit", id })}
        leave={setLeaving}
      >
        <Button icon={Plus} onClick={() => change({ type: "new" })}>
          {t("add")}
        </Button>
        <Button icon={FileUp} onClick={() => change({ type: "import" })}>
          {t("import")}
        </Button>
      </FlagTable>
      {open.type === "new" ? <FlagForm station={station} flag={null} close={close} /> : null}
      {edited === undefined ? null : (
        <FlagForm key={edited.id} station={station} flag={edited} close={close} />
      )}
      {open.type === "import" ? <FlagImport station={station} close={close} /> : null}
      <LeaveDialog station={station} flag={leaving} close={() => setLeaving(null)} />
    </div>
  );
}

function isImportAddress(): boolean {
  return window.location.pathname.endsWith("/flags/import");
}

interface LeaveDialogProps {
  station: string;
  flag: FlagDetails | null;
  close: () => void;
}

/** Removes a flag that no caller has, and retires a flag that callers have. */
function LeaveDialog({ station, flag, close }: LeaveDialogProps) {
  const t = useTranslations("registers.flags");
  const { http } = useConsole();
  return (
    <AskAbout
      station={station}
      about={flag}
      question={({ name, carriers }) =>
        carriers > 0
          ? { title: t("retireTitle", { name }), words: t("retireWords"), doWords: t("retireDo") }
          : { title: t("removeTitle", { name }), words: t("removeWords"), doWords: t("removeDo") }
      }
      close={close}
      run={({ id, carriers, ...body }) => {
        const params = { id: station, flag: id };
        return carriers > 0
          ? http.call(changeFlag, { params, body: { ...body, retired: true, seen: body } })
          : http.call(removeFlag, { params });
      }}
    />
  );
}
