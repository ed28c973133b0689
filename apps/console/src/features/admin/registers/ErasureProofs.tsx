import { Printer } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import type { ErasureProof } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { useNow, useTimeFormats } from "../../../ui/time/TimeProvider.tsx";
import { SectionState } from "../SectionState.tsx";
import { DataTable } from "../table/DataTable.tsx";
import { ErasedList } from "./ErasedList.tsx";
import { useErasures } from "./use-flag-details.ts";

import styles from "../Admin.module.css";
import own from "./Registers.module.css";

export function ErasureProofs({ station }: { station: { id: string; name: string } }) {
  const fetched = useErasures(station.id);
  const [open, setOpen] = useState<string | null>(null);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  const shown = fetched.data.find(({ id }) => id === open);
  return shown === undefined ? (
    <ProofList proofs={fetched.data} open={setOpen} />
  ) : (
    <ProofSheet proof={shown} station={station.name} close={() => setOpen(null)} />
  );
}

interface ProofListProps {
  proofs: readonly ErasureProof[];
  open: (id: string) => void;
}

export function ProofList({ proofs, open }: ProofListProps) {
  const t = useTranslations("registers.callers");
  const writeTime = useWrittenTime();
  return (
    <section className={styles["card"]} aria-label={t("proofs")}>
      <h3>{t("proofs")}</h3>
      {proofs.length === 0 ? (
        <p>{t("noProofs")}</p>
      ) : (
        <DataTable
          name="erasures"
          label={t("proofs")}
          rows={proofs}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "when",
              title: t("when"),
              by: ({ at }) => Date.parse(at),
              cell: ({ at }) => writeTime(at),
            },
            { id: "reason", title: t("reason"), by: ({ reason }) => reason },
          ]}
          actions={{
            title: t("open"),
            cell: ({ id, at }) => (
              <Button
                look="quiet"
                aria-label={t("openOf", { when: writeTime(at) })}
                onClick={() => open(id)}
              >
                {t("open")}
              </Button>
            ),
          }}
        />
      )}
    </section>
  );
}

function useWrittenTime(): (at: string) => string {
  const formats = useTimeFormats();
  const now = useNow();
  return (at) => `${formats.day(Date.parse(at), now)} ${formats.minute(Date.parse(at))}`;
}

interface ProofSheetProps {
  proof: ErasureProof;
  station: string;
  close: () => void;
}

/** Shows a proof as a page to print; the print styles hide the rest of the admin area. */
export function ProofSheet({ proof, station, close }: ProofSheetProps) {
  const t = useTranslations("registers.callers");
  const app = useTranslations("app");
  const formats = useTimeFormats();
  const { at, by, reason, erased, id } = proof;
  return (
    <section className={styles["card"]} aria-label={t("proof")}>
      <h3>{t("proof")}</h3>
      <dl className={own["facts"]}>
        <dt>{t("station")}</dt>
        <dd>{station}</dd>
        <dt>{t("when")}</dt>
        <dd>
          <time dateTime={at}>{app("sydneyTime", { time: formats.full(Date.parse(at)) })}</time>
        </dd>
        <dt>{t("by")}</dt>
        <dd>{by ?? t("somebody")}</dd>
        <dt>{t("reason")}</dt>
        <dd>{reason}</dd>
        <dt>ID</dt>
        <dd>{id}</dd>
      </dl>
      <ErasedList erased={erased} />
      <Exports exports={proof.exports} />
      <div className={`${styles["buttons"]} ${own["noPrint"]}`}>
        <Button onClick={close}>{t("proofs")}</Button>
        <Button look="primary" icon={Printer} onClick={() => window.print()}>
          {t("print")}
        </Button>
      </div>
    </section>
  );
}

function Exports({ exports }: Pick<ErasureProof, "exports">) {
  const t = useTranslations("registers.callers");
  const writeTime = useWrittenTime();
  if (exports.length === 0) {
    return null;
  }
  return (
    <div>
      <strong>{t("exports")}</strong>
      <p>{t("exportsWords")}</p>
      <ul className={own["plain"]}>
        {exports.map(({ at, by, what }) => (
          <li key={`${at}${what}`}>
            {t("exportBy", {
              what: t(`exported.${toExported(what)}`),
              when: writeTime(at),
              by: by ?? t("somebody"),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the kind of export for an audit action such as `contacts.exported`. */
function toExported(action: string): "history" | "contacts" | "contest" | "other" {
  const noun = action.split(".")[0];
  return noun === "history" || noun === "contacts" || noun === "contest" ? noun : "other";
}
