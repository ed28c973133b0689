/**
 * The places of Australia's charging districts, by the digits after `+61`. The longest matching
 * prefix counts. A ported number keeps its prefix, so the place is a guess.
 */
const districts: ReadonlyMap<string, string> = new Map([
  ["2", "NSW or ACT"],
  ["22", "Sydney"],
  ["23", "NSW coast or Hunter"],
  ["240", "Newcastle"],
  ["241", "Newcastle"],
  ["242", "Wollongong"],
  ["243", "Central Coast NSW"],
  ["244", "NSW South Coast"],
  ["245", "Windsor NSW"],
  ["246", "Campbelltown"],
  ["247", "Penrith"],
  ["248", "Goulburn"],
  ["249", "Newcastle"],
  ["251", "Canberra"],
  ["252", "Canberra"],
  ["255", "NSW Mid North Coast"],
  ["260", "Albury-Wodonga"],
  ["261", "Canberra"],
  ["262", "Canberra"],
  ["263", "Bathurst or Orange"],
  ["264", "Cooma or Bega"],
  ["265", "NSW Mid North Coast"],
  ["266", "NSW North Coast"],
  ["267", "Tamworth or Armidale"],
  ["268", "Dubbo"],
  ["269", "Wagga Wagga"],
  ["27", "Sydney"],
  ["28", "Sydney"],
  ["29", "Sydney"],
  ["3", "Victoria or Tasmania"],
  ["340", "Mildura"],
  ["341", "Traralgon"],
  ["342", "Geelong"],
  ["343", "Ballarat"],
  ["344", "Bendigo"],
  ["347", "Wangaratta"],
  ["348", "Shepparton"],
  ["349", "Mornington"],
  ["350", "Mildura"],
  ["351", "Gippsland"],
  ["352", "Geelong"],
  ["353", "Ballarat"],
  ["354", "Bendigo"],
  ["355", "Warrnambool"],
  ["356", "Warragul"],
  ["357", "Wangaratta"],
  ["358", "Shepparton"],
  ["359", "Mornington"],
  ["361", "Hobart"],
  ["362", "Hobart"],
  ["363", "Launceston"],
  ["364", "Devonport or Burnie"],
  ["37", "Melbourne"],
  ["38", "Melbourne"],
  ["39", "Melbourne"],
  ["7", "Queensland"],
  ["72", "Brisbane"],
  ["73", "Brisbane"],
  ["740", "Cairns"],
  ["741", "Bundaberg"],
  ["744", "Townsville"],
  ["745", "Toowoomba"],
  ["746", "Toowoomba"],
  ["747", "Townsville"],
  ["748", "Mackay"],
  ["749", "Rockhampton"],
  ["754", "Sunshine Coast"],
  ["755", "Gold Coast"],
  ["756", "Gold Coast"],
  ["8", "SA, WA or NT"],
  ["86", "Perth"],
  ["87", "Adelaide"],
  ["880", "Broken Hill"],
  ["882", "Adelaide"],
  ["883", "Adelaide"],
  ["884", "Adelaide"],
  ["885", "Riverland SA"],
  ["886", "Port Augusta"],
  ["887", "Mount Gambier"],
  ["888", "Yorke Peninsula"],
  ["889", "Darwin or NT"],
  ["890", "Kalgoorlie"],
  ["891", "Broome"],
  ["892", "Perth"],
  ["893", "Perth"],
  ["894", "Perth"],
  ["895", "Perth Hills"],
  ["896", "Northam"],
  ["897", "Bunbury"],
  ["898", "Albany"],
  ["899", "Geraldton"],
]);

const LONGEST_PREFIX = 3;
const geographic = /^\+61([2378]\d{8})$/;

export function guessPlace(number: string | null): string | null {
  const national = geographic.exec(number ?? "")?.[1];
  if (national === undefined) {
    return null;
  }
  for (let digits = LONGEST_PREFIX; digits > 0; digits -= 1) {
    const district = districts.get(national.slice(0, digits));
    if (district !== undefined) {
      return district;
    }
  }
  return null;
}
