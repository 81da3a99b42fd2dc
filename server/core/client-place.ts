import { isIPv6 } from 'node:net';

/**
 * The place of a client's IP address, by which requests are counted: an IPv4 address itself, and the /64 of an IPv6 address, because a client with one address of a /64 usually has them all.
 */
export function placeOfAddress(address: string): string {
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address;
  const groups = expandGroups(withoutZone);
  const [upper = '', lower = ''] = groups.slice(6);
  // An IPv4 address as a socket that listens for both kinds reports it.
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return `${bytes(upper)}.${bytes(lower)}`;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function expandGroups(address: string): string[] {
  // The URL parser knows every way of writing one, and writes them all in the same way.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [front = [], back] = canonical
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  if (!back) return front;
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
}

/** Two bytes of an IPv4 address in hexadecimal, in its usual notation. */
function bytes(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 255}`;
}
