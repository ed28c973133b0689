import { isSid, newSid, notFound, RefusedError, TWILIO_CODES } from "@linedesk/base";
import type { ApplicationRepository, ApplicationRecord } from "./application-repository.ts";
import { removeRow, type RepositoryOptions } from "./create-number-repository.ts";
import { voiceSettings } from "./voice-settings.ts";

const LIMIT = 1_000;

export function createApplicationRepository(
  options: RepositoryOptions<ApplicationRecord>,
): ApplicationRepository {
  const { accountSid, clock, rows, onChange } = options;
  return {
    create({ sid = newSid("AP"), ...change }) {
      if (!isSid(sid, "AP")) {
        throw new RefusedError(
          TWILIO_CODES.INVALID_PARAMETER,
          "The sid does not belong to an application",
        );
      }
      if (rows.some((row) => row.sid === sid)) {
        throw new RefusedError(TWILIO_CODES.INVALID_PARAMETER, "The application already exists");
      }
      if (rows.length >= LIMIT) {
        throw new RefusedError(TWILIO_CODES.TOO_MANY_REQUESTS, "Too many applications", 429);
      }
      const at = new Date(clock.now());
      const row = {
        ...voiceSettings(""),
        ...change,
        sid,
        accountSid,
        createdAt: at,
        updatedAt: at,
      };
      rows.push(row);
      onChange();
      return { ...row };
    },
    find(sid) {
      const row = rows.find((each) => each.sid === sid);
      return row ? { ...row } : null;
    },
    list: (filter = {}) =>
      rows
        .filter((row) => !filter.friendlyName || row.friendlyName === filter.friendlyName)
        .map((row) => ({ ...row })),
    remove: (sid) => removeRow(rows, sid, onChange),
    update(sid, change) {
      const row = rows.find((each) => each.sid === sid);
      if (!row) {
        throw notFound("The application");
      }
      Object.assign(row, change, { updatedAt: new Date(clock.now()) });
      onChange();
      return { ...row };
    },
  };
}
