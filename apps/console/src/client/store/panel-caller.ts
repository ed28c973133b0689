import type { Call } from "@linedesk/contract";

export interface PanelCaller {
  /** The shown call; with `null` it is the one that Take next would take. */
  call: string | null;
  pinned: boolean;
  /** Is true after a field has had the focus: then the text in the fields belongs to this call. */
  inUse: boolean;
}

export type PanelEvent =
  | { type: "opened"; call: string }
  | { type: "pinned"; call: string }
  | { type: "unpinned" }
  | { type: "focused"; call: string }
  | { type: "joined"; call: string }
  /** A colleague offers the call, which rings on a line of this person. */
  | { type: "rang"; call: string }
  | { type: "lineSelected"; onLine: string | null }
  /** The call did not reach the line. */
  | { type: "refused"; call: string; onLine: string | null }
  | { type: "closed"; onLine: string | null };

export const nobodyInPanel: PanelCaller = { call: null, pinned: false, inUse: false };

/**
 * The person's own actions and offers to this person change the shown caller. A caller who hangs
 * up, or whom a colleague takes, stays.
 */
export function nextPanelCaller(panel: PanelCaller, event: PanelEvent): PanelCaller {
  switch (event.type) {
    case "opened":
      return panel.call === event.call ? panel : show(event.call);
    case "pinned":
      return { ...panel, call: event.call, pinned: true };
    case "unpinned":
      return { ...panel, pinned: false };
    case "focused":
      return { ...panel, call: panel.call ?? event.call, inUse: true };
    case "joined":
      return panel.pinned || panel.call === event.call ? panel : show(event.call);
    case "rang":
      return panel.pinned || panel.inUse || panel.call === event.call ? panel : show(event.call);
    case "lineSelected":
      return panel.pinned || panel.call === event.onLine ? panel : show(event.onLine);
    case "refused":
      return panel.call !== event.call || panel.pinned || panel.inUse ? panel : show(event.onLine);
    case "closed":
      return show(event.onLine);
  }
}

/** Returns the call that is chosen for the keyboard shortcuts after an event of the panel. */
export function nextKeyCall(chosen: string | null, event: PanelEvent): string | null {
  switch (event.type) {
    case "opened":
    case "pinned":
    case "focused":
      return event.call;
    case "lineSelected":
      return event.onLine;
    case "refused":
      return chosen === event.call ? null : chosen;
    case "closed":
      return null;
    case "unpinned":
    case "joined":
    case "rang":
      return chosen;
  }
}

function show(call: string | null): PanelCaller {
  return { call, pinned: false, inUse: false };
}

/** Returns the caller's name, otherwise the number in the form that this seat may read. */
export function describeCaller({ caller }: Pick<Call, "caller">): string {
  return caller.name ?? caller.numberDisplay;
}

export function describeDirectCaller({ from }: { from: string }): string {
  return from.replace(/^client:/, "");
}
