import { may, type Role } from "@linedesk/contract";
import { SectionState } from "../SectionState.tsx";
import { AccountCard } from "./AccountCard.tsx";
import { NumbersCard } from "./NumbersCard.tsx";
import { TestCallCard } from "./TestCallCard.tsx";
import { TrunksCard } from "./TrunksCard.tsx";
import { useAccountChanges } from "./use-account.ts";
import { useTelephony, useTrunkChanges, useTrunks, useTrunkTest } from "./use-trunks.ts";

import styles from "../Admin.module.css";

export function TelephonySection({ station, role }: { station: string; role: Role }) {
  const mayChange = may(role, "own");
  const fetched = useTelephony(station);
  const own = useTrunks(station);
  const changes = useTrunkChanges(station);
  const test = useTrunkTest(station);
  const account = useAccountChanges(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  if (own.status !== "loaded") {
    return <SectionState fetched={own} />;
  }
  const { data } = fetched;
  return (
    <div className={styles["columns"]}>
      <div className={styles["column"]}>
        <AccountCard telephony={data} changes={mayChange ? account : null} />
        {data.kind === "exchange" ? (
          <TrunksCard
            trunks={data.trunks}
            own={own.data.items}
            changes={mayChange ? changes : null}
            test={test}
          />
        ) : null}
      </div>
      <div className={styles["column"]}>
        <NumbersCard numbers={data.numbers} />
        <TestCallCard station={station} />
      </div>
    </div>
  );
}
