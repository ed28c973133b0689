import { EndButton, useEndGuard } from "./EndButton.tsx";

interface ConferenceEndProps {
  conference: string;
  end: { kind: "END" | "HOLD"; run: () => void };
  onAir: boolean;
  pending: boolean;
}

/** Shows an End button outside the conference's line. It works like the button on the line. */
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
