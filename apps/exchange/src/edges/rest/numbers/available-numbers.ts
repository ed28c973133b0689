import type { FastifyInstance } from "fastify";

import type { NumberKind } from "../../../directory/number-format.ts";
import type { FreeNumber, PoolFilter } from "../../../directory/number-pool.ts";
import { buildUri } from "../requests/build-uri.ts";
import { compact } from "../requests/compact.ts";
import { field } from "../requests/form.ts";
import { resource, type RestRequest, type RestDeps } from "../requests/resource.ts";

/** As the paths name the kinds. */
const KINDS: Readonly<Record<string, NumberKind>> = {
  Local: "local",
  TollFree: "toll-free",
  Mobile: "mobile",
  National: "national",
  SharedCost: "shared-cost",
  Voip: "voip",
  MachineToMachine: "machine-to-machine",
};

const filterFields = {
  AreaCode: field.digits.optional(),
  Contains: field.pattern.optional(),
  NearNumber: field.e164.optional(),
  VoiceEnabled: field.flag.optional(),
  SmsEnabled: field.flag.optional(),
  MmsEnabled: field.flag.optional(),
  FaxEnabled: field.flag.optional(),
  ExcludeAllAddressRequired: field.flag.optional(),
  ExcludeLocalAddressRequired: field.flag.optional(),
  ExcludeForeignAddressRequired: field.flag.optional(),
  Beta: field.flag.optional(),
};

/** What carriers have given us and nobody uses, by country and kind. */
export function availableNumberRoutes(
  app: FastifyInstance,
  world: RestDeps<never, "numberPool">,
): void {
  const { numberPool } = world.directory;
  resource(app, "/AvailablePhoneNumbers", {
    GET(request) {
      const query = request.query({});
      const items = numberPool.countries();
      return request.page({
        key: "countries",
        prefix: null,
        items,
        sidOf: (country) => String(items.indexOf(country)),
        present: (country) => presentCountry(country, world),
        query,
      });
    },
  });
  resource(app, "/AvailablePhoneNumbers/:country", {
    GET: (request) => presentCountry(findCountry(request, world), world),
  });
  for (const [name, kind] of Object.entries(KINDS)) {
    resource(app, `/AvailablePhoneNumbers/:country/${name}`, {
      GET: (request) => list(request, { country: findCountry(request, world), kind }, world),
    });
  }
}

function findCountry(request: RestRequest, { directory }: RestDeps<never, "numberPool">): string {
  const wanted = request.id("country");
  return request.orNotFound(
    directory.numberPool.countries().find((country) => country === wanted) ?? null,
  );
}

function list(
  request: RestRequest,
  where: PoolFilter,
  { directory }: RestDeps<never, "numberPool">,
): object {
  const query = request.query(filterFields);
  const filter = compact({
    ...where,
    areaCode: query.AreaCode,
    contains: query.Contains,
    nearNumber: query.NearNumber,
  });
  const items = isOurKind(query) ? directory.numberPool.free(filter) : [];
  return request.page({
    key: "available_phone_numbers",
    prefix: null,
    items,
    // Who takes one of a page does not move the others of the next.
    sidOf: ({ phoneNumber }) => phoneNumber.slice(1),
    present: presentFree,
    query,
  });
}

/** They carry voice and nothing else; none needs an address, none is a trial of Twilio's. */
function isOurKind(fields: {
  VoiceEnabled?: boolean | undefined;
  SmsEnabled?: boolean | undefined;
  MmsEnabled?: boolean | undefined;
  FaxEnabled?: boolean | undefined;
}): boolean {
  const { VoiceEnabled = true, SmsEnabled, MmsEnabled, FaxEnabled } = fields;
  return VoiceEnabled && SmsEnabled !== true && MmsEnabled !== true && FaxEnabled !== true;
}

function presentFree({ phoneNumber, written, country }: FreeNumber): object {
  return {
    friendly_name: written,
    phone_number: phoneNumber,
    iso_country: country,
    // No numbering plan says where a number is.
    lata: null,
    locality: null,
    rate_center: null,
    latitude: null,
    longitude: null,
    region: null,
    postal_code: null,
    address_requirements: "none",
    beta: false,
    capabilities: { voice: true, sms: false, mms: false, fax: false },
  };
}

const names = new Intl.DisplayNames(["en"], { type: "region" });

function presentCountry(country: string, { accountSid }: RestDeps): object {
  function path(...parts: string[]) {
    return buildUri(accountSid, "AvailablePhoneNumbers", ...parts);
  }
  const subresources = Object.entries(KINDS).map(([name, kind]) => [
    kind.replaceAll("-", "_"),
    path(country, name),
  ]);
  return {
    country_code: country,
    country: names.of(country) ?? country,
    uri: path(country),
    beta: false,
    subresource_uris: Object.fromEntries(subresources),
  };
}
