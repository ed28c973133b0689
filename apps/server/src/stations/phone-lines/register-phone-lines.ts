import {
  addPhoneLine,
  changePhoneLine,
  listLineDetails,
  listPhoneLines,
  may,
  openPhoneLines,
  type PhoneLine,
  removePhoneLine,
  confirmPhoneLine,
} from "@linedesk/contract";
import { type Actor, recordAudit } from "../../platform/db/audit-store.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ApiCall } from "../../platform/http/api-call.ts";
import { answerWhole, type Api } from "../../platform/http/api.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { publish } from "../../platform/realtime/publish.ts";
import { requireSounds, type SoundDeps } from "../../sounds/station-sounds.ts";
import {
  addLine,
  changeLine,
  lineSoundUses,
  readLineDetails,
  removeLine,
  confirmOwnNumber,
} from "./line-details.ts";
import { updatePhoneLinesOpen } from "./phone-line-store.ts";
import { readPhoneLines } from "./phone-lines.ts";
import { type ForwardCheck, requireForward } from "./require-forward.ts";

export interface PhoneLineDeps extends SoundDeps, ForwardCheck {
  hasNumber: (number: string) => boolean;
}

export function registerPhoneLines(api: Api, deps: PhoneLineDeps): void {
  const { db } = deps;
  api.serve(listPhoneLines, ({ query }) => answerWhole(readPhoneLines(db, query.station)));
  api.serve(openPhoneLines, async ({ body, actor }) => ({
    items: await setPhoneLinesOpen(db, {
      station: body.station,
      phoneLine: body.phoneLine,
      open: body.open,
      actor,
    }),
  }));
  registerDetails(api, deps);
}

function registerDetails(api: Api, deps: PhoneLineDeps): void {
  const { db } = deps;
  async function readNumberTrust(
    call: Pick<ApiCall<typeof addPhoneLine>, "roleAt">,
    station: string,
  ) {
    const role = await call.roleAt(station);
    return { mayDeclareOwn: role !== null && may(role, "own"), hasNumber: deps.hasNumber };
  }
  api.serve(listLineDetails, ({ params }) => answerWhole(readLineDetails(db, params.id)));
  api.serve(addPhoneLine, async (call) => {
    const { params, body, actor } = call;
    const station = params.id;
    requireForward(deps, body);
    await requireSounds(deps, { station, uses: lineSoundUses, before: {}, after: body });
    const trust = await readNumberTrust(call, station);
    return { line: await addLine(db, { station, fields: body, actor, ...trust }) };
  });
  api.serve(changePhoneLine, async (call) => {
    const { params, actor } = call;
    const { id: station, line } = params;
    const { seen, ...fields } = call.body;
    requireForward(deps, fields);
    const found = (await readLineDetails(db, station)).find(({ id }) => id === line);
    const before = { ...found };
    await requireSounds(deps, { station, uses: lineSoundUses, before, after: fields });
    const trust = await readNumberTrust(call, station);
    return { line: await changeLine(db, { station, line, fields, seen, actor, ...trust }) };
  });
  api.serve(confirmPhoneLine, async ({ params: { id: station, line }, body, actor }) => ({
    line: await confirmOwnNumber(db, { station, line, ...body, actor }),
  }));
  api.serve(removePhoneLine, async ({ params, actor }) => ({
    removed: await removeLine(db, { station: params.id, line: params.line, actor }),
  }));
}

interface OpenLinesRequest {
  station: string;
  phoneLine: string | undefined;
  open: boolean;
  actor: Actor;
}

/** Opens or closes one line or all lines, and sends the changed lines to every seat. */
async function setPhoneLinesOpen(db: Db, request: OpenLinesRequest): Promise<PhoneLine[]> {
  return db.transaction().execute(async (trx) => {
    const { station, open } = request;
    const lines = await readPhoneLines(trx, station);
    const line = request.phoneLine ?? null;
    if (line !== null && !lines.some((one) => one.id === line)) {
      throw new ApiError("no_such_phone_line");
    }
    const changed = await updatePhoneLinesOpen(trx, { station, line }, open);
    for (const id of changed.toSorted()) {
      await recordAudit(trx, {
        actor: request.actor,
        action: open ? "line.opened" : "line.closed",
        station,
        subject: ["phone_line", id],
      });
    }
    const after = await readPhoneLines(trx, station);
    for (const phoneLine of after.filter((one) => changed.includes(one.id))) {
      await publish(trx, station, { type: "line.changed", phoneLine });
    }
    return after;
  });
}
