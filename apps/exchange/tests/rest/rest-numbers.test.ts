import { describe, expect, onTestFinished, test } from "vitest";

import { eventually } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const sydney = ["+61255500100", "+61255500101", "+61255500102"];
const melbourne = ["+61370105550", "+61370105551"];
const mobile = "+61491570156";
const free = "+611800975711";
const york = "+12125550123";

const booted = useExchange({
  config: { poolNumbers: [...sydney, ...melbourne, mobile, free, york] },
});

function at(country: string) {
  return booted().rest.availablePhoneNumbers(country);
}
interface NumberList {
  list: () => Promise<{ phoneNumber: string }[]>;
}

function numbersOf(found: { phoneNumber: string }[]) {
  return found.map((each) => each.phoneNumber);
}

describe("the numbers that carriers have given", () => {
  test("are listed by country and kind, with every field", async () => {
    const countries = await booted().rest.availablePhoneNumbers.list();
    const local = await at("AU").local.list();

    expect(countries.map(({ countryCode, country }) => [countryCode, country])).toEqual([
      ["AU", "Australia"],
      ["US", "United States"],
    ]);
    expect((await at("US").fetch()).subresourceUris["toll_free"]).toContain("/US/TollFree.json");
    expect(numbersOf(local)).toEqual([...sydney, ...melbourne]);
    expect(numbersOf(await at("AU").mobile.list())).toEqual([mobile]);
    expect(numbersOf(await at("AU").tollFree.list())).toEqual([free]);
    expect(numbersOf(await at("US").local.list())).toEqual([york]);
    for (const none of ["voip", "national", "sharedCost", "machineToMachine"] as const) {
      const kind: NumberList = at("AU")[none];
      expect(await kind.list()).toEqual([]);
    }
    expect(local[0]?.toJSON()).toMatchObject({
      friendlyName: "(02) 5550 0100",
      isoCountry: "AU",
      capabilities: { voice: true, sms: false },
      addressRequirements: "none",
      beta: false,
    });
    await expect(at("NZ").fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
    await expect(at("NZ").local.list()).rejects.toMatchObject({ status: 404, code: 20404 });
  });

  test.each([
    [{ areaCode: 2 }, sydney],
    [{ areaCode: 370 }, melbourne],
    [{ contains: "555001" }, sydney],
    [{ contains: "5550*5" }, []],
    [{ contains: "01055*1" }, [melbourne[1]]],
    // L is on the key 5.
    [{ contains: "LLL" }, [...sydney, ...melbourne]],
    [{ voiceEnabled: true, smsEnabled: false }, [...sydney, ...melbourne]],
    [{ voiceEnabled: false }, []],
    [{ smsEnabled: true }, []],
    [{ mmsEnabled: true }, []],
    [{ faxEnabled: true }, []],
    [{ beta: true, excludeAllAddressRequired: true }, [...sydney, ...melbourne]],
    [{ nearNumber: "+61370109999" }, [...melbourne, ...sydney]],
    [{ nearNumber: "+12125550199" }, []],
  ])("are found by %o", async (filter, found) => {
    expect(numbersOf(await at("AU").local.list(filter))).toEqual(found);
  });

  test("are paged through without gap or repetition", async () => {
    const first = await at("AU").local.page({ pageSize: 2 });
    const second = await first.nextPage();
    const third = await second?.nextPage();
    const pages = [first, second, third].map((page) => numbersOf(page?.instances ?? []));

    expect(pages).toEqual([sydney.slice(0, 2), [sydney[2], melbourne[0]], melbourne.slice(1)]);
    expect(await third?.nextPage()).toBeUndefined();
  });

  test("are walked without gap or repetition by who takes what they find", async () => {
    const { incomingPhoneNumbers } = booted().rest;
    const first = await at("AU").local.page({ pageSize: 2 });
    const { sid } = await incomingPhoneNumbers.create({ phoneNumber: String(sydney[0]) });

    const second = await first.nextPage();
    const back = await second?.previousPage();

    expect(numbersOf(second?.instances ?? [])).toEqual([sydney[2], melbourne[0]]);
    expect(numbersOf(back?.instances ?? [])).toEqual([sydney[1]]);
    await incomingPhoneNumbers(sid).remove();
  });

  test.each([
    [{ areaCode: "1x" }, "AreaCode"],
    [{ contains: "*" }, "Contains"],
    [{ nearNumber: "2" }, "NearNumber"],
    [{ inRegion: "NSW" }, "InRegion"],
    [{ distance: 10 }, "Distance"],
  ])("[XR8] %o is refused, naming it", async (filter, name) => {
    const listing = at("AU").local.list(filter as never);

    await expect(listing).rejects.toMatchObject({
      status: 400,
      code: 20001,
      message: expect.stringContaining(`'${name}'`),
    });
  });

  test("[XR23] are refused where no numbering plan has them", async () => {
    const made = booted().rest.incomingPhoneNumbers.create({ phoneNumber: "+99955500155" });

    await expect(made).rejects.toMatchObject({ status: 400, code: 21421 });
  });

  test("[XR23] are without their application when it is deleted", async () => {
    const { incomingPhoneNumbers, applications } = booted().rest;
    const { sid } = await applications.create({});
    const form = { areaCode: "212", voiceApplicationSid: sid, smsApplicationSid: sid };
    const number = await incomingPhoneNumbers.create(form);

    await applications(sid).remove();

    const none = { voiceApplicationSid: null, smsApplicationSid: null };
    expect(await incomingPhoneNumbers(number.sid).fetch()).toMatchObject(none);
    await incomingPhoneNumbers(number.sid).remove();
  });

  test.each(["0", "00", "00000"])("are not taken by an area code of %s", async (areaCode) => {
    const taken = booted().rest.incomingPhoneNumbers.create({ areaCode });

    await expect(taken).rejects.toMatchObject({ status: 400, code: 21452 });
    expect(await at("AU").local.list({ areaCode: areaCode as never })).toEqual([]);
  });

  test("are taken by area code one after the other, until none is left", async () => {
    const { incomingPhoneNumbers } = booted().rest;
    function take() {
      return incomingPhoneNumbers.create({ areaCode: "03", friendlyName: "m" });
    }

    const taken = [await take(), await take()];

    expect(numbersOf(taken)).toEqual(melbourne);
    expect(taken[0]).toMatchObject({ friendlyName: "m", type: "local" });
    await expect(take()).rejects.toMatchObject({ status: 400, code: 21452 });
    expect(await at("AU").local.list({ areaCode: 3 })).toEqual([]);
    // What is given back can be taken again; what others name is taken, too.
    await incomingPhoneNumbers(String(taken[1]?.sid)).remove();
    const named = await incomingPhoneNumbers.create({ phoneNumber: String(melbourne[1]) });
    await expect(take()).rejects.toMatchObject({ code: 21452 });
    for (const one of [taken[0], named]) {
      await incomingPhoneNumbers(String(one?.sid)).remove();
    }
    expect(numbersOf(await at("AU").local.list({ areaCode: 3 }))).toEqual(melbourne);
    const both = { phoneNumber: york, areaCode: "212" };
    await expect(incomingPhoneNumbers.create(both)).rejects.toMatchObject({ code: 20001 });
  });

  test("are made and found in the lists of their kinds", async () => {
    const { incomingPhoneNumbers: all } = booted().rest;

    const made = [
      await all.local.create({ phoneNumber: york }),
      await all.mobile.create({ phoneNumber: mobile }),
      await all.tollFree.create({ phoneNumber: free }),
    ];
    const lists: NumberList[] = [all, all.local, all.mobile, all.tollFree];
    const found = await Promise.all(lists.map(async (list) => numbersOf(await list.list())));

    expect(found).toEqual([[york, mobile, free], [york], [mobile], [free]]);
    const kinds = (await all.list()).map(({ type }) => type);
    expect(kinds).toEqual(["local", "mobile", "toll-free"]);
    const misplaced = all.tollFree.create({ phoneNumber: "+61255500109" });
    await expect(misplaced).rejects.toMatchObject({ status: 400, code: 21458 });
    expect(numbersOf(await all.local.list({ phoneNumber: "555" }))).toEqual([york]);
    for (const { sid } of made) {
      await all(sid).remove();
    }
  });
});

test("[XR55] every subresource that a call or a recording names can be followed", async () => {
  const { rest } = booted();
  const { callSid } = await booted().inCall("alice", '<Pause length="60"/>');
  const { subresourceUris } = await rest.calls(callSid).fetch();
  async function follow(uri: string, method = "GET") {
    const { sid } = booted().exchange.account;
    const response = await booted().request(uri.replace(`/2010-04-01/Accounts/${sid}`, ""), {
      method,
    });
    return { status: response.status, ...((await response.json()) as object) };
  }

  const sendOnly = new Set(["user_defined_messages", "user_defined_message_subscriptions"]);
  expect(Object.keys(subresourceUris)).toHaveLength(9);
  for (const [name, uri] of Object.entries(subresourceUris)) {
    const isList = { status: 200, [name]: expect.any(Array) };
    const isSendOnly = { status: 405, code: 20004 };
    expect([name, await follow(uri)]).toMatchObject([
      name,
      sendOnly.has(name) ? isSendOnly : isList,
    ]);
  }
  for (const name of ["payments", "siprec", "streams", "transcriptions"]) {
    expect(await follow(subresourceUris[name] ?? "")).toMatchObject({ [name]: [], page: 0 });
    const unmade = { status: 405, code: 20004 };
    expect(await follow(subresourceUris[name] ?? "", "POST")).toMatchObject(unmade);
  }
  const recording = await rest.calls(callSid).recordings.create();
  const { subresourceUris: ofRecording } = await rest.recordings(recording.sid).fetch();
  expect(Object.keys(ofRecording)).toHaveLength(2);
  for (const [name, uri] of Object.entries(ofRecording)) {
    expect(await follow(uri)).toMatchObject({ status: 200, [name]: [] });
  }
  await expect(rest.calls(callSid).streams.create({ url: "wss://x" })).rejects.toMatchObject({
    status: 405,
    code: 20004,
  });
});

test("[XR23] numbers of North America are formatted as people write them", async () => {
  const { rest } = booted();
  const number = await rest.incomingPhoneNumbers.create({ phoneNumber: york });
  onTestFinished(async () => void (await rest.incomingPhoneNumbers(number.sid).remove()));
  const { callSid } = await booted().inCall("alice", '<Pause length="60"/>');
  await rest.calls.create({ to: "client:bob", from: york, twiml: "<Response/>" });

  const [made] = await eventually(
    () => rest.calls.list({ from: york }),
    (list) => list.length > 0,
  );

  expect(made).toMatchObject({ fromFormatted: "(212) 555-0123", toFormatted: "client:bob" });
  expect((await rest.calls(callSid).fetch()).fromFormatted).toBe("client:alice");
});
