import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import type { DirectView, IncomingView, OfferedView, WaitingView } from "./create-incoming-call.ts";

export function IncomingAnswers({ view }: { view: IncomingView }) {
  switch (view.type) {
    case "waiting":
      return <WaitingAnswers view={view} />;
    case "offered":
      return <OfferAnswers view={view} />;
    case "direct":
      return <DirectAnswers view={view} />;
  }
}

function numberLine(line: DeviceLine): string {
  return line === "line1" ? "1" : "2";
}

function WaitingAnswers({ view }: { view: WaitingView }) {
  const t = useTranslations("incoming");
  const { answer, lines, reject } = view;
  return (
    <>
      {answer === null
        ? null
        : lines.map((line, index) => (
            <Button
              key={line}
              look={index === 0 ? "primary" : "plain"}
              size="call"
              onClick={() => answer(line)}
            >
              {t("answerOn", { number: numberLine(line) })}
            </Button>
          ))}
      {reject === null ? null : (
        <Button size="call" look="danger" onClick={reject}>
          {t("reject")}
        </Button>
      )}
    </>
  );
}

function OfferAnswers({ view }: { view: OfferedView }) {
  const t = useTranslations("incoming");
  const { take, decline, from } = view;
  return (
    <>
      {take === null ? null : (
        <Button size="call" look="primary" onClick={take}>
          {t("take")}
        </Button>
      )}
      <Button size="call" onClick={decline}>
        {t("back", { from })}
      </Button>
    </>
  );
}

function DirectAnswers({ view }: { view: DirectView }) {
  const t = useTranslations("incoming");
  return (
    <>
      <Button size="call" look="primary" onClick={view.accept}>
        {t("answerOn", { number: numberLine(view.line) })}
      </Button>
      <Button size="call" look="danger" onClick={view.reject}>
        {t("reject")}
      </Button>
    </>
  );
}
