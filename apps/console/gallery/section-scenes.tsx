import { type ReactNode, useMemo, useState } from "react";

import { adminSections } from "../src/app/admin-sections.ts";
import { ConsoleProvider, createQueries, useConsole } from "../src/client/ConsoleProvider.tsx";
import type { HttpClient } from "../src/lib/http-client.ts";
import { uuid } from "./a-call.ts";
import { AdminFrame } from "./AdminFrame.tsx";
import type { Scene } from "./stage-scenes.tsx";

const station = { station: uuid(1), name: "2ZZ Sydney", role: "owner" } as const;
const unanswered: HttpClient = { call: () => new Promise<never>(() => undefined) };

/** Provides the console of the page, with an HTTP client that never gets an answer. */
function WaitingConsole({ children }: { children: ReactNode }) {
  const context = useConsole();
  const [queries] = useState(createQueries);
  const waiting = useMemo(() => ({ ...context, http: unanswered }), [context]);
  return (
    <ConsoleProvider context={waiting} queries={queries}>
      {children}
    </ConsoleProvider>
  );
}

/** Each section of the admin area before the server has answered. */
export const sectionScenes: Scene[] = adminSections.map((section) => ({
  id: `admin-section-${section.id}`,
  draw: () => (
    <AdminFrame section={section}>
      <WaitingConsole>
        <section.Body {...station} link={(to, words) => <a href={`#${to}`}>{words}</a>} />
      </WaitingConsole>
    </AdminFrame>
  ),
}));
