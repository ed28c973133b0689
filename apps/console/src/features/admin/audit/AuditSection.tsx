import { useState } from "react";

import { LazyWords } from "../../../ui/LazyWords.tsx";
import { actionMessages } from "./action-messages.ts";
import { AuditLog } from "./AuditLog.tsx";
import { AuditSearchForm } from "./AuditSearchForm.tsx";
import { everything, useAudit } from "./use-audit.ts";

import styles from "../Admin.module.css";

const words = { actions: actionMessages };

export function AuditSection({ station }: { station: string }) {
  const [search, setSearch] = useState(everything);
  const view = useAudit(station, search);
  return (
    <LazyWords words={words}>
      <div className={styles["section"]}>
        <AuditSearchForm search={setSearch} view={view} />
        <AuditLog {...view} />
      </div>
    </LazyWords>
  );
}
