import { Phone } from "lucide-react";
import type { ReactNode } from "react";

import { PanelFailed } from "../src/app/PanelHost.tsx";
import { CallerPanel } from "../src/features/caller/CallerPanel.tsx";
import type { LineView } from "../src/features/lines/line-view.ts";
import { LineCard } from "../src/features/lines/LineCard.tsx";
import type { DisplayState } from "../src/lib/display-state.ts";
import { Button } from "../src/ui/Button.tsx";
import { EmptyState } from "../src/ui/EmptyState.tsx";
import { Field } from "../src/ui/Field.tsx";
import { KeyCap } from "../src/ui/KeyCap.tsx";
import { Meter } from "../src/ui/Meter.tsx";
import { Segments } from "../src/ui/Segments.tsx";
import { StateBadge } from "../src/ui/StateBadge.tsx";
import { Switch } from "../src/ui/Switch.tsx";
import { callerStates } from "./caller-views.ts";
import { lineStates, microphoneStates } from "./line-views.ts";

import styles from "./Gallery.module.css";

function nothing() {
  return undefined;
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles["sheet"]}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

function Shown({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles["shown"]} aria-label={name}>
      <h2 className={styles["name"]}>{name}</h2>
      {children}
    </section>
  );
}

function Lines({ views }: { views: Record<string, LineView> }) {
  return Object.entries(views).map(([name, view]) => (
    <Shown key={name} name={name}>
      <LineCard
        view={view}
        openKeypad={nothing}
        openConference={nothing}
        askMicrophone={nothing}
        dismiss={nothing}
      />
    </Shown>
  ));
}

export function LineSheet() {
  return (
    <Sheet title="Lines">
      <Lines views={lineStates} />
    </Sheet>
  );
}

export function MicrophoneSheet() {
  return (
    <Sheet title="Microphone">
      <Lines views={microphoneStates} />
    </Sheet>
  );
}

export function CallerSheet() {
  return (
    <Sheet title="Caller">
      {Object.entries(callerStates).map(([name, view]) => (
        <Shown key={name} name={name}>
          <div className={styles["side"]}>
            <CallerPanel
              view={view}
              nameField={{ current: null }}
              actions={{
                pinned: name === "known",
                pin: nothing,
                close: name === "known" ? nothing : null,
                focused: nothing,
                openFlags: nothing,
                dial: name === "known" ? nothing : null,
                saveContact: null,
                openCard: null,
                keyed: name === "known",
                verifyLeaves: true,
                entered: nothing,
              }}
            />
          </div>
        </Shown>
      ))}
    </Sheet>
  );
}

const tones: DisplayState[] = [
  "ringing",
  "next",
  "verified",
  "held",
  "unattended",
  "on_line",
  "elsewhere",
  "on_air",
  "claimed",
  "ended",
];

export function KitSheet() {
  return (
    <Sheet title="Kit">
      <Shown name="buttons">
        <div className={styles["row"]}>
          <Button>Plain</Button>
          <Button look="primary" shortcut={{ keys: "F2" }} icon={Phone}>
            Primary
          </Button>
          <Button look="danger">Danger</Button>
          <Button look="quiet">Quiet</Button>
          <Button disabledReason="Nobody is waiting">Off</Button>
          <Button pending>Pending</Button>
          <Button aria-pressed>Pressed</Button>
          <Button size="call" shortcut={{ keys: "F8" }}>
            Call control
          </Button>
          <Button icon={Phone} aria-label="Call" />
          <KeyCap label="Ctrl K" />
        </div>
      </Shown>
      <Shown name="states">
        <div className={styles["row"]}>
          {tones.map((tone) => (
            <StateBadge key={tone} tone={tone} words={tone} filled />
          ))}
          {tones.map((tone) => (
            <StateBadge key={tone} tone={tone} words={tone} fresh={tone === "ringing"} />
          ))}
        </div>
      </Shown>
      <KitFields />
      <Shown name="failed panel">
        <PanelFailed resetErrorBoundary={nothing} />
      </Shown>
    </Sheet>
  );
}

const words = { saving: "Saving…", retry: "Retry" };

function KitFields() {
  return (
    <Shown name="fields">
      <div className={styles["fields"]}>
        <Switch checked onChange={nothing}>
          Open
        </Switch>
        <Switch checked mixed onChange={nothing}>
          Some
        </Switch>
        <Switch checked={false} onChange={null}>
          Closed, fixed
        </Switch>
        <Segments
          label="Choice"
          value="b"
          segments={[
            { value: "a", label: "All", count: 14 },
            { value: "b", label: "Ringing", count: 5 },
          ]}
          onChange={nothing}
        />
        <Field
          label="Idle"
          value="Penrith"
          save={nothing}
          state={{ status: "idle" }}
          words={words}
        />
        <Field
          label="Failed"
          value="Penrith"
          save={nothing}
          state={{ status: "failed", words: "We could not reach the server", value: "" }}
          words={words}
        />
        <Meter readLevel={() => 0.5} />
        <Meter readLevel={() => 0.6} band />
        <EmptyState icon={Phone} title="Nobody is waiting">
          Callers appear here as they ring.
        </EmptyState>
      </div>
    </Shown>
  );
}
