export interface DemoCaller {
  number: string;
  name: string;
  location: string;
}

export const demoCallers: readonly DemoCaller[] = [
  { number: "+61491570006", name: "Kim Ng", location: "Marrickville" },
  { number: "+61491570156", name: "Priya Nair", location: "Parramatta" },
  { number: "+61491570157", name: "Tom Walsh", location: "Dubbo" },
  { number: "+61491570158", name: "Mia Rossi", location: "Leichhardt" },
  { number: "+61491570159", name: "Jack O'Brien", location: "Newcastle" },
  { number: "+61491570110", name: "Aisha Khan", location: "Lakemba" },
  { number: "+61491570313", name: "Lucas Meyer", location: "Katoomba" },
  { number: "+61491570737", name: "Ruby Chen", location: "Hurstville" },
  { number: "+61255500810", name: "Noel Baxter", location: "Wagga Wagga" },
  { number: "+61255500811", name: "Grace Papadopoulos", location: "Earlwood" },
  { number: "+61270101810", name: "Sione Taufa", location: "Mount Druitt" },
  { number: "+61270101811", name: "Ellen Marsh", location: "Bega" },
];
