import type { Prize, PrizeWin } from "@linedesk/contract";
import type { Person } from "./people.ts";
import type { TelephoneDesk } from "./telephone-desk.ts";

/** Returns helpers for prizes of a desk's station, which its producer awards. */
export function usePrizes(desk: TelephoneDesk) {
  let lastNumber = 0;
  function aNumber(): string {
    lastNumber += 1;
    return `+6149157${String(lastNumber).padStart(4, "0")}`;
  }
  let lastPrize = 0;
  async function aPrize(stock: number, valueCents = 5_000): Promise<Prize> {
    lastPrize += 1;
    const body = { station: desk.station, name: `Prize ${lastPrize}`, valueCents, stock };
    return (await desk.post("/promo/prizes", body, desk.people.producer)).body["prize"] as Prize;
  }
  async function stockOf({ id }: Prize): Promise<number | undefined> {
    const { body } = await desk.get(`/promo/prizes?station=${desk.station}`, desk.people.screener);
    return (body["items"] as Prize[]).find((one) => one.id === id)?.stock;
  }
  function record(call: string, prize: Prize, more: object = {}, person = desk.people.producer) {
    return desk.post("/promo/prizeHistory", { call, prize: prize.id, ...more }, person);
  }
  async function history(of: object, person: Person = desk.people.screener) {
    const query = new URLSearchParams({ station: desk.station, ...of });
    return (await desk.get(`/promo/prizeHistory?${query.toString()}`, person)).body as unknown as {
      listener: { mayWin: boolean; hold: { wonOn: string; mayWinOn: string } | null } | null;
      items: PrizeWin[];
      nextCursor: string | null;
      promotion: object;
    };
  }
  async function auditOf(action: string) {
    return desk.audited(action, "user_id", "subject_id", "details");
  }
  return { aNumber, aPrize, stockOf, record, history, auditOf };
}
