const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;
const IPV6 = /^[0-9A-Fa-f:.]{2,45}$/;

/** Returns true for an address, or for a network such as `203.0.113.0/24` or `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const most = countBits(address);
  if (most === null || more.length > 0) {
    return false;
  }
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** Returns the number of bits of an IPv4 or IPv6 address; `null` for a text that is no address. */
function countBits(address: string): number | null {
  if (IPV4.test(address)) {
    return address.split(".").every((part) => Number(part) <= 255) ? 32 : null;
  }
  const isIpv6 = IPV6.test(address) && address.includes(":");
  return isIpv6 && URL.canParse(`http://[${address}]`) ? 128 : null;
}
