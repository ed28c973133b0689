import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import type { TrunkSetup, TrunkView } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { useMayLeave } from "../use-unsaved-guard.ts";
import { TrialWords } from "./TrialWords.tsx";
import { TrunkForm } from "./TrunkForm.tsx";
import { TrunkRow, type TestTrunk } from "./TrunkRow.tsx";
import type { TriedTrunk, TrunkChanges } from "./use-trunks.ts";

import styles from "../Admin.module.css";

interface TrunksCardProps {
  trunks: readonly TrunkView[];
  own: readonly TrunkSetup[];
  /** The possible changes; `null` when the role may not make them. */
  changes: TrunkChanges | null;
  test: TestTrunk;
}

export function TrunksCard({ trunks, own, changes, test }: TrunksCardProps) {
  const t = useTranslations("telephony");
  const [edited, setEdited] = useState<TrunkSetup | "new" | null>(null);
  const [removed, setRemoved] = useState<TrunkSetup | null>(null);
  const [tried, setTried] = useState<TriedTrunk | null>(null);
  const mayLeave = useMayLeave();
  function edit(one: TrunkSetup | "new"): void {
    if (mayLeave()) {
      setEdited(one);
    }
  }
  const isEmpty = trunks.length + own.length === 0;
  const add = changes === null ? null : <AddTrunk add={() => edit("new")} />;
  const configured = trunks.filter(({ sid }) => own.every((one) => one.sid !== sid));
  return (
    <>
      <div className={styles["card"]}>
        <h3>{t("trunks")}</h3>
        {isEmpty ? (
          <EmptyState title={t("noTrunksTitle")}>
            {t("noTrunks")} {t(changes === null ? "ownerAdds" : "addOne")}
            {add}
          </EmptyState>
        ) : null}
        {own.map((setup) => (
          <OwnTrunk
            key={setup.id}
            setup={setup}
            test={test}
            view={trunks.find(({ sid }) => sid === setup.sid) ?? null}
            edit={changes === null ? null : () => edit(setup)}
            remove={changes === null ? null : () => setRemoved(setup)}
          />
        ))}
        {configured.map((trunk) => (
          <TrunkRow key={trunk.sid} trunk={trunk} test={test} />
        ))}
        <SavedTrunk tried={tried} />
        {isEmpty || add === null ? null : <div className={styles["buttons"]}>{add}</div>}
      </div>
      {edited === null || changes === null ? null : (
        <TrunkForm
          key={edited === "new" ? "new" : edited.id}
          trunk={edited === "new" ? null : edited}
          save={(change) => changes.save(edited === "new" ? null : edited, change)}
          close={() => setEdited(null)}
          saved={(one) => {
            setTried(one);
            setEdited(null);
          }}
        />
      )}
      <RemoveTrunk trunk={removed} changes={changes} close={() => setRemoved(null)} />
    </>
  );
}

function AddTrunk({ add }: { add: () => void }) {
  return (
    <Button icon={Plus} onClick={add}>
      {useTranslations("telephony")("addTrunk")}
    </Button>
  );
}

function SavedTrunk({ tried }: { tried: TriedTrunk | null }) {
  const t = useTranslations("telephony");
  return tried === null ? null : (
    <output className={styles["hint"]}>
      {t("trunkSaved", { name: tried.trunk?.name ?? "" })}
      <TrialWords trial={tried.trial} />
    </output>
  );
}

interface OwnTrunkProps {
  setup: TrunkSetup;
  /** The state of the trunk at the exchange; `null` while the exchange does not have the trunk. */
  view: TrunkView | null;
  test: TestTrunk;
  edit: (() => void) | null;
  remove: (() => void) | null;
}

function OwnTrunk({ setup, view, test, edit, remove }: OwnTrunkProps) {
  const admin = useTranslations("admin");
  const t = useTranslations("telephony");
  const { sid, name, hosts, transport, channels } = setup;
  const unknown = { hosts, registered: null, answers: null, calls: 0, channels };
  return (
    <TrunkRow
      trunk={view ?? { sid, name, transport, ...unknown }}
      words={view === null ? t("notTaken") : null}
      test={test}
    >
      {edit === null ? null : (
        <Button aria-label={admin("editOf", { name })} onClick={edit}>
          {admin("edit")}
        </Button>
      )}
      {remove === null ? null : (
        <Button look="quiet" aria-label={admin("removeOf", { name })} onClick={remove}>
          {admin("remove")}
        </Button>
      )}
    </TrunkRow>
  );
}

interface RemoveTrunkProps {
  trunk: TrunkSetup | null;
  changes: TrunkChanges | null;
  close: () => void;
}

function RemoveTrunk({ trunk, changes, close }: RemoveTrunkProps) {
  const t = useTranslations("telephony");
  return (
    <AskDialog
      open={trunk !== null}
      title={t("removeTitle", { name: trunk?.name ?? "" })}
      words={t("removeWords")}
      doWords={t("removeDo")}
      close={close}
      run={async () => {
        if (trunk !== null) {
          await changes?.remove(trunk);
        }
      }}
    />
  );
}
