import { EndButton, useEndGuard } from "./EndButton.tsx";

interface ConferenceEndProps {
  conference: string;
  end: { kind: "END" | "HOLD"; run: () => void };
  onAir: boolean;
  pending: boolean;
}

/** Ends a conference like the End button of its line, wherever else it is shown. */
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
