import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";

import { useRootState } from "../client/ConsoleProvider.tsx";
import { selectActiveLine } from "../client/store/selectors.ts";
import { CallerPanel } from "../features/caller/CallerPanel.tsx";
import { useCaller } from "../features/caller/use-caller.ts";
import { ConnectionStrip } from "../features/connection/ConnectionStrip.tsx";
import { KeypadDialog } from "../features/lines/KeypadDialog.tsx";
import { LineCard } from "../features/lines/LineCard.tsx";
import { useDesk, useLine } from "../features/lines/use-line.ts";
import { type QueueFilter, ringingCount } from "../features/queue/queue-filter.ts";
import { QueueAnnouncer } from "../features/queue/QueueAnnouncer.tsx";
import { QueuePanel } from "../features/queue/QueuePanel.tsx";
import { useQueue } from "../features/queue/use-queue.ts";
import { SettingsDialog } from "../features/settings/SettingsDialog.tsx";
import { useSettings } from "../features/settings/use-settings.ts";
import { useSound } from "../features/settings/use-sound.ts";
import { UserMenu } from "../features/settings/UserMenu.tsx";
import { BottomBar } from "../features/station/BottomBar.tsx";
import type { StationView } from "../features/station/station-view.ts";
import { TopBar } from "../features/station/TopBar.tsx";
import { useConnection, useSession } from "../features/station/use-station.ts";
import { Notices } from "../ui/Notices.tsx";
import { LiveRegion } from "../ui/VisuallyHidden.tsx";
import { useRingingTitle } from "./use-page-state.ts";
import type { ShownCaller } from "./use-shown-caller.ts";

/** Each part asks for its own data, so that a change draws one part and not the page. */

interface StationTopProps {
  station: StationView;
  hrefOf: (callSign: string) => string;
  follow: (href: string) => void;
  openShortcuts: () => void;
}

export function StationTop({ station, hrefOf, follow, openShortcuts }: StationTopProps) {
  const session = useSession();
  const settings = useSettings();
  const connection = useConnection();
  return (
    <TopBar
      station={station}
      connection={connection}
      hrefOf={hrefOf}
      follow={follow}
      user={
        session.status === "authenticated" ? (
          <UserMenu
            name={session.user.name}
            memberRole={station.station.role}
            settings={settings}
            openShortcuts={openShortcuts}
            signOut={session.signOut}
          />
        ) : null
      }
    />
  );
}

export function StationStrip({ telephony }: { telephony: "up" | "down" }) {
  return <ConnectionStrip connection={useConnection()} telephony={telephony} />;
}

export function StationLines() {
  return (
    <>
      <StationLine line="line1" />
      <StationLine line="line2" />
    </>
  );
}

function StationLine({ line }: { line: "line1" | "line2" }) {
  const view = useLine(line);
  const { askMicrophone } = useSound();
  const { dismiss } = useDesk();
  const [keypad, setKeypad] = useState(false);
  return (
    <>
      <LineCard
        view={view}
        askMicrophone={askMicrophone}
        openKeypad={() => setKeypad(true)}
        dismiss={dismiss}
      />
      {keypad ? (
        <KeypadDialog
          number={view.number}
          send={view.call?.sendDigit ?? null}
          onClose={() => setKeypad(false)}
        />
      ) : null}
    </>
  );
}

interface StationQueueProps {
  station: StationView;
  shown: ShownCaller;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
}

export function StationQueue({ station, shown, filter, setFilter }: StationQueueProps) {
  const queue = useQueue();
  const { settings } = useSettings();
  const line = useRootState(selectActiveLine);
  const { takeNext } = useDesk();
  useRingingTitle(station.station.callSign, ringingCount(queue.rows));
  const { open } = shown;
  const answered = useCallback(
    (id: string, byFocus: boolean) => open(id, byFocus ? "field" : "panel"),
    [open],
  );
  return (
    <>
      <QueuePanel
        queue={queue}
        filter={filter}
        setFilter={setFilter}
        compact={settings.view}
        linesOpen={station.open !== false}
        selectedLine={line}
        openedId={shown.id}
        firstId={takeNext.call?.id ?? null}
        open={open}
        onAnswered={answered}
      />
      <QueueAnnouncer rows={queue.rows} />
    </>
  );
}

export function StationCaller({ shown }: { shown: ShownCaller }) {
  const view = useCaller(shown.id);
  return (
    <CallerPanel
      view={view}
      nameField={shown.nameField}
      close={shown.opened ? shown.close : null}
    />
  );
}

interface StationBottomProps {
  openSettings: () => void;
  side: { open: boolean; toggle: () => void };
}

export function StationBottom({ openSettings, side }: StationBottomProps) {
  const { takeNext } = useDesk();
  const view = useLine(useRootState(selectActiveLine));
  const [keypad, setKeypad] = useState(false);
  const send = view.call?.sendDigit ?? null;
  const openKeypad = useCallback(() => setKeypad(true), []);
  return (
    <>
      <BottomBar
        takeNext={takeNext}
        openKeypad={send === null ? null : openKeypad}
        openSettings={openSettings}
        side={side}
      />
      {keypad ? (
        <KeypadDialog number={view.number} send={send} onClose={() => setKeypad(false)} />
      ) : null}
    </>
  );
}

export function StationNotices() {
  const t = useTranslations("app");
  const { notices, dismiss, urgent } = useDesk();
  return (
    <>
      <LiveRegion urgent words={urgent ?? ""} />
      <Notices
        label={t("notices")}
        dismissLabel={t("dismiss")}
        notices={notices}
        dismiss={dismiss}
      />
    </>
  );
}

export function StationSettings(props: { open: boolean; onClose: () => void }) {
  return <SettingsDialog {...props} sound={useSound()} settings={useSettings()} />;
}
