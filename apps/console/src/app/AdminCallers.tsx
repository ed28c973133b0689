import { lazy, Suspense, useState } from "react";

import { withWords } from "../ui/LazyWords.tsx";
import { LoadingPage } from "./StatusPage.tsx";

const PeopleCard = lazy(async () => {
  const words = await import("../features/people/people-messages.ts");
  const loaded = await import("../features/people/PeopleCard.tsx");
  const { peopleMessages: people, historyMessages: history } = words;
  return { default: withWords(loaded.PeopleCard, { people, history }) };
});
const CallersTable = lazy(async () => {
  const loaded = await import("../features/admin/registers/CallersTable.tsx");
  return { default: loaded.CallersTable };
});
const AddCaller = lazy(async () => {
  const loaded = await import("../features/admin/registers/AddCaller.tsx");
  return { default: loaded.AddCaller };
});
const EraseCaller = lazy(async () => {
  const loaded = await import("../features/admin/registers/EraseCaller.tsx");
  return { default: loaded.EraseCaller };
});
const ErasureProofs = lazy(async () => {
  const loaded = await import("../features/admin/registers/ErasureProofs.tsx");
  return { default: loaded.ErasureProofs };
});

export function AdminCallers({ station, name }: { station: string; name: string }) {
  const [caller, show] = useState<string | null>(null);
  return (
    <Suspense fallback={<LoadingPage />}>
      <PeopleCard
        station={station}
        caller={caller}
        show={show}
        openTimeline={null}
        dial={null}
        list={(view, open) => <CallersTable view={view} open={open} />}
        below={(shown, back) => (
          <EraseCaller key={shown.id} station={station} caller={shown} erased={back} />
        )}
      />
      <AddCaller station={station} />
      <ErasureProofs station={{ id: station, name }} />
    </Suspense>
  );
}
