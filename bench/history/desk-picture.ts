import type { Call } from "@linedesk/contract";

/** Describes every call as a desk shows it, without times and ids of claims. */
export function describeDesk(calls: Iterable<Call>): Map<string, string> {
  return new Map(
    [...calls].map((call) => {
      const { desk, conference } = call;
      const holder = "holder" in desk && desk.holder !== null ? desk.holder : null;
      const where = holder === null ? "" : `${holder.name} ${holder.line}`;
      const isUnattended = desk.status === "held" && desk.unattended ? "unattended" : "";
      const flags =
        conference === null
          ? ""
          : `in a conference${conference.muted ? ", muted" : ""}${conference.onHold ? ", held" : ""}`;
      const words = [desk.status, where, isUnattended, flags].filter((word) => word !== "");
      return [`${call.caller.number ?? ""} ${call.id}`, words.join(", ")];
    }),
  );
}

/** Returns a sentence for each call that has changed, is missing or is new. */
export function comparePictures(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const known = [...before].flatMap(([call, was]) => {
    const is = after.get(call) ?? "gone";
    return is === was ? [] : [`${call}: ${was} became ${is}`];
  });
  const added = [...after.keys()].filter((call) => !before.has(call));
  return [...known, ...added.map((call) => `${call} is new`)];
}
