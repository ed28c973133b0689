import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { panelChanged } from "../../client/store/desk-slice.ts";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { selectQueueCalls } from "../../client/store/select-calls.ts";
import { Button } from "../../ui/Button.tsx";
import { withWords } from "../../ui/LazyWords.tsx";
import { findCallAgain } from "./find-call-again.ts";
import { knownMessages } from "./known-messages.ts";

import styles from "./CallerAgain.module.css";

/** Opens, from an ended call, the new call of the same person. */
function Again({ over }: { over: Call }) {
  const t = useTranslations("known");
  const { store } = useConsole();
  const again = useRootState((state) => findCallAgain(selectQueueCalls(state), over));
  return (
    <output>
      {again === null ? null : (
        <span className={styles["again"]}>
          {t("again", { name: describeCaller(again) })}
          <Button onClick={() => store.dispatch(panelChanged({ type: "opened", call: again.id }))}>
            {t("showAgain")}
          </Button>
        </span>
      )}
    </output>
  );
}

export const CallerAgain = withWords(Again, { known: knownMessages });
