import { EndButton, useEndGuard } from "./EndButton.tsx";

interface ConferenceEndProps {
  conference: string;
  end: { kind: "END" | "HOLD"; run: () => void };
  onAir: boolean;
  pending: boolean;
}

/** Ends a conference in the same way as the End button of its line, on other parts of the page. */
export function ConferenceEnd({ conference, end, onAir, pending }: ConferenceEndProps) {
  const guard = useEndGuard({ end: end.run, onAir, callId: conference });
  return (
    <EndButton
      guard={guard}
      onAir={onAir}
      selected={false}
      pending={pending}
      conferenceEnd={end.kind}
    />
  );
}
