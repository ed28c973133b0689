import type { FastifyInstance } from "fastify";

import { RefusedError } from "@linedesk/base";
import { isE164 } from "../../../directory/e164.ts";
import { describeNumber, type NumberKind } from "../../../directory/number-format.ts";
import type { NumberRepository, NumberRecord } from "../../../directory/number-repository.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";
import {
  numberFields,
  numberOptions,
  type NumberForm,
  readNewNumber,
  readNumberChange,
} from "./number-forms.ts";
import { findNumberKind, presentNumber } from "./present-number.ts";

type NumberDeps = RestDeps<never, "numbers" | "numberPool" | "applications">;

/** The sub-lists, and what stands in them. */
const KINDS: Readonly<Record<string, NumberKind>> = {
  Local: "local",
  Mobile: "mobile",
  TollFree: "toll-free",
};

export function numberRoutes(app: FastifyInstance, world: NumberDeps): void {
  const { directory } = world;
  resource(app, "/IncomingPhoneNumbers", {
    GET: (request) => list(request, directory.numbers),
    POST(request) {
      const { phoneNumber: named, areaCode = "", ...form } = readNewNumber(request);
      const phoneNumber = named ?? findFreeNumber(areaCode, world);
      return create(request, phoneNumber, { form, world });
    },
  });
  for (const [name, kind] of Object.entries(KINDS)) {
    resource(app, `/IncomingPhoneNumbers/${name}`, {
      GET: (request) => list(request, directory.numbers, kind),
      POST(request) {
        const fields = { ...numberFields, PhoneNumber: field.text(40) };
        const form = request.form(fields, numberOptions);
        assertNumberKind(kind, form.PhoneNumber);
        return create(request, form.PhoneNumber, { form, world });
      },
    });
  }
  resource(app, "/IncomingPhoneNumbers/:sid", {
    GET: (request) => presentNumber(request.orNotFound(directory.numbers.find(request.id("sid")))),
    POST(request) {
      const known = request.orNotFound(directory.numbers.find(request.id("sid")));
      const change = readNumberChange(request.form(numberFields, numberOptions), world, known);
      return presentNumber(directory.numbers.update(known.sid, change));
    },
    DELETE(request) {
      if (!directory.numbers.remove(request.id("sid"))) {
        throw request.notFound();
      }
      return request.deleted();
    },
  });
}

function create(
  request: RestRequest,
  phoneNumber: string,
  { form, world }: { form: NumberForm; world: NumberDeps },
): object {
  // Who cannot be dialled could never be rung.
  if (isE164(phoneNumber) && describeNumber(phoneNumber) === null) {
    throw new RefusedError(CODES.phoneNumber, "PhoneNumber is of no numbering plan");
  }
  const fields = { phoneNumber, ...readNumberChange(form, world) };
  return request.created(presentNumber(world.directory.numbers.create(fields)));
}

/** The first that is free of those that carriers have given us. Throws RefusedError 21452. */
function findFreeNumber(areaCode: string, { directory }: RestDeps<never, "numberPool">): string {
  const [free] = directory.numberPool.free({ areaCode });
  if (free) {
    return free.phoneNumber;
  }
  const message = `No phone numbers found in area code ${areaCode}`;
  throw new RefusedError(CODES.noneInArea, message);
}

function assertNumberKind(kind: NumberKind, phoneNumber: string): void {
  const form = describeNumber(phoneNumber);
  if (form === null || form.kind === kind) {
    return;
  }
  throw new RefusedError(CODES.numberKind, `Invalid value for 'PhoneNumber': it is ${form.kind}`);
}

function list(request: RestRequest, numbers: NumberRepository, kind?: NumberKind): object {
  const query = request.query({
    PhoneNumber: field.text(40).optional(),
    FriendlyName: field.text(64).optional(),
    Beta: field.flag.optional(),
    Origin: field.oneOf(["twilio", "hosted"]).optional(),
  });
  const filter = compact({ phoneNumber: query.PhoneNumber, friendlyName: query.FriendlyName });
  function isOfKind(number: NumberRecord) {
    return kind === undefined || findNumberKind(number) === kind;
  }
  return request.page({
    key: "incoming_phone_numbers",
    prefix: "PN",
    items: isOurKind(query) ? numbers.list(filter).filter(isOfKind) : [],
    sidOf: (number) => number.sid,
    present: presentNumber,
    query,
  });
}

/** All our numbers are hosted, and none is a trial of Twilio's. */
function isOurKind({ Beta, Origin }: { Beta?: boolean | undefined; Origin?: string | undefined }) {
  return Beta !== true && (Origin === undefined || Origin === "hosted");
}
